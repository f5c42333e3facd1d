// A temporary file between the two passes over an archive, which may not fit into memory.

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull, OperatorError } from '../../errors.ts';
import { linesOf } from './lines.ts';

const BUFFERED = 256 * 1024;

/** Items must be serialisable as JSON. They are read in the order in which they were added. */
export class Spool<Item> {
  readonly #file: FileHandle;
  readonly #folder: string;
  #buffered: string[] = [];
  #length = 0;

  /** Errors name the folder, so that the operator can free space in it. */
  constructor(file: FileHandle, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  /** Deletes the file's name as soon as it is open, so that nothing remains after a crash. */
  static async open<Item>(): Promise<Spool<Item>> {
    const temporary = tmpdir();
    try {
      const folder = await mkdtemp(join(temporary, 'standfirst-import-'));
      try {
        return new Spool<Item>(await open(join(folder, 'spool'), 'wx+', 0o600), temporary);
      } finally {
        await rm(folder, { recursive: true });
      }
    } catch (error) {
      throw explained(error, temporary);
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
    await this.#file.appendFile(text).catch((error: unknown) => {
      throw explained(error, this.#folder);
    });
  }
}

function explained(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const what = `The folder for temporary files, ${folder},`;
  return new OperatorError(
    isDiskFull(error)
      ? `${what} is full: free some space there, or set TMPDIR to a folder with free space.`
      : `${what} cannot be used: ${error.message}. Set TMPDIR to another one.`,
  );
}
