// doctor on damaged databases: each damage is found with a sentence, and a sound database is sound.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, copyFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { configFrom } from '../../src/config.ts';
import { examine } from '../../src/operations/doctor/doctor.ts';
import { checkDisk } from '../../src/operations/doctor/files.ts';
import { newContext } from '../../src/operations/operation.ts';
import { rebuild } from '../../src/operations/publishing/rebuild.ts';
import { connectStore } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import {
  copiedPlace,
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { databaseFile, sqlAt } from '../support/databases/sql.ts';
import { someOf } from '../support/full.ts';
import { assertOneLine, cliAt } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';
import { AVATAR, DAMAGES, IMAGE, storeImages } from './damages.ts';
import { SCHEMA_DAMAGES } from './schema-damages.ts';

async function soundPlace(kind: DatabaseKind): Promise<Place> {
  const place = await freshPlace(kind);
  const context = await contextAt(place);
  const body_md = `Words.\n\n![A bridge](/media/${IMAGE})\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n`;
  await importLines(context, [
    author('ada', { avatar_url: `/media/${AVATAR}`, bio: 'Writes.' }),
    ...[
      piece('ada', { body_md }),
      piece('ada', { sub: 'Below', tags: ['bridges', 'rivers'] }),
      piece('ada'),
    ],
    piece('ada', { status: 'draft', published_at: undefined }),
  ]);
  await context.store.close();
  await storeImages(place);
  return place;
}

const configAt = ({ dataDir, databaseUrl }: Place) =>
  configFrom({
    BASE_URL: 'https://press.example',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
  });

/** The sentences of what is wrong, or the one that ended the examination. */
async function problemsAt(place: Place): Promise<string[]> {
  const config = configAt(place);
  const store = await connectStore(config);
  const problems: string[] = [];
  try {
    for await (const { isWell, words } of examine(newContext(store, config))) {
      if (!isWell) problems.push(words);
    }
  } catch (error) {
    const explained = store.explained(error);
    assert.ok(explained instanceof Error && explained.name === 'OperatorError', String(error));
    problems.push(explained.message);
  } finally {
    await store.close();
  }
  return problems;
}

const damagesOn = (kind: DatabaseKind) =>
  [...DAMAGES, ...SCHEMA_DAMAGES].filter(({ on }) => on.includes(kind));

for (const kind of DATABASES) {
  describe(`doctor on ${kind}`, { concurrency: 4 }, async () => {
    const sound = await soundPlace(kind);

    test('finds nothing wrong with a sound database', async () => {
      assert.deepEqual(await problemsAt(await copiedPlace(sound)), []);
    });

    for (const { what, damage, words } of someOf(damagesOn(kind), 4)) {
      test(`finds that ${what}, and what is rebuilt is sound again`, async () => {
        const place = await copiedPlace(sound);
        await damage(place);
        const problems = await problemsAt(place);
        const said = problems.join('\n');
        for (const word of words) assert.ok(said.includes(word), `${word} is not in: ${said}`);
        for (const sentence of problems) assert.match(sentence, /^[^\n]+$/);
        if (!problems.every((sentence) => sentence.includes('rebuild'))) return;
        const config = configAt(place);
        const store = await connectStore(config);
        await rebuild(newContext(store, config));
        await store.close();
        assert.deepEqual(await problemsAt(place), []);
      });
    }
  });
}

/** Also one that a search index keeps for itself, which SQLite protects unless it is told not to. */
function dropSqliteTable(place: Place, table: string): void {
  const database = new DatabaseSync(databaseFile(place), { defensive: false });
  try {
    database.exec(`PRAGMA foreign_keys = OFF; DROP TABLE ${table}`);
  } finally {
    database.close();
  }
}

/** The service makes this one again by itself. */
const MADE_AGAIN = 'kysely_migration_lock';

describe('doctor on a database that has lost a table', () => {
  const assertNamed = (problems: string[], table: string) => {
    const named = problems.find((words) => words.includes(`The database has no table ${table},`));
    assert.match(named ?? '', /Restore a backup/, `${table}: ${problems.join('\n')}`);
    for (const words of problems) assert.match(words, /^[^\n]+$/);
  };

  test('names it, whichever it is, on sqlite', async () => {
    const sound = await soundPlace('sqlite');
    const place = await freshPlace('sqlite');
    await sqlAt(sound, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const tables = await sqlAt(
      sound,
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    );
    assert.ok(tables.length > 30, `${tables.length} tables`);
    // Every fifth, and all of them in a soak.
    const each = rounds(0, 1) === 1 ? 1 : 5;
    for (const { name } of tables.filter((_, at) => at % each === 0)) {
      if (name === MADE_AGAIN) continue;
      await copyFile(databaseFile(sound), databaseFile(place));
      dropSqliteTable(place, String(name));
      assertNamed(await problemsAt(place), String(name));
    }
  });

  test('names it on postgres', async () => {
    for (const table of ['piece_texts', 'publications', 'kysely_migration']) {
      const place = await freshPlace('postgres');
      await sqlAt(place, `DROP TABLE ${table} CASCADE`);
      assertNamed(await problemsAt(place), table);
    }
  });

  test('says so to a user of postgres who may not compare the schema', async () => {
    const place = await freshPlace('postgres');
    const url = new URL(place.databaseUrl ?? '');
    url.username = `reader_${randomUUID().replaceAll('-', '')}`;
    url.password = 'reads';
    await sqlAt(
      place,
      `CREATE ROLE ${url.username} LOGIN PASSWORD 'reads' IN ROLE pg_read_all_data`,
    );
    try {
      const asReader = { ...place, databaseUrl: url.href };
      assert.deepEqual(await problemsAt(asReader), []);
      await sqlAt(place, 'DROP TABLE publications CASCADE');
      const [first = ''] = await problemsAt(asReader);
      assert.match(first, /does not match its migrations: .*publications.* Restore a backup\.$/);
    } finally {
      await sqlAt(place, `DROP ROLE ${url.username}`);
    }
  });

  test('goes on to files and disk', async () => {
    const place = await freshPlace('sqlite');
    dropSqliteTable(place, 'publications');
    const { code, stdout, stderr } = await cliAt(place, 'doctor');
    assert.equal(code, 1);
    assert.match(stdout, /^ok {4}disk/m);
    assert.match(stderr, /^The database has no table publications, .* Restore a backup\.$/m);
  });
});

describe('doctor', () => {
  test('finds a disk that is full', async () => {
    const config = configAt(await freshPlace('sqlite'));
    const [roomy] = await checkDisk({ config });
    assert.match(roomy?.words ?? '', /^disk, \d+ MB left$/);
    const [full] = await checkDisk({ config }, Number.MAX_SAFE_INTEGER);
    assert.deepEqual(full?.isWell, false);
    assert.match(full?.words ?? '', /^The disk of .* has \d+ MB .* left\. Make room/);
    // The kernel's own file system has no room by nature.
    const [none] = await checkDisk({ config: { ...config, dataDir: '/proc' } });
    assert.match(none?.words ?? '', /has 0 MB/);
  });

  test('finds images that cannot be listed', async () => {
    const place = await freshPlace('sqlite');
    const config = configFrom({
      DATA_DIR: place.dataDir,
      MEDIA_URL: 's3://K:S@127.0.0.1:1/images?tls=off',
    });
    const store = await connectStore(config);
    const problems: string[] = [];
    for await (const { isWell, words } of examine(newContext(store, config))) {
      if (!isWell) problems.push(words);
    }
    await store.close();
    assert.match(
      problems.join('\n'),
      /^The permissions|^The images cannot be listed: .*MEDIA_URL/m,
    );
  });

  test('exits with 1 and one line for each problem', async () => {
    const place = await soundPlace('sqlite');
    await chmod(place.dataDir, 0o755);
    assertOneLine(await cliAt(place, 'doctor'), 'chmod 700');
  });
});
