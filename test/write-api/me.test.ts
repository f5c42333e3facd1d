// What a key learns about itself, and what is left of each of its limits.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { addKey, addWriter, DRAFT, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';

const AWAY = '203.0.113.7';

for (const kind of DATABASES_IN_FULL) {
  describe(`a key that asks for itself, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { app, clock, context } = gate;
    await addWriter(gate, 'ada');
    const asked = (key: string, remoteAddress = AWAY) =>
      app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${key}` }, remoteAddress });

    test('hears whose it is, what it may do and until when', async () => {
      const expiresAt = new Date(clock.now().getTime() + 1000);
      const made = await addKey(gate, 'ada', { name: 'A reader', scope: 'pieces:read', expiresAt });
      const answer = await asked(made.key, '127.0.0.1');
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(answer.json<Json>(), {
        ok: true,
        key: {
          ...{ id: made.id, name: 'A reader', scope: 'pieces:read' },
          created_at: clock.now().toISOString(),
          expires_at: expiresAt.toISOString(),
        },
        writer: { slug: 'ada', name: 'ada', profile_url: 'https://press.example/author/ada' },
        waiting: { open_notes: 0, revision_requests: 0, open_proposals: 0 },
        limits: null,
      });
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.ok(!answer.body.includes(made.key));
    });

    test('hears what is left, and asking takes from reads alone', async () => {
      const { key } = await addKey(gate, 'ada');
      const left = async () => {
        const body = (await asked(key)).json<Json>();
        return ['reads', 'drafts', 'images'].map((name) => at(body, 'limits', name, 'remaining'));
      };
      assert.deepEqual(await left(), [599, 120, 60]);
      const sent = await app.inject({
        ...{ method: 'POST', url: '/api/v1/pieces', remoteAddress: AWAY, payload: DRAFT },
        headers: { authorization: `Bearer ${key}` },
      });
      assert.equal(sent.headers['ratelimit-policy'], '"drafts";q=120;w=60');
      assert.deepEqual(await left(), [598, 119, 60]);
      const answer = await asked(key);
      assert.deepEqual(
        ['limit', 'remaining', 'policy'].map((name) => answer.headers[`ratelimit-${name}`]),
        ['600', '597', '"reads";q=600;w=60'],
      );
      const images = at(answer.json<Json>(), 'limits', 'images');
      assert.deepEqual(images, {
        ...{ limit: 60, remaining: 60, window_seconds: 900, reset_seconds: 900 },
      });
    });

    test('hears nothing where it is refused', async () => {
      const [revoked, expired] = [
        await addKey(gate, 'ada'),
        await addKey(gate, 'ada', { expiresAt: clock.now() }),
      ];
      await revokeKey(context, revoked.id);
      await addWriter(gate, 'eve');
      const suspended = await addKey(gate, 'eve');
      await suspendWriter(context, 'eve');
      for (const { key } of [revoked, expired, suspended, { key: 'pk_live_x' }]) {
        const answer = await asked(key);
        assert.deepEqual([answer.statusCode, at(answer.json(), 'code')], [403, 'key_refused']);
      }
      const nobody = await app.inject('/api/v1/me');
      assert.deepEqual([nobody.statusCode, nobody.headers['www-authenticate']], [401, 'Bearer']);
    });
  });
}
