// Input with very many mistakes: a list that is too long is one mistake, and at most twenty are listed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { ERRORS_LISTED, Problem } from '../../src/errors.ts';
import { PIECE_LIMITS } from '../../src/schemas/piece-limits.ts';
import { REQUEST_LIMITS } from '../../src/schemas/requests/request-limits.ts';
import { Text } from '../../src/schemas/text.ts';
import { checkerOf } from '../../src/validation.ts';
import { problemsOf, version } from '../support/archive/imports.ts';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { addKey, addWriter, DRAFT, post, startGate } from '../support/gate.ts';
import { at, listAt } from '../support/json.ts';

const MOST_BYTES = 8_192;
/** No body has more values, and an archive is the operator's. */
const MANY = REQUEST_LIMITS.jsonValues;
/** As many errors as two megabytes of input can have. */
const MILLION = 1_000_000;

function problemIn(check: (value: unknown) => unknown, value: unknown): Problem {
  try {
    check(value);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return assert.fail('It was taken.');
}

describe('many mistakes in one value', () => {
  const check = checkerOf(Type.Object({ tags: Type.Array(Text(3), { maxItems: 8 }) }));

  test('the items of a list that is too long are not looked at', () => {
    const { errors } = problemIn(check, { tags: Array.from({ length: MANY }, () => 7) });
    const reason = `Expected a list of at most 8, got a list of ${MANY}.`;
    assert.deepEqual(errors, [{ field: 'tags', reason, advice: 'At most 8.' }]);
  });

  test('those of a list within its bounds are, each', () => {
    const { errors, reason } = problemIn(check, { tags: ['a', 7, 'abcd', ' ', 'b'] });
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['tags[1]', 'tags[2]', 'tags[3]'],
    );
    assert.equal(reason, '3 fields are not as expected: tags[1], tags[2], tags[3].');
  });

  test('a text that is too long is one mistake, whatever else is wrong with it', () => {
    const { errors } = problemIn(check, { tags: [`\u0000${'x'.repeat(1_000_000)}`] });
    assert.equal(errors?.length, 1);
    const reason = 'Expected text of 1 to 3 characters, got 1000001 characters.';
    assert.deepEqual([errors[0]?.field, errors[0]?.reason], ['tags[0]', reason]);
    assert.match(errors[0]?.advice ?? '', /^.{61}…”: at most 3 characters; this has 1000001\.$/);
  });

  test('twenty are listed, and the others counted', () => {
    const open = checkerOf(Type.Object({ notes: Type.Array(Type.Object({ a: Text(3) })) }));
    const problem = problemIn(open, { notes: Array.from({ length: MANY }, () => ({})) });
    assert.equal(problem.errors?.length, ERRORS_LISTED);
    assert.equal(problem.more, MANY - ERRORS_LISTED);
    assert.equal(problem.errors?.at(-1)?.field, `notes[${ERRORS_LISTED - 1}].a`);
    assert.match(
      problem.reason,
      new RegExp(`^${MANY} fields are not as expected: notes\\[0\\]\\.a`),
    );
    assert.match(problem.reason, new RegExp(`and ${MANY - ERRORS_LISTED} more\\.$`));
    assert.ok(problem.reason.length < MOST_BYTES);
  });
});

describe('many mistakes in one request', async () => {
  const gate = await startGate('sqlite', { RATE_LIMITS: 'off' });
  await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');

  const draftWithTags = async (length: number) => {
    const answer = await post(gate, key, { ...DRAFT, tags: Array.from({ length }, () => 7) });
    assert.equal(answer.statusCode, 400);
    assert.ok(answer.rawPayload.length < MOST_BYTES, `${answer.rawPayload.length} bytes`);
    return answer.json();
  };

  test('a draft with very many wrong tags is refused in a short answer', async () => {
    const answer = await draftWithTags(REQUEST_LIMITS.jsonValues - 100);
    assert.deepEqual(
      listAt(answer, 'errors').map((error) => at(error, 'field')),
      ['tags'],
    );
  });

  test('with a million of them, before they are parsed', async () => {
    assert.match(String(at(await draftWithTags(MILLION), 'reason')), /too many values/);
  });

  // Trimming it with a pattern would take minutes.
  test('a tag of very many spaces between two letters is refused', {
    timeout: 60_000,
  }, async () => {
    const tag = `a${' '.repeat(1_500_000)}b`;
    const answer = await post(gate, key, { ...DRAFT, tags: [tag] });
    assert.equal(answer.statusCode, 400);
    const tidy = `a${' '.repeat(PIECE_LIMITS.tag - 2)}b`;
    const good = await post(gate, key, { ...DRAFT, tags: [`\u00a0\t\r\n ${tidy}\u3000\n`] });
    assert.equal(good.statusCode, 201, good.body);
  });

  test('a tool call with a wrong text of two megabytes is answered shortly', async () => {
    const answer = await gate.app.inject({
      method: 'POST',
      url: '/api/mcp',
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_pieces', arguments: { query: '\u0000'.repeat(300_000) } },
      },
    });
    assert.ok(answer.rawPayload.length < MOST_BYTES, `${answer.rawPayload.length} bytes`);
  });

  test('a line of an archive with very many wrong versions has a short list too', async () => {
    const context = await contextAt(await freshPlace('sqlite'));
    const versions = Array.from({ length: 1_000 }, () => version({ origin: 'nowhere' }));
    const problems = await problemsOf(context, [author('ada'), piece('ada', { versions })]);
    assert.equal(problems.length, ERRORS_LISTED + 1);
    assert.equal(problems.at(-1), '2: line');
  });
});
