// How long the overflow file may be on its disk: the database, and whatever else is there, needs the room.

import { statfs } from 'node:fs/promises';

/** Of what was free before, how much the file may have. */
const FREE_SHARE = 1 / 3;

/** How much of it is free is asked once for so many bytes. */
const GROWTH_BYTES = 16 * 1024 * 1024;

export class DiskRoom {
  readonly #folder: string;
  /** How long the file may be without another look at the disk. */
  #known = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether the file may become so long; `grown` is how long it is. */
  async isThere(bytes: number, grown: number): Promise<boolean> {
    if (bytes <= this.#known) return true;
    const share = Math.floor(((await this.#free()) + grown) * FREE_SHARE);
    if (bytes > share) return false;
    this.#known = Math.min(share, bytes + GROWTH_BYTES);
    return true;
  }

  /** Whether others have left less than it has since it grew. */
  async isShort(grown: number): Promise<boolean> {
    return (await this.#free()) < grown;
  }

  /** Whether one that could not may grow now, by a good piece. */
  async mayGrow(grown: number): Promise<boolean> {
    const share = ((await this.#free()) + grown) * FREE_SHARE;
    return share >= Math.min(2 * grown, grown + GROWTH_BYTES);
  }

  /** It begins again. */
  forget(): void {
    this.#known = 0;
  }

  async #free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }
}
