// The restore drill: a backup under load, restored elsewhere, has all that was acknowledged before it.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { backUp } from '../../src/operations/backup/back-up.ts';
import { backupFolder } from '../../src/operations/backup/backup-folder.ts';
import { findProgram } from '../../src/operations/backup/postgres-programs.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import { saveImage } from '../../src/operations/images/images.ts';
import { newContext } from '../../src/operations/operation.ts';
import { rowsAt } from '../../src/store/postgres/exported-snapshot.ts';
import { openStore } from '../../src/store/store.ts';
import { emptyPlace, freshPlace, type Place } from '../support/databases/databases.ts';
import { startDebianPostgres } from '../support/databases/debian-postgres.ts';
import { appOn } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { assertOneLine, cliAt } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';
import { UNLIMITED } from '../support/unlimited.ts';
import { assertWell, configAt, exportOf, imagesAt, newFolder } from './world.ts';

async function serviceAt(place: Place) {
  const config = configAt(place, UNLIMITED);
  const store = await openStore(config);
  after(() => store.close());
  const context = newContext(store, config);
  const { id } = await createWriter(context, {
    ...{ slug: 'ada', name: 'Ada', email: 'ada@press.example', password: 'long enough' },
    ...{ admin: false, identityVerified: false },
  });
  const key = await createKey(context, {
    ...{ writer: 'ada', name: 'load', scope: 'pieces:write', expiresAt: null },
  });
  return { context, app: await appOn(context), writerId: id, key: key.key };
}

type Service = Awaited<ReturnType<typeof serviceAt>>;

/** Uploads an image and drafts a piece that shows it, again and again; calls back when acknowledged. */
async function load(service: Service, isOver: () => boolean, acknowledge: (id: string) => void) {
  const { app, context, key, writerId } = service;
  const writer = { kind: 'writer', accountId: writerId, slug: 'ada' } as const;
  const actor = { ...writer, isAdmin: false, sessionId: 'none' };
  for (let at = 0; !isOver(); at += 1) {
    const background = { r: at % 256, g: Math.floor(Math.random() * 256), b: 7 };
    const create = { width: 2, height: 2, channels: 3, background } as const;
    const { url } = await saveImage(context, actor, await sharp({ create }).png().toBuffer());
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/v1/pieces' },
      headers: { authorization: `Bearer ${key}` },
      payload: {
        headline: `Draft ${at}`,
        body_md: `![An image](${url}) and ${'words '.repeat(50)}`,
      },
    });
    assert.equal(answer.statusCode, 201, answer.body);
    acknowledge(answer.json().id);
  }
}

async function drill(place: Place, target: Place): Promise<void> {
  const service = await serviceAt(place);
  const { config } = service.context;
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  let isOver = false;
  const loads = [1, 2].map(() =>
    load(
      service,
      () => isOver,
      (id) => {
        if (acknowledged.push(id) >= 10) enough.resolve();
      },
    ),
  );
  const failed = Promise.all(loads).then(() => {});
  await Promise.race([enough.promise, failed]);
  const folder = await newFolder();
  const taken: { before: string[]; copied: number }[] = [];
  try {
    for (let round = 0; round < rounds(2, 10); round += 1) {
      const before = [...acknowledged];
      const { copied } = await backUp(config, backupFolder(folder), new Date());
      taken.push({ before, copied });
    }
  } finally {
    isOver = true;
    await failed;
  }
  assert.ok(
    acknowledged.length > (taken.at(-1)?.before.length ?? 0),
    'nothing was written meanwhile',
  );
  await restore(configAt(target), backupFolder(folder));
  await assertWell(configAt(target));
  const lines = await exportOf(configAt(target));
  const source = new Set(await exportOf(config));
  for (const line of lines) assert.ok(source.has(line), line);
  const restored = lines.join('\n');
  for (const id of taken.at(-1)?.before ?? []) assert.ok(restored.includes(id), `${id} is lost`);
  const images = await imagesAt(config);
  const copies = await imagesAt(configAt(target));
  for (const [name, bytes] of Object.entries(copies)) assert.equal(bytes, images[name], name);
  // The second time, only what came meanwhile.
  assert.ok((taken[1]?.copied ?? 0) < Object.keys(copies).length);
  assert.equal((await readdir(join(folder, 'media'))).length, Object.keys(copies).length);
}

describe('a restore drill', () => {
  test('on sqlite', async () => {
    await drill(await freshPlace('sqlite'), await emptyPlace('sqlite'));
  });

  test('on postgres, by pg_dump', async () => {
    const newDatabase = await startDebianPostgres();
    const placeOn = async (name: string) => ({
      ...(await emptyPlace('sqlite')),
      databaseUrl: await newDatabase(name),
    });
    const place = await placeOn('source');
    const target = await placeOn('target');
    await drill(place, target);
    const folder = `${await newFolder()}/`;
    // The password is in no argument, and in nothing that is said.
    const used = await cliAt(place, 'restore', folder);
    assertOneLine(used, 'no backup');
    await backUp(configAt(place), backupFolder(folder), new Date());
    assertOneLine(await cliAt(place, 'restore', folder), 'not empty');
    const sqlite = { ...(await emptyPlace('sqlite')), databaseUrl: null };
    assertOneLine(await cliAt(sqlite, 'restore', folder), 'Set DATABASE_URL');
    await sqlAt(place, `INSERT INTO kysely_migration VALUES ('9999-future', '2027')`);
    await backUp(configAt(place), backupFolder(folder), new Date());
    const empty = await placeOn('empty');
    await assert.rejects(restore(configAt(empty), backupFolder(folder)), /newer.*9999-future/);
    assert.deepEqual(await rowsAt(empty.databaseUrl), {});
  });

  test('needs a pg_dump that knows the server, and says so', async () => {
    await assert.rejects(findProgram('pg_dump', 18, []), {
      name: 'OperatorError',
      message: /^There is no pg_dump for PostgreSQL 18 .*apt-get install postgresql-client-18/,
    });
    await assert.rejects(findProgram('pg_dump', 999), /no pg_dump for PostgreSQL 999/);
  });
});
