// Requests with a content type but no body are answered immediately, like those with an empty body.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getString } from '../../src/http/json.ts';
import { addKey, addWriter, startGate } from '../support/gate.ts';
import { exchange, listen, request } from '../support/raw-http.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';

const CASES: [method: string, url: string, type: string, status: number][] = [
  ['POST', '/api/v1/pieces', 'application/json', 400],
  ['POST', '/api/v1/pieces', 'text/plain', 415],
  ['POST', '/api/v1/pieces?dry_run=true', 'application/json', 400],
  ['DELETE', `/api/v1/pieces/${ID}`, 'application/json', 404],
  ['POST', '/api/v1/images', 'image/png', 400],
  ['POST', '/api/v1/images', MULTIPART, 400],
  ['POST', '/api/mcp', 'application/json', 200],
  ['POST', '/mcp', 'application/json', 200],
  ['POST', '/oauth/token', FORM, 400],
  ['POST', '/desk/sign-in', FORM, 403],
  ['POST', '/desk/sign-in', MULTIPART, 415],
  ['POST', `/read/${ID}`, 'text/plain', 204],
  ['PUT', '/api/public/pieces/recent', 'application/json', 405],
  ['PROPFIND', '/', 'application/xml', 405],
  ['POST', '/nowhere', 'application/json', 404],
  ['GET', '/api/v1/pieces/me', 'application/json', 200],
];

test('a form without a body is one without its fields', async () => {
  const gate = await startGate('sqlite');
  await addWriter(gate, 'bob');
  const { key } = await addKey(gate, 'bob');
  const port = await listen(gate.app);
  const headers = [`Authorization: Bearer ${key}`, `Content-Type: ${MULTIPART}`];
  const answer = await exchange(port, request('POST', '/api/v1/images', ...headers));
  assert.equal(getString(JSON.parse(answer.body), 'code'), 'no_image');
});

describe('a request without a body', async () => {
  const gate = await startGate('sqlite');
  await addWriter(gate, 'bob');
  const { key } = await addKey(gate, 'bob');
  const port = await listen(gate.app);

  for (const [method, url, type, status] of CASES) {
    test(`${method} ${url}, as ${type}, is answered with ${status}`, async () => {
      const headers = [`Authorization: Bearer ${key}`, `Content-Type: ${type}`];
      const answer = await exchange(port, request(method, url, ...headers));
      assert.equal(answer.status, status, answer.body);
    });
  }
});
