// The commands backup and restore: the database alone as a file, or with the images in a folder.

import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { backUp } from '../operations/backup/back-up.ts';
import { backupFolder } from '../operations/backup/backup-folder.ts';
import { contentsOf } from '../operations/backup/manifest.ts';
import { restore } from '../operations/backup/restore.ts';
import { eraseDue, hideErased } from '../operations/erasure/erase-due.ts';
import {
  addToErasedList,
  erasedListIn,
  ownErasedList,
  readErasedList,
} from '../operations/erasure/erased-list.ts';
import { backupSqlite } from '../store/sqlite/backup.ts';
import { sqliteFile } from '../store/sqlite/files.ts';
import { type Command, withStore } from './command.ts';
import { requireData } from './no-database.ts';

const backup: Command = {
  name: 'backup',
  summary: 'Copy the database to a file, or database and images to a folder, while in use.',
  usage: 'FILE | DIR/',
  operands: [0, 1],
  // The option is accepted, because operators' timers may still name a bucket as in earlier versions.
  options: { to: { type: 'string' } },
  async run(given) {
    const path = given.text('to') ?? given.operand(0);
    refuseBucket(path, given.text('to'));
    const config = readConfig();
    if (path.endsWith('/') || (await isFolder(path))) return backUpToFolder(config, resolve(path));
    return backUpToFile(config, path);
  },
};

function refuseBucket(path: string, to?: string): void {
  if (to === undefined && !path.startsWith('s3:')) return;
  throw new OperatorError(
    `Buckets are no longer read or written here (${path}): back up to a folder, restore from one, ` +
      'and copy it with rclone or restic, as docs/operating.md shows under "Back up".',
  );
}

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
  if (existsSync(target)) throw new OperatorError(`${target} already exists.`);
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
  requireData(config);
  const { manifest, copied } = await explained(
    backUp(config, backupFolder(folder), new Date()),
    (why) => `The backup to ${folder} failed, and the one before is as it was: ${why}`,
  );
  console.log(`Backed up ${contentsOf(manifest)} to ${folder}; ${copied} image files were new.`);
}

const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup of database and images into an empty place, and check all of it.',
  usage: 'DIR [--erased FILE]',
  operands: 1,
  options: { erased: { type: 'string' } },
  async run(given) {
    const from = given.operand(0);
    refuseBucket(from);
    const config = readConfig();
    if (!(await isFolder(from))) throw new OperatorError(`There is no folder ${from}.`);
    const erased = given.text('erased');
    if (erased !== undefined && !existsSync(erased)) {
      throw new OperatorError(`There is no file ${erased}.`);
    }
    const folder = backupFolder(resolve(from));
    const manifest = await explained(
      restore(config, folder),
      (why) => `Nothing was restored from ${folder.path}: ${why}`,
    );
    console.log(`Restored ${contentsOf(manifest)}, as of ${manifest.made_at}.`);
    console.log('Every hash and row count matches the backup.');
    await eraseAgain(config, folder.path, erased);
  },
};

/** What was erased since the backup was taken: listed beside the data, in the folder of backups, or in a file. */
async function eraseAgain(config: Config, folder: string, file?: string): Promise<void> {
  const own = ownErasedList(config);
  for (const list of [erasedListIn(folder), file ?? []].flat()) {
    await addToErasedList(own, await readErasedList(list));
  }
  const listed = await readErasedList(own);
  if (listed.length === 0) return;
  const hidden = await withStore(async (context) => {
    const count = await hideErased(context);
    await eraseDue(context);
    return count;
  }, config);
  const accounts = hidden === 1 ? '1 account' : `${hidden} accounts`;
  console.log(`Erased again: ${accounts}. The list, ${own}, has ${listed.length}.`);
}

/** Turns any failure of disk, network or server into one line for the operator. */
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
