// HTTP as bytes on a socket, for requests that no client would send and answers that no client would show.

import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';

export interface RawAnswer {
  status: number;
  headers: { [name: string]: string };
  body: string;
}

/** The port at which the application listens until the surrounding tests are done. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  after(() => app.close());
  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The application has no port.');
  return address.port;
}

/** Sends the bytes and reads until the service closes the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += String(chunk);
  });
  // The service may close the connection while the test is still writing.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  await once(socket, 'close');
  return parsed(text);
}

/** A whole request without a body, after which the service closes the connection. */
export const request = (method: string, target: string, ...headers: string[]) =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: press.example',
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');

/** A whole request with a body, after which the service closes the connection. */
export const requestWith = (method: string, target: string, type: string, body: string) =>
  request(method, target, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`) +
  body;

function parsed(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) ?.*$/.exec(first)?.[1]);
  if (end === -1 || !status) throw new Error(`Not an HTTP answer: ${JSON.stringify(text)}`);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
