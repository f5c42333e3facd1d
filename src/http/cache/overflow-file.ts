// The overflow of the response cache: long responses that left memory, in a file that only this process has.

import { closeSync, openSync, readSync, unlinkSync, writev } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRIVATE } from '../../schemas/limits.ts';
import type { Reads } from '../../store/content/read-record.ts';
import type { CachedResponse, FinishedResponse, Place } from './cached-response.ts';

type Head = Omit<FinishedResponse, 'body' | 'bodyEncoding'>;

type LongResponse = CachedResponse & { body: Buffer };

/** Of all bytes, how many may wait to be written, in memory. One response can't be longer either. */
const WAITING_SHARE = 1 / 32;

/** The file grows only where this many times its greatest size is free: the database needs the room. */
const FREE_TIMES = 4;

const writeAll = promisify(writev);

export class OverflowFile {
  readonly #folder: string;
  readonly #bytes: number;
  /** Null before anything is written. */
  #file: number | null = null;
  /** Until it is closed, or something could not be written. */
  #isOpen = true;
  /** In the order of the file from the next place on, going round: the first is the next to be written over. */
  readonly #places = new Map<string, Place>();
  #next = 0;
  #grown = 0;
  #waiting = 0;
  /** What is being written, and waits for that. */
  #written: Promise<void> = Promise.resolve();

  /** With 0 bytes, nothing is stored. */
  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#bytes = bytes;
  }

  placeOf(key: string): Place | undefined {
    return this.#places.get(key);
  }

  forget(key: string): void {
    this.#places.delete(key);
  }

  /** Stores it soon; where that can't be done, it is simply not there. */
  async put(key: string, { body, reads, validAt, ...response }: LongResponse): Promise<void> {
    const { route, etag, headers, headersFor304 } = response;
    const head: Head = { route, etag, headers, headersFor304 };
    const [first, second] = [head, reads].map((part) => Buffer.from(JSON.stringify(part)));
    if (!first || !second) return;
    const bytes = first.length + second.length + body.length;
    if (this.#waiting + bytes > this.#bytes * WAITING_SHARE) return;
    this.#waiting += bytes;
    // One after the other, so that they are found in the order of the file.
    this.#written = this.#written.then(async () => {
      const at = await this.#write([first, second, body], bytes);
      this.#waiting -= bytes;
      if (at === null) return;
      const parts = { headBytes: first.length, readsBytes: second.length, bodyBytes: body.length };
      this.#places.delete(key);
      this.#places.set(key, { at, ...parts, validAt, timesRead: 0 });
    });
    await this.#written;
  }

  /** Where it was written; null where it could not be. */
  async #write(parts: Buffer[], bytes: number): Promise<number | null> {
    try {
      const at = this.#take(bytes);
      if (at + bytes > this.#grown && !(await this.#mayGrow())) return null;
      const file = this.#opened();
      if (file === null) return null;
      const { bytesWritten } = await writeAll(file, parts, at);
      this.#grown = Math.max(this.#grown, at + bytesWritten);
      return bytesWritten === bytes && this.#isOpen ? at : null;
    } catch {
      // The disk is full or broken. What needs it more will say so.
      this.#isOpen = false;
      this.#places.clear();
      return null;
    }
  }

  /** All of a response; null where the file does not have it. */
  read(place: Place): Omit<LongResponse, 'reads' | 'validAt' | 'freshUntil'> | null {
    const { at, headBytes, readsBytes, bodyBytes } = place;
    place.timesRead += 1;
    const all = this.#bytesAt(at, headBytes + readsBytes + bodyBytes);
    if (!all) return null;
    const head: Head = JSON.parse(all.toString('utf8', 0, headBytes));
    return { ...head, body: all.subarray(headBytes + readsBytes), bodyEncoding: 'latin1' };
  }

  /** The same without its body, for a client that has it. */
  headAt({ at, headBytes }: Place): Head | null {
    const bytes = this.#bytesAt(at, headBytes);
    return bytes && JSON.parse(bytes.toString());
  }

  /** What it was made from. */
  readsAt({ at, headBytes, readsBytes }: Place): Reads {
    const bytes = this.#bytesAt(at + headBytes, readsBytes);
    return bytes && JSON.parse(bytes.toString());
  }

  /** Nothing is stored from now on, and nothing found. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#places.clear();
    // Another file might get its number while something is still written to it.
    await this.#written;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** The next place of this size, going round; what was there is gone. */
  #take(bytes: number): number {
    if (this.#next + bytes > this.#bytes) {
      // What is left at the end is the oldest, and stays unused this time.
      this.#forgetFrom(this.#next, this.#bytes);
      this.#next = 0;
    }
    const at = this.#next;
    this.#next += bytes;
    this.#forgetFrom(at, this.#next);
    return at;
  }

  #forgetFrom(start: number, end: number): void {
    for (const [key, { at }] of this.#places) {
      if (at < start || at >= end) return;
      this.#places.delete(key);
    }
  }

  async #mayGrow(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize > this.#bytes * FREE_TIMES;
  }

  /** Opened with the first response, and without a name: it is gone with the process, however that ends. */
  #opened(): number | null {
    if (!this.#isOpen) return null;
    if (this.#file !== null) return this.#file;
    const path = join(this.#folder, `responses-${process.pid}-${performance.now()}.tmp`);
    this.#file = openSync(path, 'wx+', PRIVATE.file);
    unlinkSync(path);
    return this.#file;
  }

  #bytesAt(at: number, length: number): Buffer | null {
    if (this.#file === null || !this.#isOpen) return null;
    const bytes = Buffer.allocUnsafeSlow(length);
    return readSync(this.#file, bytes, 0, length, at) === length ? bytes : null;
  }
}
