// Sweeps image storage: removes half-written files, and images that nothing refers to.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isImageName, operatorStorage } from '../../media/choose-storage.ts';
import { listFolder } from '../../media/durable-files.ts';
import { hashesIn } from '../../schemas/images/image-urls.ts';
import { readIdentity } from '../identity/identity.ts';
import type { Context } from '../operation.ts';
import { hashOfName } from './image-names.ts';
import { socialImageName } from './social-images.ts';

/** Partial files of a process that died are deleted at this age; writing one takes seconds. */
export const PARTIAL_MS = 24 * 60 * 60_000;
export const UNREFERENCED_MS = 30 * 24 * 60 * 60_000;

/** A list of the times when images lost their last reference. Its name keeps it out of backups and off the network. */
const UNREFERENCED = '.unreferenced.json';

interface Swept {
  readonly partials: number;
  readonly images: number;
}

/** Removes images after a month without a reference, because a writer's unsaved changes may still refer to them. */
export async function sweepImages(context: Context): Promise<Swept> {
  const { config, now } = context;
  const storage = operatorStorage(config);
  const before = readList(await storage.get(UNREFERENCED));
  const referenced = await referencedHashes(context);
  const still: { [name: string]: string } = {};
  const removed = { partials: 0, images: 0 };
  const isOlder = (since: Date, ms: number) => now().getTime() - since.getTime() > ms;
  for await (const { name, modifiedAt } of storage.list()) {
    // A younger file may still be incomplete, or may just have been uploaded again.
    const isSettled = isOlder(modifiedAt, PARTIAL_MS);
    if (isSettled && isPartial(name)) {
      await storage.remove(name);
      removed.partials += 1;
    }
    if (!isImageName(name) || referenced.has(hashOfName(name))) continue;
    const since = before[name] ?? now().toISOString();
    if (isSettled && isOlder(new Date(since), UNREFERENCED_MS)) {
      await storage.remove(name);
      removed.images += 1;
      await context.store.trashedImages.remove([hashOfName(name)]);
    } else {
      still[name] = since;
    }
  }
  if (JSON.stringify(still) !== JSON.stringify(before)) {
    await storage.put(UNREFERENCED, Buffer.from(JSON.stringify(still)));
  }
  return removed;
}

/** Matches temporary files, including those of earlier versions (`.` and a UUID) and those with SQLite's suffixes. */
const isPartial = (name: string) => /^\.(?:partial-)?[0-9a-f-]{36}/.test(name);

/** Removes the copy of the database that a killed backup to a bucket leaves in the data folder. */
export async function sweepDataFolder({ config, now }: Context): Promise<void> {
  for await (const { name, modifiedAt } of listFolder(config.dataDir)) {
    const age = now().getTime() - modifiedAt.getTime();
    if (isPartial(name) && age > PARTIAL_MS) await rm(join(config.dataDir, name));
  }
}

export async function referencedHashes(context: Context): Promise<Set<string>> {
  const { store } = context;
  const identity = await readIdentity(context);
  const hashes = new Set<string>();
  for await (const { text } of store.imageReferences.texts()) {
    for (const hash of hashesIn(text)) hashes.add(hash);
  }
  for await (const row of store.imageReferences.social()) {
    hashes.add(hashOfName(socialImageName(row, identity)));
  }
  return hashes;
}

/** Starts with an empty list if the file is unreadable, so that every image gets another month. */
function readList(bytes: Buffer | null): { [name: string]: string } {
  try {
    const list: unknown = JSON.parse(bytes?.toString() ?? '{}');
    const entries = Object.entries(Object(list));
    return Object.fromEntries(entries.map(([name, since]) => [name, String(since)]));
  } catch {
    return {};
  }
}
