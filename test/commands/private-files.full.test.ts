// Files that hold drafts, e-mail addresses and password hashes are readable by their owner alone.

import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileStorage } from '../../src/media/file-storage.ts';
import { openStore } from '../../src/store/store.ts';
import { emptyPlace, freshPlace } from '../support/databases/databases.ts';
import { databaseFile } from '../support/databases/sql.ts';
import { assertDone, cliAt } from '../support/processes/cli.ts';

const mask = process.umask(0o022);
after(() => process.umask(mask));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** Every file below a folder with its permissions, folders too. */
async function modesIn(folder: string): Promise<{ [name: string]: string }> {
  const names = await readdir(folder, { recursive: true });
  const entries = names.map(async (name) => [name, await modeOf(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

describe('under umask 022', () => {
  test('a new database and its log are private, also while they are in use', async () => {
    const { dataDir } = await emptyPlace('sqlite');
    const place = { dataDir: join(dataDir, 'new'), databaseUrl: null };
    const store = await openStore(place);
    const modes = await modesIn(place.dataDir);
    await store.close();
    assert.equal(await modeOf(place.dataDir), '700');
    assert.deepEqual(modes, {
      'standfirst.db': '600',
      'standfirst.db-shm': '600',
      'standfirst.db-wal': '600',
    });
  });

  test('a database that others can read is closed to them at the next start', async () => {
    const place = await freshPlace('sqlite');
    await chmod(databaseFile(place), 0o644);
    const open = await openStore(place);
    await chmod(`${databaseFile(place)}-wal`, 0o644);
    const again = await openStore(place);
    const modes = await modesIn(place.dataDir);
    await again.close();
    await open.close();
    assert.deepEqual(new Set(Object.values(modes)), new Set(['600']));
  });

  test('images are', async () => {
    const { dataDir } = await emptyPlace('sqlite');
    const folder = join(dataDir, 'media');
    await fileStorage(folder).put('a.webp', Buffer.from('a'));
    assert.deepEqual(await modesIn(dataDir), { media: '700', 'media/a.webp': '600' });
  });

  test('backups and exports are', async () => {
    const place = await freshPlace('sqlite');
    await fileStorage(join(place.dataDir, 'media')).put(`${'a'.repeat(64)}.webp`, Buffer.from('a'));
    const { dataDir: target } = await emptyPlace('sqlite');
    await mkdir(join(target, 'existing'));
    // Commands inherit the umask of the test.
    const cli = (...args: string[]) => cliAt(place, ...args);
    assertDone(await cli('backup', join(target, 'copy.db')));
    assertDone(await cli('backup', `${join(target, 'folder')}/`));
    assertDone(await cli('backup', join(target, 'existing')));
    assertDone(await cli('export', join(target, 'archive.ndjson')));
    for (const [name, mode] of Object.entries(await modesIn(target))) {
      const isFolder = /^(?:folder|existing)(?:\/media)?$/.test(name);
      if (name !== 'existing') assert.equal(mode, isFolder ? '700' : '600', name);
    }
  });
});
