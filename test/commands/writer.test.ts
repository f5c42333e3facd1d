// writer …: what each command does to the people who write, and what it refuses.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { verify } from '@node-rs/argon2';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace, type Place, SQLITE_OR_BOTH } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { someOf } from '../support/full.ts';
import {
  assertDone,
  assertOneLine,
  cliAt,
  createWriterAt,
  environmentOf,
  runCli,
} from '../support/processes/cli.ts';

const ADA = {
  ...{ slug: 'ada', name: 'Ada Ö. "Lovelace"', email: 'Ada@Press.Example' },
  password: 'correct horse',
};

/** How a password ends, and how it does not. */
const INPUTS = ['päss phrase 3\r\nmore\n', 'päss phrase 2', 'päss phrase 1\n'];

const people = (place: Place) =>
  sqlAt(
    place,
    `SELECT u.slug, u.name, u.identity_verified, a.email, a.is_admin, a.password_hash
     FROM authors u JOIN accounts a ON a.id = u.id ORDER BY u.slug`,
  );

async function hashOf(place: Place): Promise<string> {
  const [row] = await people(place);
  return String(row?.['password_hash']);
}

const REFUSED: [changes: { [name: string]: string }, ...words: string[]][] = [
  [{ slug: 'Ada' }, 'slug'],
  [{ slug: 'search' }, 'search', 'reserved'],
  [{ slug: 'taken' }, 'taken'],
  [{ email: 'nobody' }, 'email'],
  [{ email: 'TAKEN@press.example' }, 'taken@press.example'],
  [{ password: 'short' }, 'password'],
  [{ name: ' ' }, 'name'],
];

/** How a hash begins that is as slow to guess at as it is meant to be. */
const HONEST = '$argon2id$v=19$m=19456,t=2,';

for (const kind of SQLITE_OR_BOTH) {
  describe(`writer on ${kind}`, () => {
    test('create makes one who can sign in, with a hashed password', async () => {
      const place = await freshPlace(kind);
      const ended = await createWriterAt(place, ADA);
      assertDone(ended);
      assert.match(ended.stdout, /ada/);
      const bo = { slug: 'bo', name: 'Bo', email: 'bo@press.example', password: 'long enough' };
      assertDone(await createWriterAt(place, bo, '--admin', '--identity-verified'));
      const rows = await people(place);
      assert.deepEqual(
        rows.map(({ password_hash, ...row }) => ({
          ...row,
          hash: String(password_hash).slice(0, HONEST.length),
        })),
        [
          {
            ...{ slug: 'ada', name: ADA.name, identity_verified: 0 },
            ...{ email: 'ada@press.example', is_admin: 0, hash: HONEST },
          },
          {
            ...{ slug: 'bo', name: 'Bo', identity_verified: 1 },
            ...{ email: 'bo@press.example', is_admin: 1, hash: HONEST },
          },
        ],
      );
      assert.ok(await verify(await hashOf(place), ADA.password));
    });

    test('verify, password and suspend do what they say', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      await importLines(context, [author('ada'), piece('ada')]);

      assertDone(await cliAt(place, 'writer', 'verify', 'ada'));
      assert.equal((await context.store.authors.bySlug('ada'))?.identity_verified, 1);

      const file = join(place.dataDir, 'password');
      await writeFile(file, 'the first one\nand more\n');
      const fromFile = ['writer', 'password', 'ada', '--password-file', file];
      assertDone(await cliAt(place, ...fromFile));
      assert.ok(await verify(await hashOf(place), 'the first one'));
      for (const input of someOf(INPUTS, 3)) {
        assertDone(await runCli(environmentOf(place), ['writer', 'password', 'ada'], input));
        assert.ok(await verify(await hashOf(place), input.slice(0, 13)), input);
      }

      assertDone(await cliAt(place, 'writer', 'suspend', 'ada'));
      assert.equal(await context.store.publications.count(), 0);
      assert.equal(await context.store.authors.publicBySlug('ada'), undefined);
      assert.deepEqual(
        await context.store.authors.search({ term: 'ada', after: null, limit: 10 }),
        [],
      );
      assert.equal((await sqlAt(place, 'SELECT id FROM pieces')).length, 1);
    });
  });
}

describe('writer', () => {
  test('create refuses what cannot be, in one line, and makes nothing', async () => {
    const place = await freshPlace('sqlite');
    const taken = { ...ADA, slug: 'taken', email: 'taken@press.example' };
    assertDone(await createWriterAt(place, taken));
    for (const [changes, ...words] of someOf(REFUSED, 4)) {
      const ended = await createWriterAt(place, { ...ADA, ...changes });
      assertOneLine(ended, ...words);
      assert.doesNotMatch(ended.stderr, /correct horse/);
    }
    assert.equal((await people(place)).length, 1);
  });

  test('a password in an argument works, with a warning; a file that cannot be read does not', async () => {
    const place = await freshPlace('sqlite');
    const { password, ...rest } = ADA;
    const words = Object.entries(rest).flatMap(([name, value]) => [`--${name}`, value]);
    const create = ['writer', 'create', ...words];
    assertOneLine(await cliAt(place, ...create, '--password-file', '/none'), '/none');
    assert.deepEqual(await people(place), []);
    for (const [command, chosen] of [
      [create, password],
      [['writer', 'password', 'ada'], `${password} staple`],
    ] as const) {
      const ended = await cliAt(place, ...command, '--password', chosen);
      assertDone(ended);
      assert.match(ended.stderr, /process list.*--password-file/);
      assert.doesNotMatch(ended.stderr, /correct horse/);
      assert.ok(await verify(await hashOf(place), chosen));
    }
  });

  test('a writer who is not there, and a password that is none, are one line each', async () => {
    const place = await freshPlace('sqlite');
    assertDone(await createWriterAt(place, ADA));
    const before = await hashOf(place);
    for (const act of ['verify', 'suspend']) {
      assertOneLine(await cliAt(place, 'writer', act, 'nobody'), 'nobody');
    }
    const password = ['writer', 'password'];
    assertOneLine(
      await runCli(environmentOf(place), [...password, 'nobody'], 'long enough\n'),
      'nobody',
    );
    assertOneLine(await runCli(environmentOf(place), [...password, 'ada'], 'short\n'), 'password');
    assertOneLine(await runCli(environmentOf(place), [...password, 'ada'], ''), 'password');
    assert.equal(await hashOf(place), before);
  });
});
