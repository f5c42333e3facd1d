// The operator's ways to erase an account: in two weeks, now, and not at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../src/operations/doctor/doctor.ts';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY } from '../support/desk/desk.ts';
import { assertDone, assertOneLine, cliAt } from '../support/processes/cli.ts';

test('writer erase asks, takes back, and erases now', async () => {
  const place = await freshPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada'), author('ben'), piece('ben')]);
  const erase = (...args: string[]) => cliAt(place, 'writer', 'erase', ...args);
  const names = async () =>
    (await sqlAt(place, 'SELECT name FROM authors WHERE pieces_count > 0 ORDER BY name')).map(
      ({ name }) => name,
    );
  assertOneLine(await erase('ada'), /Say what becomes of public pieces/);
  assertOneLine(await erase('nobody', '--pieces', 'erase'), /There is no writer/);
  assertOneLine(await erase('ada', '--cancel'), /is not going to be erased/);
  assert.match((await erase('ada', '--keep-as', 'A Friend')).stdout, /ada will be erased at 20/);
  assertDone(await erase('ada', '--cancel'));
  assertDone(await erase('ada', '--keep-as', 'A Friend', '--now'));
  assert.deepEqual(await names(), ['A Friend', 'ben']);
  assertOneLine(await erase('a-friend', '--pieces', 'erase'), /is what stays of an erased account/);
  assertDone(await erase('ben', '--pieces', 'erase'));
  await sqlAt(
    place,
    "UPDATE erasures SET due_at = '2026-01-01T00:00:00.000Z' WHERE begun_at IS NULL",
  );

  const config = { ...context.config, dataDir: place.dataDir };
  const now = () => new Date(Date.now() + DAY);
  const said = async () => {
    const found = await Array.fromAsync(examine({ ...context, config, now }));
    return found.filter(({ words }) => /erased/.test(words)).map(({ words }) => words);
  };
  assert.match((await said()).join(), /was to be erased by 2026-01-01.*, and was not/);
  assertDone(await cliAt(place, 'erase-due'));
  assert.deepEqual(await names(), ['A Friend']);
  assert.deepEqual(await said(), ['erased accounts']);
});
