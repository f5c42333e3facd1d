// Migrations: each once, also when several processes start together, and none on a newer database.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import {
  DATABASES,
  type DatabaseKind,
  emptyPlace,
  type Place,
} from '../support/databases/databases.ts';
import { databaseFile, sqlAt } from '../support/databases/sql.ts';
import { isFull, someOf } from '../support/full.ts';
import { assertDone, assertOneLine, cliAt } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';

const ROUNDS = rounds(isFull ? 3 : 1, 25);
const AT_ONCE = 4;

async function names(kind: DatabaseKind): Promise<string[]> {
  const files = await readdir(new URL('../../migrations/', import.meta.url));
  const own = files.filter((file) => ['sql', kind].includes(file.split('.')[1] ?? ''));
  return own.map((file) => file.split('.')[0] ?? '').sort();
}

const applied = (place: Place) => sqlAt(place, 'SELECT * FROM kysely_migration ORDER BY name');

const appliedNames = async (place: Place) => (await applied(place)).map(({ name }) => name);

const tables = (place: Place) =>
  sqlAt(
    place,
    place.databaseUrl === null
      ? 'SELECT name, sql FROM sqlite_schema ORDER BY name'
      : `SELECT table_name, column_name FROM information_schema.columns
         WHERE table_schema = 'public' ORDER BY table_name, column_name`,
  );

async function stateOf(place: Place): Promise<object> {
  const file = place.databaseUrl === null ? await readFile(databaseFile(place)) : '';
  return {
    applied: await applied(place),
    tables: await tables(place),
    bytes: createHash('sha256').update(file).digest('hex'),
  };
}

/** Why a migration that has run cannot run again. */
const AGAIN = /already exists|does not exist|no such|duplicate column/;

for (const kind of DATABASES) {
  describe(`migrations on ${kind}`, () => {
    test('run in order, each once', async () => {
      const place = await emptyPlace(kind);
      await (await openStore(place)).close();
      const first = await stateOf(place);
      assert.deepEqual(await appliedNames(place), await names(kind));
      const again = await openStore(place);
      assert.deepEqual(await again.migrate(), []);
      assert.deepEqual(await again.pendingMigrations(), []);
      await again.close();
      assert.deepEqual(await stateOf(place), first);
    });

    test(`${AT_ONCE} processes that start together on nothing do not collide`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const place = await emptyPlace(kind);
        const starting = Array.from({ length: AT_ONCE }, () => cliAt(place, 'migrate'));
        for (const ended of await Promise.all(starting)) assertDone(ended);
        assert.deepEqual(await appliedNames(place), await names(kind));
        assertDone(await cliAt(place, 'doctor'));
      }
    });

    test('one that fails is named, with the cause, and nothing of it stays', async () => {
      const place = await emptyPlace(kind);
      await (await openStore(place)).close();
      // Adds columns, and so fails on what it has made already.
      const failing = '0033-hub-ping-leases';
      await sqlAt(place, `DELETE FROM kysely_migration WHERE name >= '${failing}'`);
      const before = { applied: await applied(place), tables: await tables(place) };
      for (const command of someOf(['serve', 'migrate'], 2)) {
        const ended = await cliAt(place, command);
        assertOneLine(ended, /^The migration /, `migration ${failing} failed`, AGAIN);
      }
      assert.deepEqual({ applied: await applied(place), tables: await tables(place) }, before);
    });

    for (const unknown of someOf(['9999-from-the-future', '0001-another-foundation'], 2)) {
      test(`a database that has had ${unknown} is refused and left as it is`, async () => {
        const place = await emptyPlace(kind);
        await (await openStore(place)).close();
        await sqlAt(place, `INSERT INTO kysely_migration VALUES ('${unknown}', '2030-01-01')`);
        const before = await stateOf(place);
        for (const command of someOf([['serve'], ['migrate'], ['key', 'revoke', 'x']], 3)) {
          assertOneLine(await cliAt(place, ...command), unknown, 'newer');
        }
        assert.deepEqual(await stateOf(place), before);
      });
    }
  });
}
