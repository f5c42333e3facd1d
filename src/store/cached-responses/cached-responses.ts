// Cached responses in a SQLite file, which survives a restart. A faulty file is deleted, which costs only time.

import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { PRIVATE } from '../../private-files.ts';
import { MOVED } from '../sqlite/open-files.ts';
import { BUSY, type Statement, SyncConnection, sqliteCode } from '../sqlite/sync-connection.ts';
import type { ContentLog } from '../topics/content-log.ts';
import type { Reads } from '../topics/read-record.ts';
import { type Origin, ResponseFile } from './response-file.ts';
import { roomFor } from './response-room.ts';

const FILE = 'responses.db';

export const cacheFileIn = (dataDir: string) => join(dataDir, FILE);

/** Matches the file and its write-ahead log, which can be deleted at any time. */
export const isOfCacheFile = (name: string) => name.startsWith(FILE);

export interface StoredResponse {
  head: string;
  /** A body that is text is stored as UTF-8. */
  body: string | Uint8Array;
  reads: Reads;
}

export interface FoundResponse extends StoredResponse {
  body: Uint8Array;
}

interface Options {
  path: string;
  /** The file's maximum size; 0 disables the file. */
  bytes: number;
  /** Identifies the version and settings that shape responses; a file with another fingerprint is useless. */
  fingerprint: () => Promise<string>;
  log: ContentLog;
  warn: (words: string) => void;
}

const GET = 'SELECT head, reads, valid_at, checksum, body FROM responses WHERE key = ?';
/** A replaced key gets a new id, so eviction takes it last. BLOBs are read three times as fast as text. */
const PUT = `INSERT OR REPLACE INTO responses (key, head, reads, valid_at, checksum, body)
  VALUES (?, ?, ?, ?, ?, CAST(? AS BLOB))`;
const FORGET = 'DELETE FROM responses WHERE key = ?';

