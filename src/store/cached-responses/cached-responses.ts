// Cached responses in a SQLite file of their own, which is there again after a restart. Losing it costs time alone:
// whatever is wrong with it, the file is thrown away, and the service goes on without it.

import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { PRIVATE } from '../../schemas/limits.ts';
import type { ContentLog } from '../content/content-log.ts';
import type { Reads } from '../content/read-record.ts';
import { MOVED } from '../sqlite/open-files.ts';
import { BUSY, type Statement, SyncConnection, sqliteCode } from '../sqlite/sync-connection.ts';
import { type Origin, ResponseFile } from './response-file.ts';
import { roomFor } from './response-room.ts';

const FILE = 'responses.db';

export const cacheFileIn = (dataDir: string) => join(dataDir, FILE);

/** The file and its write-ahead log can be deleted at any time. */
export const isOfCacheFile = (name: string) => name.startsWith(FILE);

export interface StoredResponse {
  /** All of it but the body, as its owner writes it. */
  head: string;
  body: Uint8Array;
  /** The topics that it was made from. */
  reads: Reads;
}

interface Options {
  path: string;
  /** How long the file may become; with 0 there is none. */
  bytes: number;
  /** Of whatever makes responses besides content. Another one makes others. */
  fingerprint: () => Promise<string>;
  log: ContentLog;
  warn: (words: string) => void;
}

const GET = 'SELECT head, reads, valid_at, checksum, body FROM responses WHERE key = ?';
/** A key that is replaced gets a new id, as the youngest. */
const PUT = `INSERT OR REPLACE INTO responses (key, head, reads, valid_at, checksum, body)
  VALUES (?, ?, ?, ?, ?, ?)`;
const FORGET = 'DELETE FROM responses WHERE key = ?';

/** How many bytes may wait to be written; what comes while they do is not stored. */
const WAITING_BYTES = 8 * 1024 * 1024;
/** A body may be this long. */
const LONGEST_BODY = WAITING_BYTES / 2;
/** Written in one transaction, and so once more in the write-ahead log. */
const BATCH_BYTES = 1024 * 1024;

interface Waiting extends Statement {
  bytes: number;
}

interface Open {
  file: ResponseFile;
  reader: SyncConnection;
}

export class CachedResponses {
  readonly #options: Options;
  #fingerprint = '';
  /** Of all checksums: rows of another version, or of a file that was copied over this one, have others. */
  #seed = '';
  #open: Open | null = null;
  #hasBegun = false;
  /** Another for each file that was opened; nothing of an earlier one is in it. */
  generation = 0;
  /** The opening, writing or throwing away that goes on. */
  #work: Promise<void> | null = null;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Closed, or given up to a process of another version. */
  #isOver: boolean;
  /** An operator has been told that there is no file. */
  #isTold = false;

  constructor(options: Options) {
    this.#options = options;
    this.#isOver = options.bytes === 0;
  }

  /** A response that nothing has changed since. */
  get(key: string): StoredResponse | undefined {
    const version = this.#options.log.version();
    if (!this.#open || version === null) return undefined;
    try {
      const [row] = this.#open.reader.run(GET, [key]).rows;
      return row ? this.#checked(key, row) : undefined;
    } catch (error) {
      // A lock is held for a moment, while the file is recovered, for one.
      if (!isBusy(error)) this.#run(() => this.#giveUp(error));
      return undefined;
    }
  }

  #checked(key: string, row: unknown): StoredResponse | undefined {
    const { head, reads: topics, valid_at: validAt, checksum, body } = Object(row);
    const isWhole = body instanceof Uint8Array;
    if (!isWhole || this.#checksumOf(key, head, topics, validAt, body) !== checksum) {
      this.#add({ sql: FORGET, parameters: [key], bytes: key.length });
      return undefined;
    }
    const reads: Reads = JSON.parse(topics);
    return this.#options.log.hasChanged(reads, validAt) ? undefined : { head, reads, body };
  }

  /** Stores a response soon. To be asked first is whether it has room. */
  put(key: string, { head, reads, body }: StoredResponse): void {
    const validAt = this.#options.log.version();
    if (validAt === null || body.length > LONGEST_BODY || !this.hasRoom) return;
    const topics = JSON.stringify(reads);
    const checksum = this.#checksumOf(key, head, topics, validAt, body);
    // Memory of its own: all of the block that a buffer is a part of would be copied to the thread.
    const parameters = [key, head, topics, validAt, checksum, new Uint8Array(body)];
    const bytes = key.length + head.length + topics.length + body.length;
    this.#add({ sql: PUT, parameters, bytes });
  }

