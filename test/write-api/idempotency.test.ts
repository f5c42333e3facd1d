// Idempotency-Key: the same request makes one draft however often, and however concurrently, it comes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { DAY } from '../support/desk/desk.ts';
import {
  addKey,
  addWriter,
  browserOf,
  DRAFT,
  type Gate,
  gateAt,
  post,
  startGate,
} from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { rounds } from '../support/soak.ts';

const once = (gate: Gate, key: string, idempotencyKey: string, body: unknown = DRAFT) =>
  post(gate, key, body, { 'idempotency-key': idempotencyKey });

const idOf = ({ body }: { body: string }) => String(at(JSON.parse(body), 'id'));

const KEYS = [
  'a',
  'b'.repeat(255),
  '8e03978e-40d5-43e8-bc93-6894a57f9324',
  '"quoted; with = signs"',
  "'; DROP TABLE pieces; --",
  '%00 \\u0000 ☃'.replace('☃', '\u00e9'),
];

/** Bodies that differ as bytes but are the same JSON. */
const SAME: [name: string, first: string, second: string][] = [
  ['white space', '{"headline":"a","body_md":"b"}', ' {"headline": "a",\n"body_md": "b"}'],
  ['escapes', '{"headline":"a","body_md":"b"}', '{"headline":"\\u0061","body_md":"b"}'],
];

const OTHER: [name: string, body: object][] = [
  ['another headline', { ...DRAFT, headline: 'Another' }],
  ['a field more', { ...DRAFT, sub: null }],
  ['an unknown field more', { ...DRAFT, status: 'approved' }],
  ['another case', { ...DRAFT, body_md: 'a body.' }],
];

