// Where a backup is kept: a folder or a bucket.

import type { StoredFile } from '../../media/media-storage.ts';
import type { ManifestFile } from './manifest.ts';

export interface BackupPlace {
  /** Its name for the operator. */
  readonly where: string;
  /** A private folder on this machine for the copy of the database until it is put. */
  readonly workFolder: string;
  list(): AsyncIterable<StoredFile>;
  /** Durable when it resolves, and never half there under its name. Resolves to its line in a manifest. */
  put(name: string, bytes: Buffer): Promise<ManifestFile>;
  /** Takes over a file of the work folder, in as many parts as the place needs. */
  putDatabase(name: string, file: string): Promise<ManifestFile[]>;
  /** In chunks; nothing where it is missing. */
  read(name: string): AsyncIterable<Buffer>;
  /** A file of an earlier backup, if it is there as that backup left it; null if it has to be put again. */
  held(file: ManifestFile, listed: ReadonlyMap<string, StoredFile>): Promise<ManifestFile | null>;
  remove(name: string): Promise<void>;
}

/** The whole of a small file, or null. */
export async function readWhole(place: BackupPlace, name: string): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of place.read(name)) chunks.push(chunk);
  return chunks.length === 0 ? null : Buffer.concat(chunks);
}

const AT_ONCE = 4;

/**
 * Some of the work at the same time, for places where each piece of it is a way there and back. After
 * a failure no more is begun, and what had begun has ended when it is thrown.
 */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const all = (async function* () {
    yield* items;
  })();
  const failures: unknown[] = [];
  const worker = async () => {
    while (failures.length === 0) {
      const next = await all.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  const safely = () => worker().catch((error: unknown) => void failures.push(error));
  await Promise.all(Array.from({ length: AT_ONCE }, safely));
  // Closes what the items come from.
  await all.return();
  if (failures.length > 0) throw failures[0];
}
