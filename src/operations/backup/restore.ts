// Restores a backup into an empty place, and checks every hash and count on the way.

import { createHash } from 'node:crypto';
import { chmod, open, rm } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { nameDurably, partialOf } from '../../media/durable-files.ts';
import { PRIVATE } from '../../private-files.ts';
import type { TableCounts } from '../../store/database/row-counts.ts';
import { unknownMigrations } from '../../store/migrations/migrations.ts';
import { rowsAt } from '../../store/postgres/exported-snapshot.ts';
import { examineFile } from '../../store/sqlite/backup.ts';
import { sqliteFile } from '../../store/sqlite/files.ts';
import type { BackupFolder } from './backup-folder.ts';
import { MANIFEST, type Manifest, type ManifestFile, readManifest } from './manifest.ts';
import { findProgram, runProgram } from './postgres-programs.ts';
import { assertSame, imageName, RestoredImages } from './restore-images.ts';
import { takeTarget } from './restore-target.ts';

/** Gives the database its name last, so that no service can start on half a restore. */
export async function restore(config: Config, folder: BackupFolder): Promise<Manifest> {
  const text = await folder.readWhole(MANIFEST);
  if (!text) throw new OperatorError(`There is no backup in ${folder.path}: no ${MANIFEST}.`);
  const manifest = readManifest(text.toString(), folder.path);
  refuseOtherKind(config, manifest);
  await refuseNewer(manifest.database.kind, manifest.database.migrations ?? []);
  const target = await takeTarget(config, manifest.images.map(imageName));
  const file = partialOf(sqliteFile(config.dataDir));
  const images = new RestoredImages(config, folder);
  try {
    await fetchDatabase(folder, manifest.database.parts, file);
    if (!config.databaseUrl) await examine(manifest, file);
    for (const image of manifest.images) await images.restore(image);
    if (config.databaseUrl) await restoreDump(config.databaseUrl, manifest, file);
    else await nameDurably(file, sqliteFile(config.dataDir));
  } catch (error) {
    await images.remove();
    throw error;
  } finally {
    await rm(file, { force: true });
    await target.release();
  }
  return manifest;
}

function refuseOtherKind({ databaseUrl }: Config, { database: { kind } }: Manifest): void {
  if (kind === (databaseUrl ? 'postgres' : 'sqlite')) return;
  throw new OperatorError(
    kind === 'sqlite'
      ? 'This is the backup of a SQLite database. Unset DATABASE_URL to restore it.'
      : 'This is the backup of a PostgreSQL database. Set DATABASE_URL to an empty one.',
  );
}

async function fetchDatabase(folder: BackupFolder, parts: readonly ManifestFile[], path: string) {
  const file = await open(path, 'wx', PRIVATE.file);
  try {
    for (const part of parts) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of folder.read(part.name)) {
        hash.update(chunk);
        bytes += chunk.length;
        await file.write(chunk);
      }
      assertSame(folder, part, bytes, hash.digest('hex'));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Examines the database before any image is written. */
async function examine({ database }: Manifest, file: string): Promise<void> {
  const { damage, counts, migrations } = examineFile(file);
  if (damage.length > 0) {
    throw new OperatorError(`Nothing was restored: the database is damaged (${damage[0]}).`);
  }
  await refuseNewer('sqlite', migrations);
  assertRows(database.rows, counts);
  await chmod(file, PRIVATE.file);
}

async function refuseNewer(kind: Manifest['database']['kind'], migrations: readonly string[]) {
  const unknown = await unknownMigrations(kind, migrations);
  if (unknown.length === 0) return;
  throw new OperatorError(
    `Nothing was restored: the backup is from a newer version than this program (it has had ` +
      `${unknown.join(', ')}). Run the version that made it, or a newer one.`,
  );
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
    `The restored database does not match the backup: ${table} has ${found[table] ?? 'no'} rows, ` +
      `expected ${expected[table] ?? 'no such table'}. Use another backup.`,
  );
}
