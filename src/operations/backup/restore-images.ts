// Restores the images of a backup and checks each. After a failure, it removes only those that it added.

import { rmdir } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { mediaFolder, operatorStorage } from '../../media/choose-storage.ts';
import type { MediaStorage } from '../../media/media-storage.ts';
import type { BackupFolder } from './backup-folder.ts';
import { type ManifestFile, sha256 } from './manifest.ts';

export const imageName = ({ name }: ManifestFile) => name.slice('media/'.length);

export class RestoredImages {
  readonly #config: Config;
  readonly #folder: BackupFolder;
  readonly #storage: MediaStorage;
  /** The images that this restore added; the bucket may have had others. */
  readonly #added: string[] = [];

  constructor(config: Config, folder: BackupFolder) {
    this.#config = config;
    this.#folder = folder;
    this.#storage = operatorStorage(config);
  }

  async restore(image: ManifestFile): Promise<void> {
    const bytes = (await this.#folder.readWhole(image.name)) ?? Buffer.alloc(0);
    assertSame(this.#folder, image, bytes.length, sha256(bytes));
    const name = imageName(image);
    const before = await this.#storage.get(name);
    if (before?.equals(bytes)) return;
    // The name is recorded before the upload, because a lost response leaves open whether the image arrived.
    if (!before) this.#added.push(name);
    await this.#storage.put(name, bytes);
  }

  async remove(): Promise<void> {
    for (const name of this.#added) await this.#storage.remove(name);
    if (!this.#config.mediaBucket) await rmdir(mediaFolder(this.#config)).catch(() => {});
  }
}

export function assertSame(
  folder: BackupFolder,
  expected: ManifestFile,
  bytes: number,
  hash: string,
): void {
  if (bytes === expected.bytes && hash === expected.sha256) return;
  const what = bytes === 0 && expected.bytes > 0 ? 'incomplete' : 'damaged';
  const why = what === 'incomplete' ? 'is missing' : 'is not what was backed up';
  throw new OperatorError(
    `Nothing was restored: the backup in ${folder.path} is ${what} (${expected.name} ${why}). ` +
      'Use another one.',
  );
}
