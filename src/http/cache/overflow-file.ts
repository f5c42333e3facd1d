// The overflow of the response cache: responses that are not in memory, in a file that only this process has.

import {
  closeSync,
  ftruncate,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writev,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { isDiskFull } from '../../errors.ts';
import { PRIVATE } from '../../schemas/limits.ts';
import type { Reads } from '../../store/content/read-record.ts';
import { BodyBuffers } from './body-buffers.ts';
import {
  bytesOf,
  type CachedResponse,
  type FinishedResponse,
  IN_ONE_GO_BYTES,
  type Place,
} from './cached-response.ts';
import { DiskRoom } from './disk-room.ts';
import { HeaderShapes, headersFrom, ownValues } from './header-shapes.ts';
import { Packing } from './packing.ts';
import { type NewPlace, Places } from './places.ts';
import { WriteStaging } from './write-staging.ts';

type Head = Omit<FinishedResponse, 'body' | 'bodyEncoding'>;

type StoredResponse = FinishedResponse & Pick<CachedResponse, 'reads' | 'validAt'>;

/** Between a key and the headers of its response: no URL has one. */
const KEY_END = '\n';

/** One that is about to be written. */
interface Waiting {
  key: string;
  parts: Buffer[];
  bytes: number;
  place: NewPlace;
}

/** Of all bytes, how many may wait to be written, in memory… */
const WAITING_SHARE = 1 / 32;
/** …and at most. One response can't be longer either. */
const WAITING_BYTES = 8 * 1024 * 1024;

/** Written at once; Linux takes 1,024 parts, and each has two at most. */
const TOGETHER = 500;

const writeAll = promisify(writev);
const truncate = promisify(ftruncate);

export class OverflowFile {
  readonly #folder: string;
  readonly #most: number;
  /** How long it may become; where it may not grow, how long it is. */
  #bytes: number;
  readonly #room: DiskRoom;
  readonly #shapes = new HeaderShapes();
  /** What is short is read into this, and is a text at once. */
  readonly #scratch = Buffer.allocUnsafeSlow(2 * IN_ONE_GO_BYTES);
  /** Null before anything is written. */
  #file: number | null = null;
  /** Until it is closed, or something could not be written. */
  #isOpen = true;
  readonly #places: Places;
  #next = 0;
  #grown = 0;
  /** Others need its room on the disk. */
  #isTooLong = false;
  readonly #staging = new WriteStaging();
  readonly #packing = new Packing();
  readonly #buffers = new BodyBuffers();
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Whatever waits is being written. */
  #writing: Promise<void> | null = null;

  /** With 0 bytes, nothing is stored. */
  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#room = new DiskRoom(folder);
    this.#most = bytes;
    this.#bytes = bytes;
    this.#places = new Places(bytes);
  }

  /** How long it may become; 0 where nothing is stored. */
  get bytes(): number {
    return this.#isOpen ? this.#bytes : 0;
  }

  /** Whether it is of this key is known when it is read. */
  placeOf(key: string): Place | undefined {
    return this.#places.of(key);
  }

  /** The content version at which it was last found to be valid. */
  validAt(place: Place): number {
    return this.#places.validAt(place);
  }

  setValidAt(place: Place, version: number): void {
    this.#places.setValidAt(place, version);
  }

  /** How often it was read, counted from 0 again after so many. */
  countRead(place: Place, most: number): number {
    return this.#places.countRead(place, most);
  }

  forget(key: string): void {
    this.#places.forget(key);
  }

  /** The same, in less room where it is short: that takes longer, but not for anybody who waits. */
  putPacked(key: string, response: StoredResponse): Promise<void> {
    const bytes = bytesOf(response);
    const body = this.#packing.pack(response.route, bytes);
    return body ? this.put(key, { ...response, body }, bytes.length) : this.put(key, response);
  }

  /** Stores it soon; where that can't be done, it is simply not there. */
  put(key: string, response: StoredResponse, unpackedBytes = 0): Promise<void> {
    const { reads, validAt, headers, body } = response;
    const most = Math.min(this.#bytes * WAITING_SHARE, WAITING_BYTES);
    if (!this.#isOpen || this.#waitingBytes + body.length > most) return Promise.resolve();
    const shape = this.#shapes.of(response);
    const head = shape && key + KEY_END + ownValues(shape, headers);
    const staged = head && this.#staging.add(head, JSON.stringify(reads), response);
    if (!staged) return Promise.resolve();
    const { parts, ...stored } = staged;
    const bytes = stored.headBytes + stored.readsBytes + stored.bodyBytes;
    this.#waitingBytes += bytes;
    const place = { at: 0, shape, ...stored, unpackedBytes, validAt };
    this.#waiting.push({ key, parts, bytes, place });
    return this.#write();
  }

  /**
   * To be called regularly: what others need of the disk is theirs, and the file begins again with less. What they
   * have left, it may use.
   */
  async fitDisk(): Promise<void> {
    if (this.#grown === 0) return;
    const isShort = await this.#room.isShort(this.#grown).catch(() => false);
    if (isShort) {
      this.#isTooLong = true;
      await this.#write();
    } else if (this.#bytes < this.#most) {
      const mayGrow = await this.#room.mayGrow(this.#grown).catch(() => false);
      if (mayGrow) this.#bytes = this.#most;
    }
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  /** Many at once: whatever comes while some are written is written together. */
  async #writeWaiting(): Promise<void> {
    await setImmediate();
    while (this.#isTooLong || this.#waiting.length > 0) {
      if (this.#isTooLong) await this.#beginAgain();
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#staging.swap();
      while (waiting.length > 0) await this.#writeBatch(this.#nextBatch(waiting));
    }
  }

  async #beginAgain(): Promise<void> {
    this.#isTooLong = false;
    this.#places.clear();
    // Meanwhile nothing is written, and nothing is there to be read.
    if (this.#file !== null && this.#isOpen) await truncate(this.#file).catch(() => this.#giveUp());
    this.#room.forget();
    this.#next = 0;
    this.#grown = 0;
    this.#bytes = this.#most;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const isWritten = await this.#hasWritten(batch);
    for (const { key, bytes, place } of batch) {
      this.#waitingBytes -= bytes;
      if (isWritten) this.#places.add(key, place);
    }
  }

  /** The first of those that wait, which are one after the other in the file. */
  #nextBatch(waiting: Waiting[]): Waiting[] {
    const batch: Waiting[] = [];
    for (const each of waiting.slice(0, TOGETHER)) {
      if (batch.length > 0 && this.#next + each.bytes > this.#bytes) break;
      each.place.at = this.#take(each.bytes);
      batch.push(each);
    }
    waiting.splice(0, batch.length);
    return batch;
  }

  /** Whether it could be. */
  async #hasWritten(batch: readonly Waiting[]): Promise<boolean> {
    const start = batch[0]?.place.at ?? 0;
    const bytes = batch.reduce((sum, each) => sum + each.bytes, 0);
    try {
      if (!(await this.#mayBe(start + bytes))) return false;
      const file = this.#opened();
      if (file === null) return false;
      const parts = batch.flatMap((each) => each.parts);
      const { bytesWritten } = await writeAll(file, parts, start);
      this.#grown = Math.max(this.#grown, start + bytesWritten);
      // A disk that fills up takes as much as it can.
      if (bytesWritten < bytes) this.#isTooLong = true;
      return bytesWritten === bytes && this.#isOpen;
    } catch (error) {
      // What needs the disk more will say so. One that is full may have room again.
      if (isDiskFull(error)) this.#isTooLong = true;
      else this.#giveUp();
      return false;
    }
  }

  /** All of a response; null where the file does not have it, but perhaps that of another key. */
  read(key: string, place: Place): FinishedResponse | null {
    const { at, shape, headBytes, readsBytes, bodyBytes, unpackedBytes } = place;
    const length = headBytes + readsBytes + bodyBytes;
    const isShort = length <= this.#scratch.length;
    const room = isShort ? this.#scratch : this.#buffers.take(length);
    const bytes = undamaged(this.#bytesAt(at, length, room), place);
    const own = bytes && afterKey(key, bytes.toString('latin1', 0, headBytes));
    if (own === null) return null;
    const head = { route: shape.route, ...headersFrom(shape, own) };
    const stored = room.subarray(headBytes + readsBytes, length);
    if (unpackedBytes > 0) {
      const body = this.#packing.unpack(shape.route, stored, unpackedBytes);
      return body && { ...head, ...this.#finished(body) };
    }
    if (isShort) return { ...head, ...this.#finished(stored) };
    const release = () => this.#buffers.giveBack(room);
    return { ...head, body: stored, bodyEncoding: 'latin1', release };
  }

  /** The body from where it is about to be overwritten: what is short is a text. */
  #finished(bytes: Buffer): Pick<FinishedResponse, 'body' | 'bodyEncoding' | 'release'> {
    const bodyEncoding = 'latin1';
    if (bytes.length <= IN_ONE_GO_BYTES) return { body: bytes.toString('latin1'), bodyEncoding };
    const room = this.#buffers.take(bytes.length);
    bytes.copy(room);
    const release = () => this.#buffers.giveBack(room);
    return { body: room.subarray(0, bytes.length), bodyEncoding, release };
  }

  /** The same without its body, for a client that has it. */
  headAt(key: string, place: Place): Head | null {
    const { shape, headBytes } = place;
    const own = afterKey(key, this.#headAndReads(place)?.toString('latin1', 0, headBytes) ?? '');
    return own === null ? null : { route: shape.route, ...headersFrom(shape, own) };
  }

  /** What it was made from; everything, where that can't be read. */
  readsAt(place: Place): Reads {
    const bytes = this.#headAndReads(place);
    return bytes && JSON.parse(bytes.toString('utf8', place.headBytes));
  }

  #headAndReads(place: Place): Buffer | null {
    return undamaged(this.#bytesAt(place.at, place.headBytes + place.readsBytes), place);
  }

  /** Nothing is stored from now on, and nothing found. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#places.clear();
    // Another file might get its number while something is still written to it.
    await this.#writing;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** The next place of this size, going round; what was there is gone. */
  #take(bytes: number): number {
    if (this.#next + bytes > this.#bytes) {
      // What is left at the end is the oldest, and stays unused this time.
      this.#places.forgetFrom(this.#next, this.#bytes);
      this.#next = 0;
    }
    const at = this.#next;
    this.#next += bytes;
    this.#places.forgetFrom(at, this.#next);
    return at;
  }

  /** Where it may not be so long, it goes round from now on. */
  async #mayBe(bytes: number): Promise<boolean> {
    // PostgreSQL needs no folder. Where it can't be made, the next line says so.
    if (this.#file === null) await mkdir(this.#folder, { mode: PRIVATE.folder }).catch(() => {});
    if (await this.#room.isThere(bytes, this.#grown)) return true;
    if (this.#grown > 0) this.#bytes = this.#grown;
    else this.#next = 0;
    return false;
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

  #bytesAt(at: number, length: number, into?: Buffer): Buffer | null {
    const bytes = into ?? Buffer.allocUnsafeSlow(length);
    if (this.#file === null || !this.#isOpen) return null;
    try {
      return readSync(this.#file, bytes, 0, length, at) === length ? bytes : null;
    } catch {
      this.#giveUp();
      return null;
    }
  }

  /** Nothing is stored or found from now on, and others have its room on the disk. */
  #giveUp(): void {
    this.#isOpen = false;
    this.#places.clear();
    try {
      // At once: later, its number may be another file's.
      if (this.#file !== null) ftruncateSync(this.#file);
    } catch {
      // It is gone with the process.
    }
  }
}

/** Null where what stands before the body is not what was written: its length may be wrong, for one. */
function undamaged(bytes: Buffer | null, { headBytes, readsBytes, sum }: Place): Buffer | null {
  return bytes && crc32(bytes.subarray(0, headBytes + readsBytes)) === sum ? bytes : null;
}

/** The values of its headers; null where it is another key's. */
const afterKey = (key: string, head: string) =>
  head.startsWith(key + KEY_END) ? head.slice(key.length + KEY_END.length) : null;
