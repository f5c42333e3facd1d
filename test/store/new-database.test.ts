// Two processes create a SQLite database at the same moment: the second waits for the first.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { SyncConnection } from '../../src/store/sqlite/sync-connection.ts';
import { emptyPlace } from '../support/databases/databases.ts';

/** Begins to write as the first process does, before the file has its write-ahead log, and ends a little later. */
const FIRST = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData);
  database.exec('CREATE TABLE first (a); BEGIN IMMEDIATE');
  parentPort.postMessage('begun');
  setTimeout(() => database.close(), 200);
`;

test('a connection waits for the one that makes the database', async () => {
  const file = join((await emptyPlace('sqlite')).dataDir, 'standfirst.db');
  const first = new Worker(FIRST, { eval: true, workerData: file });
  await once(first, 'message');
  const connection = new SyncConnection({ file, readOnly: false, busyMs: 5_000 });
  assert.deepEqual(connection.run('PRAGMA journal_mode', []).rows, [{ journal_mode: 'wal' }]);
  connection.close();
  await once(first, 'exit');
});
