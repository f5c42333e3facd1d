// Removes leftovers from image storage: half-written files, and images without a reference.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isImageName, operatorStorage } from '../../media/choose-storage.ts';
import { listFolder } from '../../media/durable-files.ts';
import { hashesIn } from '../../schemas/images/image-urls.ts';
import { SWEEP } from '../../schemas/limits.ts';
import { identityOf, refreshIdentity } from '../identity/identity.ts';
import type { Context } from '../operation.ts';
import { hashOfName } from './image-names.ts';
import { socialImageName } from './social-images.ts';

/** When each image lost its last reference. The file's name keeps it out of backups and off the network. */
const UNREFERENCED = '.unreferenced.json';

interface Swept {
  readonly partials: number;
  readonly images: number;
}

/** An image is removed after a month without a reference: until then, a writer's unsaved changes may name it. */
export async function sweepImages(context: Context): Promise<Swept> {
  const { config, now } = context;
  const storage = operatorStorage(config);
  const before = readList(await storage.get(UNREFERENCED));
  const referenced = await referencedHashes(context);
  const still: { [name: string]: string } = {};
  const removed = { partials: 0, images: 0 };
  const isOlder = (since: Date, ms: number) => now().getTime() - since.getTime() > ms;
  for await (const { name, modifiedAt } of storage.list()) {
    // A young file may still be written, or was just uploaded again.
    const isSettled = isOlder(modifiedAt, SWEEP.partialMs);
    if (isSettled && isPartial(name)) {
      await storage.remove(name);
      removed.partials += 1;
    }
    if (!isImageName(name) || referenced.has(hashOfName(name))) continue;
    const since = before[name] ?? now().toISOString();
    if (isSettled && isOlder(new Date(since), SWEEP.unreferencedMs)) {
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

/** Earlier versions wrote `.` and a UUID; SQLite appends its own suffixes. */
const isPartial = (name: string) => /^\.(?:partial-)?[0-9a-f-]{36}/.test(name);

/** A killed backup to a bucket leaves a copy of the database in the data folder. */
export async function sweepDataFolder({ config, now }: Context): Promise<void> {
  for await (const { name, modifiedAt } of listFolder(config.dataDir)) {
    const age = now().getTime() - modifiedAt.getTime();
    if (isPartial(name) && age > SWEEP.partialMs) await rm(join(config.dataDir, name));
  }
}

export async function referencedHashes(context: Context): Promise<Set<string>> {
  const { store, config } = context;
  await refreshIdentity(context);
  const identity = identityOf(config);
  const hashes = new Set<string>();
  for await (const { text } of store.imageReferences.texts()) {
    for (const hash of hashesIn(text)) hashes.add(hash);
  }
  for await (const row of store.imageReferences.social()) {
    hashes.add(hashOfName(socialImageName(row, identity)));
  }
  return hashes;
}

/** An unreadable list is started over, and no image goes before it has been listed for a month. */
function readList(bytes: Buffer | null): { [name: string]: string } {
  try {
    const list: unknown = JSON.parse(bytes?.toString() ?? '{}');
    const entries = Object.entries(Object(list));
    return Object.fromEntries(entries.map(([name, since]) => [name, String(since)]));
  } catch {
    return {};
  }
}
