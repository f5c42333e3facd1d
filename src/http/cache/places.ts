// Where each response is in the overflow file, in the order of the file from the next place on, going round.

import { randomInt } from 'node:crypto';
import type { HeaderShape, Place } from './cached-response.ts';

/** So many bytes of the file have a place: shorter responses leave it before the file has gone round. */
const BYTES_A_PLACE = 4_096;

/** Each takes some 40 bytes of memory, however long its key is. */
const MOST = 8_000_000;

/** Taken by nobody. */
const EMPTY = 0;

/** One of each for every place: objects would take six times as much memory, and have to be collected. */
interface Columns {
  hash: Uint32Array;
  at: Float64Array;
  shape: Uint16Array;
  headBytes: Uint32Array;
  readsBytes: Uint32Array;
  bodyBytes: Uint32Array;
  unpackedBytes: Uint32Array;
  sum: Uint32Array;
  validAt: Float64Array;
  timesRead: Uint8Array;
  /** By hash, the first free one after it: which place, counted from 1. Half of them are empty, or more. */
  slots: Uint32Array;
}

/** What is stored of a response. */
export type NewPlace = Omit<Place, 'number'> & {
  validAt: number;
};

export class Places {
  readonly #most: number;
  /** Null before there is one; their memory is taken as they are used. */
  #columns: Columns | null = null;
  readonly #shapes: HeaderShape[] = [];
  /** The oldest that may be known, and the next one: places are numbered, and never by the same number again. */
  #first = 0;
  #next = 0;

  /** For a file of so many bytes. */
  constructor(bytes: number) {
    this.#most = Math.min(MOST, Math.max(1, Math.floor(bytes / BYTES_A_PLACE)));
  }

  /** Of this key, or of another with the same hash: the file has the key itself. */
  of(key: string): Place | undefined {
    const { found } = this.#slotOf(hashOf(key));
    return found === undefined ? undefined : this.#place(found);
  }

  add(key: string, { shape, validAt, ...place }: NewPlace): void {
    this.forget(key);
    if (this.#next - this.#first >= this.#most) this.#forgetOldest();
    this.#columns ??= columnsFor(this.#most);
    const columns = this.#columns;
    const hash = hashOf(key);
    const index = this.#next % this.#most;
    this.#next += 1;
    columns.hash[index] = hash;
    columns.at[index] = place.at;
    columns.shape[index] = this.#shapeNumber(shape);
    columns.headBytes[index] = place.headBytes;
    columns.readsBytes[index] = place.readsBytes;
    columns.bodyBytes[index] = place.bodyBytes;
    columns.unpackedBytes[index] = place.unpackedBytes;
    columns.sum[index] = place.sum;
    columns.validAt[index] = validAt;
    columns.timesRead[index] = 0;
    columns.slots[this.#slotOf(hash).slot] = index + 1;
  }

  validAt({ number }: Place): number {
    return this.#columns?.validAt[number % this.#most] ?? 0;
  }

  /** It was found to be valid at this version. */
  setValidAt({ number }: Place, version: number): void {
    if (this.#columns && number >= this.#first) {
      this.#columns.validAt[number % this.#most] = version;
    }
  }

  /** Counts from 0 again after so many. */
  countRead({ number }: Place, most: number): number {
    if (!this.#columns) return 0;
    const index = number % this.#most;
    const times = (this.#columns.timesRead[index] ?? 0) + 1;
    this.#columns.timesRead[index] = times % most;
    return times;
  }

  forget(key: string): void {
    const { slot, found } = this.#slotOf(hashOf(key));
    if (found !== undefined) this.#empty(slot);
  }

  /** Those whose place begins here: the oldest, where the file goes round. */
  forgetFrom(start: number, end: number): void {
    while (this.#columns && this.#first < this.#next) {
      const at = this.#columns.at[this.#first % this.#most] ?? 0;
      if (this.#isKnown(this.#first) && (at < start || at >= end)) return;
      this.#forgetOldest();
    }
  }

  clear(): void {
    this.#columns = null;
    this.#first = this.#next;
  }

  #forgetOldest(): void {
    const hash = this.#columns?.hash[this.#first % this.#most] ?? 0;
    if (this.#isKnown(this.#first)) this.#empty(this.#slotOf(hash).slot);
    this.#first += 1;
  }

  /** One that was written again is known by its later place. */
  #isKnown(number: number): boolean {
    const index = number % this.#most;
    return this.#columns !== null && this.#slotOf(this.#columns.hash[index] ?? 0).found === index;
  }

  /** Where the place of this hash stands, or would. */
  #slotOf(hash: number): { slot: number; found: number | undefined } {
    if (!this.#columns) return { slot: 0, found: undefined };
    const { slots, hash: hashes } = this.#columns;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const taken = slots[slot] ?? EMPTY;
      if (taken === EMPTY) return { slot, found: undefined };
      if (hashes[taken - 1] === hash) return { slot, found: taken - 1 };
    }
  }

  /** Whatever stands after it, because its own slot was taken, moves up. */
  #empty(slot: number): void {
    if (!this.#columns) return;
    const { slots, hash: hashes } = this.#columns;
    const mask = slots.length - 1;
    let free = slot;
    slots[free] = EMPTY;
    for (let next = (slot + 1) & mask; ; next = (next + 1) & mask) {
      const taken = slots[next] ?? EMPTY;
      if (taken === EMPTY) return;
      const own = (hashes[taken - 1] ?? 0) & mask;
      // Not where its own slot lies between the free one and here.
      if (((next - own) & mask) < ((next - free) & mask)) continue;
      slots[free] = taken;
      slots[next] = EMPTY;
      free = next;
    }
  }

  #place(index: number): Place | undefined {
    const shape = this.#shapes[this.#columns?.shape[index] ?? 0];
    if (!this.#columns || !shape) return undefined;
    const round = Math.floor(this.#first / this.#most) * this.#most + index;
    return {
      number: round < this.#first ? round + this.#most : round,
      at: this.#columns.at[index] ?? 0,
      shape,
      headBytes: this.#columns.headBytes[index] ?? 0,
      readsBytes: this.#columns.readsBytes[index] ?? 0,
      bodyBytes: this.#columns.bodyBytes[index] ?? 0,
      unpackedBytes: this.#columns.unpackedBytes[index] ?? 0,
      sum: this.#columns.sum[index] ?? 0,
    };
  }

  #shapeNumber(shape: HeaderShape): number {
    const known = this.#shapes.indexOf(shape);
    return known === -1 ? this.#shapes.push(shape) - 1 : known;
  }
}

function columnsFor(most: number): Columns {
  return {
    hash: new Uint32Array(most),
    at: new Float64Array(most),
    shape: new Uint16Array(most),
    headBytes: new Uint32Array(most),
    readsBytes: new Uint32Array(most),
    bodyBytes: new Uint32Array(most),
    unpackedBytes: new Uint32Array(most),
    sum: new Uint32Array(most),
    validAt: new Float64Array(most),
    timesRead: new Uint8Array(most),
    slots: new Uint32Array(2 ** Math.ceil(Math.log2(2 * most))),
  };
}

/** So that nobody can make up URLs which stand in each other's way. */
const SEED = randomInt(2 ** 32);

/** FNV-1a, of 32 bits, from a start of its own. */
function hashOf(key: string): number {
  let hash = SEED;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
