// A database file that is deleted, moved or replaced while the service has it open: nothing more is
// acknowledged into it, and the service says that it is not ready.

import assert from 'node:assert/strict';
import { copyFile, rename, rm } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { databaseFile } from '../support/databases/sql.ts';
import { textFields } from '../support/desk/texts.ts';
import { addKey, addWriter, browserOf, DRAFT, post, startGate } from '../support/gate.ts';

const MOVES: { name: string; move(file: string): Promise<void> }[] = [
  { name: 'the file is deleted', move: (file) => rm(file) },
  {
    name: 'the file is replaced',
    async move(file) {
      await copyFile(file, `${file}.copy`);
      await rename(`${file}.copy`, file);
    },
  },
  { name: 'its write-ahead log is deleted', move: (file) => rm(`${file}-wal`) },
];

async function startWorld() {
  const gate = await startGate('sqlite');
  const ada = await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');
  const browser = await browserOf(gate, ada);
  const file = databaseFile(gate.place);
  const page = '/desk/edit/pieces/new';
  const fields = { ...textFields('one'), [CSRF_FIELD]: await browser.csrfToken(page) };
  const statuses = async () => [
    (await post(gate, key, DRAFT)).statusCode,
    (await browser.post(page, fields)).statusCode,
    (await gate.app.inject('/readyz')).statusCode,
  ];
  return { file, statuses };
}

describe('while the service runs', () => {
  for (const { name, move } of MOVES) {
    test(`${name}: nothing is acknowledged any more`, async () => {
      const { file, statuses } = await startWorld();
      assert.deepEqual(await statuses(), [201, 303, 200]);
      await move(file);
      assert.deepEqual(await statuses(), [503, 503, 503]);
    });
  }

  test('the file is moved and brought back: then all is well', async () => {
    const { file, statuses } = await startWorld();
    await rename(file, `${file}.away`);
    assert.deepEqual(await statuses(), [503, 503, 503]);
    await rename(`${file}.away`, file);
    assert.deepEqual(await statuses(), [201, 303, 200]);
  });
});
