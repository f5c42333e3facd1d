// An app whose client id is the URL of its metadata document, served over https on this machine.

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { CALLBACK } from './oauth.ts';

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUdOb/BgD37hVrHBH
9a25n4Xq0eBsGb6CsdIKmwWp7Y2hRANCAAR3mDeZM//XvM39YWoHPCLNMivZMSYr
YUkv9kIZcGWAZB+6eSmQ4Th7muQNnMS7HvuF2KnPnSl9FS6oq7h+c78H
-----END PRIVATE KEY-----`;

/** A self-signed certificate for 127.0.0.1, valid for a hundred years. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUIwrg+cb8qKtt7O6+VjPm3YiHxQkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExNzAzMDUwN1oYDzIxMjYxMDI0
MDMwNTA3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR3mDeZM//XvM39YWoHPCLNMivZMSYrYUkv9kIZcGWAZB+6eSmQ4Th7
muQNnMS7HvuF2KnPnSl9FS6oq7h+c78Ho2QwYjAdBgNVHQ4EFgQUeluN2QJ/2mKw
SqEaV1lCiOnKng8wHwYDVR0jBBgwFoAUeluN2QJ/2mKwSqEaV1lCiOnKng8wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQDfBaw2AxzCgA230ae+pEpS3u3hAS9OcHecgj3BW5BFkgIgf0W3XLYDRGXxaC/m
SPqQDQs2YtLF+y6dhoPVn5iHfUM=
-----END CERTIFICATE-----`;

export interface ServedDocument {
  clientId: string;
  /** How often the document was fetched. */
  fetched: () => number;
  /** How often a connection was made, whether or not a request followed. */
  reached: () => number;
  change(document: object): void;
}

/** Serves the document. `padding` makes it as large as an attacker might; `location` answers with a redirect. */
export async function serveDocument(
  more: object = {},
  { padding = '', location = '' } = {},
): Promise<ServedDocument> {
  setDefaultCACertificates([CERTIFICATE]);
  let document: object = { client_name: 'Documented', redirect_uris: [CALLBACK], ...more };
  let fetched = 0;
  let reached = 0;
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (_request, response) => {
    fetched += 1;
    response.setHeader('content-type', 'application/json');
    if (location) response.writeHead(302, { location });
    response.end(JSON.stringify({ client_id: clientId, ...document, padding }));
  });
  server.on('connection', () => {
    reached += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  after(() => server.close());
  const address = server.address();
  const isListening = (given: typeof address): given is AddressInfo => typeof given === 'object';
  const clientId = `https://127.0.0.1:${isListening(address) ? address.port : 0}/app.json`;
  return {
    clientId,
    fetched: () => fetched,
    reached: () => reached,
    change(next) {
      document = next;
    },
  };
}
