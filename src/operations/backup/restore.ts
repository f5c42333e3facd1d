// Restores a backup into an empty place, and checks every hash and count on the way.

import { createHash } from 'node:crypto';
import { chmod, open, readdir, rm, rmdir } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { mediaFolder, operatorStorage } from '../../media/choose-storage.ts';
import { isMissing, makePrivateFolder, nameDurably, partialOf } from '../../media/durable-files.ts';
import { PRIVATE } from '../../schemas/limits.ts';
import { rowsAt } from '../../store/postgres/exported-snapshot.ts';
import type { TableCounts } from '../../store/row-counts.ts';
import { examineFile } from '../../store/sqlite/backup.ts';
import { sqliteFile } from '../../store/sqlite/files.ts';
import { type BackupPlace, inParallel, readWhole } from './backup-place.ts';
import { MANIFEST, type Manifest, type ManifestFile, readManifest, sha256 } from './manifest.ts';
import { findProgram, runProgram } from './postgres-programs.ts';

/** The database gets its name last, so that nothing can be served from half a restore. */
export async function restore(config: Config, place: BackupPlace): Promise<Manifest> {
  const text = await readWhole(place, MANIFEST);
  if (!text) throw new OperatorError(`There is no backup in ${place.where}: no ${MANIFEST}.`);
  const manifest = readManifest(text.toString(), place.where);
  refuseOtherKind(config, manifest);
  await refuseUsed(config);
  await makePrivateFolder(config.dataDir);
  const file = partialOf(sqliteFile(config.dataDir));
  const storage = operatorStorage(config);
  const stored: string[] = [];
  try {
    await fetchDatabase(place, manifest.database.parts, file);
    await inParallel(manifest.images, async (image) => {
      const bytes = (await readWhole(place, image.name)) ?? Buffer.alloc(0);
      assertSame(place, image, bytes.length, sha256(bytes));
      const name = image.name.slice('media/'.length);
      stored.push(name);
      await storage.put(name, bytes);
    });
    if (config.databaseUrl) await restoreDump(config.databaseUrl, manifest, file);
    else await restoreFile(config.dataDir, manifest, file);
  } catch (error) {
    // The place was empty, so all of this is ours.
    for (const name of stored) await storage.remove(name);
    if (!config.mediaBucket) await rmdir(mediaFolder(config)).catch(() => {});
    throw error;
  } finally {
    await rm(file, { force: true });
  }
  return manifest;
}

function refuseOtherKind({ databaseUrl }: Config, { database: { kind } }: Manifest): void {
  if (kind === (databaseUrl ? 'postgres' : 'sqlite')) return;
  throw new OperatorError(
    kind === 'sqlite'
      ? 'This backup is of a SQLite database. Unset DATABASE_URL to restore it.'
      : 'This backup is of a PostgreSQL database. Set DATABASE_URL to an empty one.',
  );
}

/** Images in a bucket may be there: their names are hashes, so nothing is replaced by anything else. */
async function refuseUsed(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config;
  const place = databaseUrl ? mediaFolder(config) : dataDir;
  const inUse = (await entriesOf(place)).filter((name) => name !== 'lost+found');
  if (inUse.length > 0) throw notEmpty(place, inUse[0]);
  if (!databaseUrl) return;
  const [table] = Object.keys(await rowsAt(databaseUrl));
  if (table) throw notEmpty('the database of DATABASE_URL', table);
}

const notEmpty = (place: string, what: string | undefined) =>
  new OperatorError(
    `Nothing was restored: ${place} is not empty (it has ${what}). Restore into an empty place.`,
  );

const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });

async function fetchDatabase(place: BackupPlace, parts: readonly ManifestFile[], path: string) {
  const file = await open(path, 'wx', PRIVATE.file);
  try {
    for (const part of parts) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of place.read(part.name)) {
        hash.update(chunk);
        bytes += chunk.length;
        await file.write(chunk);
      }
      assertSame(place, part, bytes, hash.digest('hex'));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

function assertSame(place: BackupPlace, expected: ManifestFile, bytes: number, hash: string) {
  if (bytes === expected.bytes && hash === expected.sha256) return;
  const what = bytes === 0 && expected.bytes > 0 ? 'incomplete' : 'damaged';
  const why = what === 'incomplete' ? 'is missing' : 'is not what was backed up';
  throw new OperatorError(
    `Nothing was restored: the backup in ${place.where} is ${what} (${expected.name} ${why}). ` +
      'Use another one.',
  );
}

async function restoreFile(dataDir: string, { database }: Manifest, file: string): Promise<void> {
  const { damage, counts } = examineFile(file);
  if (damage.length > 0) {
    throw new OperatorError(`Nothing was restored: the database is damaged (${damage[0]}).`);
  }
  assertRows(database.rows, counts);
  await chmod(file, PRIVATE.file);
  await nameDurably(file, sqliteFile(dataDir));
}

async function restoreDump(url: string, { database }: Manifest, file: string): Promise<void> {
  const program = await findProgram('pg_restore', database.dump_version);
  await runProgram(program, url, [
    ...['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'],
    ...['--no-comments', file],
  ]);
  assertRows(database.rows, await rowsAt(url));
}

function assertRows(expected: TableCounts, found: TableCounts): void {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]);
  const wrong = [...tables].filter((table) => expected[table] !== found[table]);
  if (wrong.length === 0) return;
  const [table = ''] = wrong;
  throw new OperatorError(
    `The restored database is not what was backed up: ${table} has ${found[table] ?? 'no'} rows, ` +
      `expected ${expected[table] ?? 'no such table'}. Use another backup.`,
  );
}