/** While this many bytes wait to be written, new responses are not stored. */
const WAITING_BYTES = 8 * 1024 * 1024;
const LONGEST_BODY = WAITING_BYTES / 2;
/** A batch is one transaction, so its size also bounds the write-ahead log. */
const BATCH_BYTES = 1024 * 1024;
/** Waits this long for more responses before it writes, because a transaction costs more than a row. */
const GATHER_MS = 50;

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
  /** Part of all checksums, so that rows of another version, or of a file copied over this one, don't match. */
  #seed = '';
  #open: Open | null = null;
  #hasBegun = false;
  /** A number that grows with each opened file: a new file has none of the responses of an earlier one. */
  generation = 0;
  #work: Promise<void> | null = null;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** True once closed, or once a process of another version has replaced the file. */
  #isOver: boolean;
  #isTold = false;

  constructor(options: Options) {
    this.#options = options;
    this.#isOver = options.bytes === 0;
  }

  get(key: string): FoundResponse | undefined {
    const version = this.#options.log.version();
    if (!this.#open || version === null) return undefined;
    try {
      const [row] = this.#open.reader.run(GET, [key]).rows;
      return row ? this.#checked(key, row) : undefined;
    } catch (error) {
      // While SQLite recovers a file, for example, the file is locked for a moment.
      if (!isBusy(error)) this.#run(() => this.#giveUp(error));
      return undefined;
    }
  }

  #checked(key: string, row: unknown): FoundResponse | undefined {
    const { head, reads: topics, valid_at: validAt, checksum, body } = Object(row);
    if (
      !(body instanceof Uint8Array) ||
      this.#checksumOf(key, head, topics, validAt, body) !== checksum
    ) {
      this.#add({ sql: FORGET, parameters: [key], bytes: key.length });
      return undefined;
    }
    const reads: Reads = JSON.parse(topics);
    return this.#options.log.hasChanged(reads, validAt) ? undefined : { head, reads, body };
  }

  /** Queues a response to be written. Check `hasRoom` first. */
  put(key: string, { head, reads, body }: StoredResponse): void {
    const validAt = this.#options.log.version();
    if (validAt === null || body.length > LONGEST_BODY || !this.hasRoom) return;
    const topics = JSON.stringify(reads);
    const checksum = this.#checksumOf(key, head, topics, validAt, body);
    // The bytes are copied: posting a view of a larger buffer to a thread would send the whole buffer.
    const own = typeof body === 'string' ? body : new Uint8Array(body);
    const parameters = [key, head, topics, validAt, checksum, own];
    const bytes = key.length + head.length + topics.length + body.length;
    this.#add({ sql: PUT, parameters, bytes });
  }

  get hasRoom(): boolean {
    return this.#open !== null && this.#waitingBytes < WAITING_BYTES;
  }

  /** SQLite files have no checksums, so each row has one. */
  #checksumOf(
    key: string,
    head: string,
    topics: string,
    validAt: number,
    body: StoredResponse['body'],
  ): number {
    return crc32(body, crc32([this.#seed, key, head, topics, validAt].join('\n')));
  }

  #add(waiting: Waiting): void {
    if (!this.hasRoom) return;
    this.#waiting.push(waiting);
    this.#waitingBytes += waiting.bytes;
    this.#run(() => this.#writeWaiting());
  }

  /** Opens the file, or checks the open one. Call `look` regularly, so that an unusable file is tried again. */
  async look(): Promise<void> {
    this.#run(() => (this.#open ? this.#check(this.#open) : this.#begin()));
    await this.#work;
  }

  /** Deletes the file with everything in it; the next `look` begins a new one. */
  async empty(because: string): Promise<void> {
    for (let isGone = this.#isOver; !isGone; ) {
      await this.#work;
      // Another action may have come before this one.
      this.#run(async () => {
        isGone = true;
        await this.#giveUp(new Unusable(because));
      });
    }
    await this.#work;
  }

  /** Runs one action at a time. Waiting responses are written afterwards. */
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
    // A service on PostgreSQL may have no such folder yet. If mkdir fails, the next line reports the reason.
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

  /** Throws if the file was made from another database or by another version. */
  async #identify({ id, fingerprint, change }: Origin): Promise<void> {
    if (fingerprint !== this.#fingerprint) {
      // A process of another version has replaced the file, so this process will end soon.
      if (this.#hasBegun) this.#isOver = true;
      throw new Unusable('it was made by another version, or with other settings');
    }
    if (!(await this.#options.log.has(change))) {
      throw new Unusable('it belongs to another database, or to another state of it');
    }
    this.#seed = `${fingerprint} ${id}`;
  }

  async #check({ reader }: Open): Promise<void> {
    reader.checkFiles();
    const { path, bytes } = this.#options;
    if ((await roomFor(path, bytes)) === 0) throw new Unusable('its disk is nearly full');
  }

  async #writeWaiting(): Promise<void> {
    while (this.#open && this.#waiting.length > 0) {
      if (this.#waitingBytes < BATCH_BYTES && !this.#isOver) await pause(GATHER_MS);
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

  /** Closes and deletes the file. The next call of `look` creates a new one. */
  async #giveUp(error: unknown): Promise<void> {
    await this.#close();
    // Another process has created a new file already, which must stay.
    if (this.#isOver || sqliteCode(error) === MOVED) return;
    const { path, warn } = this.#options;
    // The log is deleted first: SQLite would apply a leftover log to the next file.
    for (const end of ['-wal', '-shm', '']) {
      // rm fails for a folder. An empty folder is removed; one with files stays.
      await rm(path + end, { force: true }).catch(() => rmdir(path + end).catch(() => {}));
    }
    if (this.#isTold) return;
    this.#isTold = true;
    warn(
      `The cache's file ${path} was deleted: ${wordsOf(error)}. A new one follows when possible.`,
    );
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

class Unusable extends Error {}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const isBusy = (error: unknown) => ((sqliteCode(error) ?? 0) & 0xff) === BUSY;
