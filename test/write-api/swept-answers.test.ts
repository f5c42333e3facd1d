// Answers kept for repeated requests: a write looks at no others, and old ones are swept in parts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sweepAnswers } from '../../src/operations/idempotency.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY } from '../support/desk/desk.ts';
import { addKey, addWriter, DRAFT, post, startGate } from '../support/gate.ts';
import { rounds } from '../support/soak.ts';

for (const kind of DATABASES) {
  describe(`answers to repeated requests on ${kind}`, async () => {
    const gate = await startGate(kind, { RATE_LIMITS: 'off' });
    await addWriter(gate, 'ada');
    const [one, other] = [await addKey(gate, 'ada'), await addKey(gate, 'ada', { name: 'other' })];
    const count = rounds(600, 20_000);

    const draft = (key: string, name: string) =>
      post(gate, key, DRAFT, { 'idempotency-key': name });
    const names = async () => {
      const rows = await sqlAt(
        gate.place,
        'SELECT idempotency_key FROM idempotent_answers ORDER BY idempotency_key',
      );
      return rows.map((row) => row['idempotency_key']);
    };

    test('a write replaces its own old answer and no other', async () => {
      for (const name of ['a', 'b', 'c']) await draft(one.key, name);
      gate.clock.advance(2 * DAY);
      assert.equal((await draft(one.key, 'b')).statusCode, 201);
      assert.deepEqual(await names(), ['a', 'b', 'c']);
    });

    test('a sweep removes all that are too old, of every key, and nothing else', async () => {
      const many = Array.from({ length: count }, (_, at) => `old-${at}`);
      const old = gate.clock.now();
      const { rows } = {
        rows: many.map((name) => `('${other.id}', '${name}', '', '', '${old.toISOString()}')`),
      };
      await sqlAt(gate.place, `INSERT INTO idempotent_answers VALUES ${rows.join(',')}`);
      gate.clock.advance(DAY - 1_000);
      await draft(one.key, 'new');
      await sweepAnswers(gate.context);
      assert.equal((await names()).length, count + 2);
      gate.clock.advance(2_000);
      await sweepAnswers(gate.context);
      assert.deepEqual(await names(), ['new']);
    });
  });
}
