// A temporary file between two passes over an archive, which may be larger than memory.

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf } from './lines.ts';

const BUFFERED = 256 * 1024;

/** Items that can be JSON, read in the order in which they were added. */
export class Spool<Item> {
  readonly #file: FileHandle;
  #buffered: string[] = [];
  #length = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The file has no name as soon as it is open, so that nothing is left behind. */
  static async open<Item>(): Promise<Spool<Item>> {
    const folder = await mkdtemp(join(tmpdir(), 'standfirst-import-'));
    try {
      return new Spool<Item>(await open(join(folder, 'spool'), 'wx+', 0o600));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async add(item: Item): Promise<void> {
    const line = `${JSON.stringify(item)}\n`;
    this.#buffered.push(line);
    this.#length += line.length;
    if (this.#length >= BUFFERED) await this.#flush();
  }

  async *read(): AsyncGenerator<Item> {
    await this.#flush();
    const chunks = this.#file.createReadStream({ start: 0, autoClose: false });
    for await (const line of linesOf(chunks, Number.POSITIVE_INFINITY)) {
      const item: Item = JSON.parse(line);
      yield item;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const text = this.#buffered.join('');
    this.#buffered = [];
    this.#length = 0;
    await this.#file.appendFile(text);
  }
}
