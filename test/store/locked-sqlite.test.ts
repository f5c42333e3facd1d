// SQLite while another process has locked the whole file: reads fail without stopping the event loop.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connectStore } from '../../src/store/store.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { databaseFile } from '../support/databases/sql.ts';

const READS = 40;
/** A quarter of what a wait of 200 ms for each read would take. */
const MOST_MS = 2_000;

test('reads of a locked file say so, and leave the event loop to others', async () => {
  const place = await freshPlace('sqlite');
  const store = await connectStore(place);
  after(() => store.close());
  const other = new DatabaseSync(databaseFile(place));
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM settings');
  const { eventLoopUtilization } = performance;
  const before = eventLoopUtilization();
  for (let read = 0; read < READS; read += 1) {
    assert.equal(store.contentVersion(), null);
    const error = await store.publications.lastPosition().catch((failure: unknown) => failure);
    assert.match(String(store.unavailable(error)), /locked by another process/);
    assert.match(
      String(store.unavailable(await store.authors.bySlug('ada').catch((each: unknown) => each))),
      /locked by another process/,
    );
  }
  const { active } = eventLoopUtilization(before);
  assert.ok(active < MOST_MS, `${Math.round(active)} ms`);
  other.close();
  assert.equal(await store.authors.bySlug('ada'), undefined);
  while (store.contentVersion() === null) await setTimeout(20);
});
