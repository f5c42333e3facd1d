// Migrations on PostgreSQL while another connection has locked what they change: they wait, and say for whom.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshPlace } from '../support/databases/databases.ts';
import { withSql } from '../support/databases/sql.ts';
import { environmentOf, startCli } from '../support/processes/cli.ts';

test('a migration that waits for a lock says so, and is done when it has it', async () => {
  const place = await freshPlace('postgres');
  await withSql(place, async (query) => {
    const [own] = await query('SELECT pg_backend_pid() AS pid');
    await query('BEGIN');
    await query('LOCK TABLE kysely_migration_lock IN ACCESS EXCLUSIVE MODE');
    const running = startCli(environmentOf(place), ['migrate']);
    let said = '';
    const words = new RegExp(`waiting for PostgreSQL process ${own?.['pid']}\\.`);
    await new Promise<void>((resolve) => {
      running.process.stderr?.on('data', (text) => {
        said += String(text);
        if (words.test(said)) resolve();
      });
      void running.ended.then(() => resolve());
    });
    assert.match(said, words);
    await query('COMMIT');
    assert.equal((await running.ended).code, 0);
  });
});
