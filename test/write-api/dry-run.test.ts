// A dry run is answered like the draft itself, with another status, and leaves nothing behind.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { rowsAt } from '../support/databases/rows.ts';
import { addKey, addWriter, DRAFT, listOwn, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';

const LONG = 'x'.repeat(201);

/** Draft bodies, with the error code if the draft is refused. */
const BODIES: [name: string, body: string, headers: { [name: string]: string }, code?: string][] = [
  ['a draft', JSON.stringify(DRAFT), {}],
  ['a draft that would be approved', JSON.stringify({ ...DRAFT, status: 'approved' }), {}],
  ['a new Idempotency-Key', JSON.stringify(DRAFT), { 'idempotency-key': 'new' }],
  ['a used Idempotency-Key', JSON.stringify(DRAFT), { 'idempotency-key': 'used' }],
  [
    'a used Idempotency-Key with another body',
    JSON.stringify({ ...DRAFT, sub: 'Other' }),
    { 'idempotency-key': 'used' },
    'key_reused',
  ],
  ['an empty Idempotency-Key', JSON.stringify(DRAFT), { 'idempotency-key': '' }, 'invalid_input'],
  ['a long headline', JSON.stringify({ ...DRAFT, headline: LONG }), {}, 'invalid_input'],
  ['no body', JSON.stringify({ headline: 'A' }), {}, 'invalid_input'],
  ['half a body', JSON.stringify(DRAFT).slice(0, -3), {}, 'malformed_json'],
  ['a list', '[]', {}, 'invalid_input'],
  ['text', 'text', { 'content-type': 'text/plain' }, 'unsupported_type'],
  ['three megabytes', JSON.stringify('x'.repeat(3 * 2 ** 20)), {}, 'too_large'],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`a dry run, on ${kind}`, async () => {
    const gate = await startGate(kind);
    await addWriter(gate, 'ada');
    const { key } = await addKey(gate, 'ada');
    const reading = (await addKey(gate, 'ada', { scope: 'pieces:read' })).key;
    const send = (query: string, payload: string, headers = {}, by = key) =>
      gate.app.inject({
        method: 'POST',
        url: `/api/v1/pieces${query}`,
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...headers },
        payload,
      });
    const made = await send('', JSON.stringify(DRAFT), { 'idempotency-key': 'used' });
    // The first use of a key is noted.
    await listOwn(gate, reading);
    const rows = await rowsAt(gate.place);

    for (const [name, body, headers, code] of BODIES) {
      test(`of ${name} is ${code ?? 'fine'}, and nothing is stored`, async () => {
        const answer = await send('?dry_run=true', body, headers);
        assert.equal(await rows.haveChanged(), false);
        const told = answer.json<Json>();
        if (code) return assert.equal(at(told, 'code'), code, answer.body);
        assert.equal(answer.statusCode, 200, answer.body);
        assert.deepEqual(told, {
          ...{ ok: true, dry_run: true, status: 'draft' },
          profile_url: 'https://press.example/author/ada',
        });
        assert.equal(answer.headers.location, undefined);
      });
    }

    test('is refused exactly like the draft itself', async () => {
      for (const [name, body, headers, code] of BODIES) {
        if (!code) continue;
        const [dry, real] = [
          await send('?dry_run=true', body, headers),
          await send('', body, headers),
        ];
        assert.deepEqual([dry.statusCode, dry.body], [real.statusCode, real.body], name);
      }
      const refused = await send('?dry_run=true', JSON.stringify(DRAFT), {}, reading);
      assert.equal(at(refused.json(), 'code'), 'scope_refused');
      assert.equal(await rows.haveChanged(), false);
    });

    test('is asked for by true alone: whatever else stands there creates nothing', async () => {
      for (const value of ['TRUE', '1', 'yes', '', 'true&dry_run=false', '%zz']) {
        const { statusCode, body } = await send(`?dry_run=${value}`, JSON.stringify(DRAFT));
        assert.equal(statusCode, 400, `${value}: ${body}`);
      }
      assert.equal(await rows.haveChanged(), false);
    });

    test('does not use up the Idempotency-Key that it came with', async () => {
      const answer = await send('', JSON.stringify({ ...DRAFT, sub: 'Real' }), {
        'idempotency-key': 'new',
      });
      assert.equal(answer.statusCode, 201, answer.body);
      const again = await send('?dry_run=false', JSON.stringify(DRAFT), {
        'idempotency-key': 'used',
      });
      assert.deepEqual([again.statusCode, again.body], [201, made.body]);
    });

    test('a draft that is stored says where it is, also when it is asked for again', async () => {
      const list = (await listOwn(gate, key)).json<{ count: number }>();
      assert.equal(list.count, 2);
      const again = await send('', JSON.stringify(DRAFT), { 'idempotency-key': 'used' });
      const location = `https://press.example/api/v1/pieces/${at(made.json(), 'id')}`;
      assert.deepEqual([made.headers.location, again.headers.location], [location, location]);
    });
  });
}
