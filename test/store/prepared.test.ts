// Prepared statements on PostgreSQL while the tables change under a process that runs on.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';

test('a statement that a migration has made another is prepared no more, and answers', async () => {
  const place = await freshPlace('postgres');
  const { store } = await contextAt(place);
  after(() => store.close());
  const look = async () => {
    // Often enough to be prepared.
    for (let at = 0; at < 5; at += 1)
      assert.equal(await store.pieces.byId(randomUUID()), undefined);
  };
  await look();
  await sqlAt(place, 'ALTER TABLE pieces ADD COLUMN later TEXT');
  await look();
});