  /** Not while too much waits to be written. */
  get hasRoom(): boolean {
    return this.#open !== null && this.#waitingBytes < WAITING_BYTES;
  }

  /** SQLite has no checksums. */
  #checksumOf(key: string, head: string, topics: string, validAt: number, body: Uint8Array) {
    return crc32(body, crc32([this.#seed, key, head, topics, validAt].join('\n')));
  }

  #add(waiting: Waiting): void {
    if (!this.hasRoom) return;
    this.#waiting.push(waiting);
    this.#waitingBytes += waiting.bytes;
    this.#run(() => this.#writeWaiting());
  }

  /** To be called regularly: opens the file, and again once it could not be used, or others need its room. */
  async look(): Promise<void> {
    this.#run(() => (this.#open ? this.#check(this.#open) : this.#begin()));
    await this.#work;
  }

  /** One thing at a time. What waits is written after it. */
  #run(act: () => Promise<void>): void {
    if (this.#isOver) return;
    this.#work ??= act()
      .catch((error) => this.#giveUp(error))
      .finally(() => {
        this.#work = null;
        if (this.#open && this.#waiting.length > 0) this.#run(() => this.#writeWaiting());
      });
  }

  async #begin(): Promise<void> {
    const { path, bytes, log, fingerprint } = this.#options;
    // PostgreSQL needs no folder. If it can't be made, the next line says so.
    await mkdir(dirname(path), { mode: PRIVATE.folder }).catch(() => {});
    if (log.version() === null || (await roomFor(path, bytes)) === 0) return;
    this.#fingerprint ||= await fingerprint();
    const file = new ResponseFile(path);
    try {
      await this.#identify(await file.open(this.#fingerprint, log.latest() ?? ''));
      const reader = new SyncConnection({ file: path, readOnly: true, busyMs: 0 });
      this.#open = { file, reader };
    } finally {
      if (!this.#open) await file.close();
    }
    this.#isTold = false;
    this.#hasBegun = true;
    this.generation += 1;
  }

  /** Whether what is in it was made from this database, as this process makes it. */
  async #identify({ id, fingerprint, change }: Origin): Promise<void> {
    if (fingerprint !== this.#fingerprint) {
      // Another version has begun meanwhile, and this process ends soon.
      if (this.#hasBegun) this.#isOver = true;
      throw new Unusable('it was made by another version, or with other settings');
    }
    if (!(await this.#options.log.has(change))) {
      throw new Unusable('it belongs to another database, or to another state of it');
    }
    this.#seed = `${fingerprint} ${id}`;
  }

  /** Whether it is still the file at its path, and does not need room that others have not. */
  async #check({ reader }: Open): Promise<void> {
    reader.checkFiles();
    const { path, bytes } = this.#options;
    if ((await roomFor(path, bytes)) === 0) throw new Unusable('its disk is nearly full');
  }

  async #writeWaiting(): Promise<void> {
    while (this.#open && this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      const bytes = batch.reduce((sum, each) => sum + each.bytes, 0);
      const { path, bytes: most } = this.#options;
      const room = await roomFor(path, most);
      if (room === 0) throw new Unusable('its disk is nearly full');
      try {
        await this.#open.file.write(batch, this.#options.log.latest() ?? '', room - bytes);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      this.#waitingBytes -= bytes;
    }
  }

  #nextBatch(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((each) => {
      bytes += each.bytes;
      return bytes > BATCH_BYTES;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }

  /** A new one begins when it is looked for the next time. */
  async #giveUp(error: unknown): Promise<void> {
    await this.#close();
    // Another process has begun a new one already.
    if (this.#isOver || sqliteCode(error) === MOVED) return;
    const { path, warn } = this.#options;
    // The log first: what is left of it would be taken for that of the next file.
    for (const end of ['-wal', '-shm', '']) {
      await rm(path + end, { force: true, recursive: true }).catch(() => {});
    }
    if (this.#isTold) return;
    this.#isTold = true;
    warn(`The cache's file ${path} was given up: ${wordsOf(error)}. A new one begins when it can.`);
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.#waiting = [];
    this.#waitingBytes = 0;
    open?.reader.close();
    await open?.file.close();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#work;
    await this.#close();
  }
}

/** A file that this process can't go on with. */
class Unusable extends Error {}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const isBusy = (error: unknown) => ((sqliteCode(error) ?? 0) & 0xff) === BUSY;
