// Backs up the database and the images while the service runs. Later backups copy only new images.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { isImageName, operatorStorage } from '../../media/choose-storage.ts';
import { makePrivateFolder, partialOf } from '../../media/durable-files.ts';
import type { StoredFile } from '../../media/media-storage.ts';
import {
  addToErasedList,
  erasedListIn,
  ownErasedList,
  readErasedList,
} from '../erasure/erased-list.ts';
import type { BackupFolder } from './backup-folder.ts';
import { copyDatabase } from './database-copy.ts';
import {
  MANIFEST,
  type Manifest,
  type ManifestFile,
  readManifest,
  writtenManifest,
} from './manifest.ts';

/** A partial backup older than this was left by a killed process. */
const LEFTOVER_MS = 24 * 60 * 60_000;

export interface BackedUp {
  readonly manifest: Manifest;
  readonly copied: number;
}

/**
 * Copies images, then the database, then images that came meanwhile. An image is stored before a text refers to it, and
 * removed long after, so the backup has every image that its database refers to.
 * The manifest is replaced atomically and last. Until then the previous backup stays valid, because no file of it is
 * changed; files that only it needs are removed afterwards.
 * The list of erased accounts is copied before the manifest, but is no part of the backup: it only ever grows, and
 * tells the restore of an earlier database which accounts to erase again.
 */
export async function backUp(config: Config, folder: BackupFolder, now: Date): Promise<BackedUp> {
  const previous = await previousOf(folder);
  const listed = new Map<string, StoredFile>();
  for await (const file of folder.list()) listed.set(file.name, file);
  const files = new Map<string, ManifestFile>();
  const copyNew = () => copyImages(config, folder, { previous, listed }, files);
  const first = await copyNew();
  const database = await backUpDatabase(config, folder, now);
  const copied = first + (await copyNew());
  const manifest: Manifest = {
    format: 1,
    made_at: now.toISOString(),
    database,
    images: [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  await addToErasedList(erasedListIn(folder.path), await readErasedList(ownErasedList(config)));
  await folder.put(MANIFEST, Buffer.from(writtenManifest(manifest)));
  await removeOthers(folder, manifest, previous, now);
  return { manifest, copied };
}

/** An unreadable manifest counts as none, and is replaced by the new one. */
async function previousOf(folder: BackupFolder): Promise<Manifest | null> {
  const text = await folder.readWhole(MANIFEST);
  try {
    return text && readManifest(text.toString(), folder.path);
  } catch {
    return null;
  }
}

async function backUpDatabase(config: Config, folder: BackupFolder, now: Date) {
  await makePrivateFolder(folder.path);
  const file = partialOf(join(folder.path, 'database'));
  try {
    const copied = await copyDatabase(config, file);
    const end = copied.kind === 'sqlite' ? 'db' : 'dump';
    const stamp = now.toISOString().replaceAll(/[-:.]/g, '');
    const part = await folder.putDatabase(`database-${stamp}.${end}`, file);
    return { ...copied, parts: [part] };
  } finally {
    for (const path of [file, `${file}-journal`]) await rm(path, { force: true });
  }
}

interface Before {
  readonly previous: Manifest | null;
  readonly listed: ReadonlyMap<string, StoredFile>;
}

async function copyImages(
  config: Config,
  folder: BackupFolder,
  { previous, listed }: Before,
  files: Map<string, ManifestFile>,
): Promise<number> {
  const known = new Map(previous?.images.map((file) => [file.name, file]));
  const storage = operatorStorage(config);
  let copied = 0;
  for await (const { name } of storage.list()) {
    const target = `media/${name}`;
    if (!isImageName(name) || files.has(target)) continue;
    const file = known.get(target);
    if (file && (await folder.isAsWritten(file, listed))) {
      files.set(target, file);
      continue;
    }
    const bytes = await storage.get(name);
    // The image was deleted after it had been listed.
    if (!bytes) continue;
    files.set(target, await folder.put(target, bytes));
    copied += 1;
  }
  return copied;
}

/** Removes unused files. Files of a backup in progress are in no manifest, so young files stay. */
async function removeOthers(
  folder: BackupFolder,
  manifest: Manifest,
  previous: Manifest | null,
  now: Date,
): Promise<void> {
  const needed = namesOf(manifest);
  const replaced = previous ? namesOf(previous) : new Set<string>();
  for await (const { name, modifiedAt } of folder.list()) {
    if (name === MANIFEST || needed.has(name) || !isOurs(name)) continue;
    const isOld = now.getTime() - modifiedAt.getTime() > LEFTOVER_MS;
    if (replaced.has(name) || isOld) await folder.remove(name);
  }
}

const namesOf = ({ database, images }: Manifest) =>
  new Set([...database.parts, ...images].map(({ name }) => name));

/** Recognises backup files, because the operator may keep other files in the folder. */
const isOurs = (name: string) =>
  /^(?:media\/)?\.partial-|^database-[0-9TZ]+\.(?:db|dump)/.test(name) ||
  (name.startsWith('media/') && isImageName(name.slice('media/'.length)));
