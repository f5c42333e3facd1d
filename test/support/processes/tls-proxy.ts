// A reverse proxy as operators use one: terminates TLS under a host name and passes requests on.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { after } from 'node:test';

export const PROXY_NAME = 'press.example';

/** A self-signed certificate for PROXY_NAME, valid for a century. */
const tls = async () => ({
  cert: await readFile(new URL('tls/certificate.pem', import.meta.url)),
  key: await readFile(new URL('tls/key.pem', import.meta.url)),
});

/** Starts the proxy and returns its port. */
export async function startTlsProxy(targetPort: number): Promise<number> {
  const proxy = createServer(await tls(), (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': incoming.headers.host,
      // Many proxies send the service's internal host name here.
      host: `127.0.0.1:${targetPort}`,
    };
    const { method, url } = incoming;
    const onward = request({ port: targetPort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.');
  return address.port;
}
