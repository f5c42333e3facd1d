// doctor on damaged databases: each damage is found with a sentence, and a sound database is sound.

import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { configFrom } from '../../src/config.ts';
import { examine } from '../../src/operations/doctor/doctor.ts';
import { checkDisk } from '../../src/operations/doctor/files.ts';
import { rebuild } from '../../src/operations/publishing/rebuild.ts';
import { connectStore } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import {
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { assertOneLine, cliAt } from '../support/processes/cli.ts';
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
    for await (const { isWell, words } of examine({ store, config, now: () => new Date() })) {
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

for (const kind of DATABASES) {
  describe(`doctor on ${kind}`, { concurrency: 4 }, () => {
    test('finds nothing wrong with a sound database', async () => {
      assert.deepEqual(await problemsAt(await soundPlace(kind)), []);
    });

    for (const { what, on, damage, words } of [...DAMAGES, ...SCHEMA_DAMAGES]) {
      if (!on.includes(kind)) continue;
      test(`finds that ${what}, and what is rebuilt is sound again`, async () => {
        const place = await soundPlace(kind);
        await damage(place);
        const problems = await problemsAt(place);
        const said = problems.join('\n');
        for (const word of words) assert.ok(said.includes(word), `${word} is not in: ${said}`);
        for (const sentence of problems) assert.match(sentence, /^[^\n]+$/);
        if (!problems.every((sentence) => sentence.includes('rebuild'))) return;
        const config = configAt(place);
        const store = await connectStore(config);
        await rebuild({ store, config, now: () => new Date() });
        await store.close();
        assert.deepEqual(await problemsAt(place), []);
      });
    }
  });
}

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
    for await (const { isWell, words } of examine({ store, config, now: () => new Date() })) {
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