for (const kind of DATABASES) {
  describe(`Idempotency-Key, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { store } = gate.context;
    const ada = await addWriter(gate, 'ada');
    const bob = await addWriter(gate, 'bob');
    const key = (await addKey(gate, 'ada')).key;
    const drafts = (id = ada.id) => store.pieces.ofAuthor(id, null, 10_000);

    /** Asserts that the work creates exactly this many drafts. */
    async function making(count: number, work: () => Promise<void>): Promise<void> {
      const before = (await drafts()).length;
      await work();
      assert.equal((await drafts()).length - before, count);
    }

    for (const idempotencyKey of KEYS) {
      test(`${idempotencyKey.slice(0, 40)}: same body, same answer, one draft`, () =>
        making(1, async () => {
          const first = await once(gate, key, idempotencyKey);
          assert.equal(first.statusCode, 201, first.body);
          gate.clock.advance(60_000);
          const again = await once(gate, key, idempotencyKey);
          assert.equal(again.statusCode, 201);
          assert.equal(again.body, first.body);
          assert.equal(again.headers['content-type'], first.headers['content-type']);
        }));
    }

    for (const [name, first, second] of SAME) {
      test(`a body that differs in ${name} alone is the same body`, () =>
        making(1, async () => {
          const { body } = await once(gate, key, `same ${name}`, first);
          assert.equal((await once(gate, key, `same ${name}`, second)).body, body);
        }));
    }

    for (const [name, body] of OTHER) {
      test(`${name} is another body, and refused`, () =>
        making(1, async () => {
          const first = await once(gate, key, name);
          const refused = await once(gate, key, name, body);
          assert.equal(refused.statusCode, 422, refused.body);
          (await judgeOf(gate.app)).assertFailure(JSON.parse(refused.body));
          assert.match(refused.body, /used with a different body/);
          assert.equal((await once(gate, key, name)).body, first.body);
        }));
    }

    for (const header of ['', 'x'.repeat(256), 'x'.repeat(5000)]) {
      test(`one of ${header.length} characters is refused`, () =>
        making(0, async () => {
          const answer = await once(gate, key, header);
          assert.equal(answer.statusCode, 400, answer.body);
          const body: Json = JSON.parse(answer.body);
          (await judgeOf(gate.app)).assertFailure(body);
          const [error] = listAt(body, 'errors');
          assert.equal(at(error, 'field'), 'Idempotency-Key');
          assert.match(String(at(error, 'reason')), /1 to 255/);
        }));
    }

    test('without one, the same body is a draft each time', () =>
      making(3, async () => {
        const ids = [];
        for (const _ of [1, 2, 3]) ids.push(idOf(await post(gate, key, DRAFT)));
        assert.equal(new Set(ids).size, 3);
      }));

    test('a refused body leaves the key free', () =>
      making(1, async () => {
        for (const bad of [{}, { ...DRAFT, headline: '' }, '[]', '{']) {
          assert.equal((await once(gate, key, 'after a refusal', bad)).statusCode, 400);
        }
        assert.equal((await once(gate, key, 'after a refusal')).statusCode, 201);
      }));

    test('it is remembered for 24 hours and forgotten after them', () =>
      making(2, async () => {
        const first = await once(gate, key, 'a day');
        gate.clock.advance(DAY - 1);
        assert.equal((await once(gate, key, 'a day')).body, first.body);
        assert.equal((await once(gate, key, 'a day', { ...DRAFT, sub: 'b' })).statusCode, 422);
        gate.clock.advance(2);
        const fresh = await once(gate, key, 'a day', { ...DRAFT, sub: 'b' });
        assert.equal(fresh.statusCode, 201, fresh.body);
        assert.notEqual(idOf(fresh), idOf(first));
      }));

    test('two API keys do not meet, whether of one writer or of two', async () => {
      const second = (await addKey(gate, 'ada')).key;
      const bobs = (await addKey(gate, 'bob')).key;
      await making(2, async () => {
        const answers = [
          await once(gate, key, 'shared'),
          await once(gate, second, 'shared'),
          await once(gate, bobs, 'shared', { ...DRAFT, sub: 'of bob' }),
        ];
        assert.deepEqual(
          answers.map(({ statusCode }) => statusCode),
          [201, 201, 201],
        );
        assert.equal(new Set(answers.map(idOf)).size, 3);
      });
      assert.equal((await drafts(bob.id)).length, 1);
    });

    test('a key that was revoked gets no answer again', async () => {
      const short = await addKey(gate, 'ada');
      assert.equal((await once(gate, short.key, 'revoked')).statusCode, 201);
      await revokeKey(gate.context, short.id);
      assert.equal((await once(gate, short.key, 'revoked')).statusCode, 403);
    });

    test('a draft that was deleted since does not come back', () =>
      making(0, async () => {
        const first = await once(gate, key, 'deleted');
        const browser = await browserOf(gate, ada);
        const url = `/desk/edit/pieces/${idOf(first)}/delete`;
        assert.equal((await browser.submit(url)).statusCode, 303);
        assert.equal((await once(gate, key, 'deleted')).body, first.body);
      }));

    test('20 posts at once, to two processes, make one draft and get one answer', async () => {
      const other = await gateAt(gate.place, {}, gate.clock);
      for (let round = 0; round < rounds(5, 100); round += 1) {
        await making(1, async () => {
          const answers = await Promise.all(
            Array.from({ length: 20 }, (_, each) =>
              once(each % 2 ? gate : other, key, `at once ${round}`),
            ),
          );
          const bodies = new Set<string>();
          for (const { statusCode, body } of answers) {
            assert.equal(statusCode, 201, body);
            bodies.add(body);
          }
          assert.equal(bodies.size, 1);
          assert.ok(bodies.has((await once(gate, key, `at once ${round}`)).body));
        });
      }
    });

    test('20 different posts at once with one key make one draft, the others are refused', () =>
      making(1, async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, each) =>
            once(gate, key, 'race', { ...DRAFT, sub: String(each) }),
          ),
        );
        const statuses = answers.map(({ statusCode }) => statusCode);
        assert.equal(statuses.filter((status) => status === 201).length, 1);
        assert.equal(statuses.filter((status) => status === 422).length, 19);
      }));
  });
}
