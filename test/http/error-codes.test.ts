// Every failure for programs has the catalogue's stable code next to its reason, whatever part of the service answers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { ERRORS } from '../../src/errors.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { addKey, addWriter, DRAFT, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';
import { exchange, listen } from '../support/raw-http.ts';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const WRITE = '/api/v1/pieces';

const READS: [code: keyof typeof ERRORS, request: string | InjectOptions][] = [
  ['author_not_found', '/api/public/authors/nobody'],
  ['piece_not_found', `/api/public/pieces/${NOBODYS}`],
  ['invalid_input', '/api/public/pieces/recent?limit=0'],
  ['bad_request', '/api/public/authors/%zz'],
  ['not_found', '/api/nothing'],
  ['not_found', '/.well-known/nothing'],
  ['not_found', `/media/${'0'.repeat(64)}-1x1`],
  ['author_not_found', '/author/nobody/feed.json'],
  ['method_not_allowed', { method: 'PATCH', url: '/api/public/pieces/recent' }],
  ['unauthorised', '/api/v1/pieces/me'],
  ['session_over', { method: 'POST', url: `/desk/edit/pieces/${NOBODYS}/pictures` }],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`codes of errors, on ${kind}`, async () => {
    const gate = await startGate(kind);
    await addWriter(gate, 'ada');
    const [writes, reads] = [
      (await addKey(gate, 'ada')).key,
      (await addKey(gate, 'ada', { scope: 'pieces:read' })).key,
    ];
    const sent = (payload: string, key = writes, type = 'application/json', once?: string) => ({
      method: 'POST' as const,
      url: WRITE,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': type,
        ...(once && { 'idempotency-key': once }),
      },
      payload,
    });
    const draft = JSON.stringify(DRAFT);
    await gate.app.inject(sent(draft, writes, 'application/json', 'once'));
    const writing: typeof READS = [
      ['key_refused', sent(draft, 'pk_live_0')],
      ['scope_refused', sent(draft, reads)],
      ['malformed_json', sent('{')],
      ['invalid_input', sent('{}')],
      ['too_large', sent(JSON.stringify('x'.repeat(2 * 1024 * 1024)))],
      ['unsupported_type', sent(draft, writes, 'text/plain')],
      [
        'key_reused',
        sent(JSON.stringify({ ...DRAFT, sub: '' }), writes, 'application/json', 'once'),
      ],
    ];

    for (const [code, request] of [...READS, ...writing]) {
      const asked = typeof request === 'string' ? { url: request } : request;
      test(`${code} at ${asked.method ?? 'GET'} ${asked.url}`, async () => {
        const answer = await gate.app.inject(asked);
        const { status } = ERRORS[code];
        assert.equal(answer.statusCode, status, answer.body);
        const body = answer.json<Json>();
        assert.deepEqual([at(body, 'ok'), at(body, 'code')], [false, code]);
        assert.ok(String(at(body, 'reason')).length > 5);
      });
    }

    test('also where Node’s parser refuses, and in the errors of the tool endpoint', async () => {
      const port = await listen(gate.app);
      const refused = await exchange(port, 'hello?\r\n\r\n');
      assert.equal(at(JSON.parse(refused.body), 'code'), 'bad_request');
      const { body } = await gate.app.inject({
        ...{ method: 'POST', url: '/api/mcp', payload: 'x' },
        headers: { 'content-type': 'text/plain' },
      });
      assert.equal(at(JSON.parse(body), 'error', 'data', 'code'), 'unsupported_type');
    });
  });
}
