// backup and restore: the database, alone or with the images, as a file, in a folder or in a bucket.

import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { backUp } from '../operations/backup/back-up.ts';
import type { BackupPlace } from '../operations/backup/backup-place.ts';
import { bucketPlace, isS3Url } from '../operations/backup/bucket-place.ts';
import { folderPlace } from '../operations/backup/folder-place.ts';
import { contentsOf } from '../operations/backup/manifest.ts';
import { restore } from '../operations/backup/restore.ts';
import { backupSqlite } from '../store/sqlite/backup.ts';
import { sqliteFile } from '../store/sqlite/files.ts';
import type { Command } from './command.ts';
import { requireData } from './no-database.ts';

const backup: Command = {
  name: 'backup',
  summary:
    'Copy the database to a file, or database and images to a folder or bucket, while in use.',
  usage: 'FILE | DIR/ | --to s3://bucket/prefix',
  operands: [0, 1],
  options: { to: { type: 'string' } },
  async run(given) {
    const config = readConfig();
    const to = given.text('to');
    const target = given.optionalOperand(0);
    if ((to === undefined) === (target === undefined)) {
      throw new OperatorError(
        'Name one place for the backup: FILE, DIR/ or --to s3://bucket/prefix.',
      );
    }
    if (to !== undefined) return backUpTo(config, bucketPlace(to, config.dataDir));
    const path = target ?? '';
    if (isS3Url(path)) throw new OperatorError(`Write --to before the bucket: backup --to ${path}`);
    if (path.endsWith('/') || (await isFolder(path))) return backUpToFolder(config, resolve(path));
    return backUpToFile(config, path);
  },
};

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function backUpToFile(config: Config, target: string): Promise<void> {
  if (config.databaseUrl) {
    throw new OperatorError(
      'A file holds a SQLite database. For PostgreSQL, name a folder (backup DIR/) or use pg_dump.',
    );
  }
  requireData(config);
  if (existsSync(target)) throw new OperatorError(`${target} exists already.`);
  try {
    await backupSqlite(config.dataDir, target);
  } catch (error) {
    await rm(target, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${target} cannot be written: ${why}.`);
  }
  console.log(`Backed up to ${target}.`);
}

async function backUpToFolder(config: Config, folder: string): Promise<void> {
  if (folder === config.dataDir || existsSync(sqliteFile(folder))) {
    throw new OperatorError(`${folder} is a data folder. Name another one for backups.`);
  }
  await backUpTo(config, folderPlace(folder));
}

async function backUpTo(config: Config, place: BackupPlace): Promise<void> {
  requireData(config);
  const { manifest, copied } = await explained(
    backUp(config, place, new Date()),
    (why) => `The backup to ${place.where} failed, and the one before is as it was: ${why}`,
  );
  console.log(
    `Backed up ${contentsOf(manifest)} to ${place.where}; ${copied} image files were new.`,
  );
}

const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup of database and images into an empty place, and check all of it.',
  usage: 'DIR | s3://bucket/prefix',
  operands: 1,
  async run(given) {
    const config = readConfig();
    const from = given.operand(0);
    if (!isS3Url(from) && !(await isFolder(from))) {
      throw new OperatorError(`There is no folder ${from}.`);
    }
    const place = isS3Url(from) ? bucketPlace(from, config.dataDir) : folderPlace(resolve(from));
    const manifest = await explained(
      restore(config, place),
      (why) => `Nothing was restored from ${place.where}: ${why}`,
    );
    console.log(`Restored ${contentsOf(manifest)}, as of ${manifest.made_at}.`);
    console.log('Every hash and every count is as it was backed up.');
  },
};

/** The one line that an operator reads, also where the disk, the network or a server failed. */
async function explained<Result>(work: Promise<Result>, words: (why: string) => string) {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const said = error instanceof Error ? error.message || error.name : String(error);
    throw new OperatorError(words(said.replaceAll(/\s+/g, ' ')));
  }
}

export const backupCommands = [backup, restoreCommand];
