// DATABASE_POOL: a process never has more connections to PostgreSQL than this.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { newContext } from '../../src/operations/operation.ts';
import { openStore } from '../../src/store/store.ts';
import { freshPlace, type Place } from '../support/databases/databases.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import { listen } from '../support/raw-http.ts';

const OTHERS = `SELECT count(*) AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Counted on a separate connection: within a transaction the answer would never change. */
const countOthers = async (place: Place) => Number((await sqlAt(place, OTHERS))[0]?.['n']);

const READS = [
  '/api/public/pieces/recent',
  '/api/public/authors/ada',
  '/api/public/pieces/search?q=bridge',
  '/api/public/authors/search?q=ada',
  '/feed.json',
  '/readyz',
];

describe('connections of a process', () => {
  for (const most of [4, 15]) {
    test(`are at most ${most} with DATABASE_POOL=${most}, and it uses them all`, async () => {
      const { dataDir, databaseUrl } = await freshPlace('postgres');
      const place = { dataDir, databaseUrl };
      const config = configFrom({
        BASE_URL: 'https://press.example',
        LOG_LEVEL: 'silent',
        CACHE_MB: '0',
        DATABASE_URL: databaseUrl ?? '',
        DATABASE_POOL: String(most),
      });
      const store = await openStore(config);
      after(() => store.close());
      const app = await buildApp(newContext(store, config));
      await listen(app);
      while (store.contentVersion() === null) await setTimeout(10);
      const before = await countOthers(place);
      assert.ok(before >= 1 && before <= most, String(before));
      await withSql(place, async (query) => {
        await query('BEGIN');
        // Everybody waits here, with the connection that they have.
        await query('LOCK TABLE authors, publications, settings, piece_texts, author_texts');
        const asked = READS.flatMap((url) => Array.from({ length: 12 }, () => app.inject(url)));
        // Ours, which holds the lock, is one of them.
        const count = async () => (await countOthers(place)) - 1;
        let seen = 0;
        while (seen < most) seen = Math.max(seen, await count());
        // And no more come.
        for (let at = 0; at < 5; at += 1) seen = Math.max(seen, await count());
        await query('COMMIT');
        assert.equal(seen, most);
        await Promise.all(asked);
      });
    });
  }

  test('fewer than it needs are refused, and named', () => {
    assert.throws(() => configFrom({ DATABASE_POOL: '3' }), /DATABASE_POOL.*from 4 to 1000/);
  });
});
