// key …: shown once, alone on standard output; stored as a hash and nothing else.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { author } from '../support/archive/records.ts';
import {
  DATABASES_IN_FULL,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { assertDone, assertOneLine, cliAt, environmentOf } from '../support/processes/cli.ts';
import { runCliInTurn } from '../support/processes/cli-in-turn.ts';

const KEY = /^pk_live_[0-9a-f]{64}\n$/;
const DAY_MS = 86_400_000;

async function placeWithAda(kind: DatabaseKind): Promise<Place> {
  const place = await freshPlace(kind);
  await importLines(await contextAt(place), [author('ada')]);
  return place;
}

const CREATE = ['key', 'create', '--writer', 'ada', '--name', 'a program'];
const create = (place: Place, ...more: string[]) => cliAt(place, ...CREATE, ...more);

const keys = (place: Place) => sqlAt(place, 'SELECT * FROM api_keys ORDER BY created_at');

/** Everything that a key could be left behind in. */
async function textOf(place: Place): Promise<string> {
  if (place.databaseUrl !== null) return JSON.stringify(await keys(place));
  const files = await readdir(place.dataDir);
  const bytes = await Promise.all(files.map((file) => readFile(join(place.dataDir, file))));
  return Buffer.concat(bytes).toString('latin1');
}

const REFUSED: [args: string[], ...words: string[]][] = [
  [['--scope', 'pieces:publish'], '--scope', 'pieces:write'],
  [['--expires', 'never'], '--expires', '90d'],
  [['--expires', '0d'], '--expires'],
  [['--expires', '90'], '--expires'],
  [['--writer', 'nobody'], 'nobody'],
  [['--name', ' '], 'name'],
  [['--name', 'x'.repeat(81)], 'name'],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`key on ${kind}`, () => {
    test('create prints the key alone, and the database has its SHA-256 alone', async () => {
      const place = await placeWithAda(kind);
      const ended = await create(place);
      assertDone(ended);
      assert.match(ended.stdout, KEY);
      assert.doesNotMatch(ended.stderr, /pk_live_/);
      const key = ended.stdout.trim();
      const [row] = await keys(place);
      assert.equal(row?.['hash'], createHash('sha256').update(key).digest('hex'));
      assert.ok(ended.stderr.includes(String(row?.['id'])), 'the id is what revokes it');
      assert.deepEqual(
        [row?.['name'], row?.['scope'], row?.['expires_at'], row?.['revoked_at']],
        ['a program', 'pieces:write', null, null],
      );
      assert.ok(!(await textOf(place)).includes(key.slice('pk_live_'.length)));
      const again = await create(place);
      assert.notEqual(again.stdout, ended.stdout);
    });

    test('create takes a scope and an expiry', async () => {
      const place = await placeWithAda(kind);
      const before = Date.now();
      assertDone(await create(place, '--scope', 'pieces:read', '--expires', '90d'));
      const after = Date.now();
      const [row] = await keys(place);
      assert.equal(row?.['scope'], 'pieces:read');
      const expires = Date.parse(String(row?.['expires_at'])) - 90 * DAY_MS;
      assert.ok(expires >= before && expires <= after);
    });

    test('revoke ends a key, once, and says when there is none', async () => {
      const place = await placeWithAda(kind);
      assertDone(await create(place));
      const id = String((await keys(place))[0]?.['id']);
      const before = Date.now();
      assertDone(await cliAt(place, 'key', 'revoke', id));
      const revoked = (await keys(place))[0]?.['revoked_at'];
      assert.ok(Date.parse(String(revoked)) >= before);
      await cliAt(place, 'key', 'revoke', id);
      assert.equal((await keys(place))[0]?.['revoked_at'], revoked);
      assertOneLine(await cliAt(place, 'key', 'revoke', 'no-such-key'), 'no-such-key');
    });
  });
}

describe('key', () => {
  test('create refuses what cannot be, in one line, and makes no key', async () => {
    const place = await placeWithAda('sqlite');
    const turns = REFUSED.map(([args]) => ({ args: [...CREATE, ...args] }));
    const all = await runCliInTurn(environmentOf(place), turns);
    for (const [at, ended] of all.entries()) {
      const [args, ...words] = REFUSED[at] ?? [];
      assertOneLine(ended, ...words);
      assert.equal(ended.stdout, '', String(args));
    }
    assert.deepEqual(await keys(place), []);
  });
});
