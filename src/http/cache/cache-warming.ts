// Warms the cache: what readers and crawlers may ask for next is computed before they do, while nobody else needs
// the processor, and waits in the overflow file.

import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FoundRead, PublicReads } from '../public-reads.ts';
import { cacheKeyOf } from './cache-key.ts';
import { headersOf } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import { type Encoding, encodedFor } from './send-response.ts';

/** Of one piece, or whatever else is read together. */
type Paths = readonly string[];

interface WarmingOptions {
  cache: ResponseCache;
  reads: PublicReads;
  /** What there is, the newest first. */
  paths: () => AsyncIterable<readonly Paths[]>;
}

/** What crawlers and browsers ask for, and what programs do. */
const ENCODINGS: readonly Encoding[] = ['identity', 'br'];

/** The file goes round: what is always in use may take half of it, or all of it would be written again and again. */
const SHARE = 1 / 2;

/** After so many, it rests for so many times as long as they took. */
const AT_ONCE = 8;
const REST_TIMES = 2;

/** While the process is busy with more than this share of its time, warming waits… */
const BUSY = 0.5;
/** …and looks again. */
const BUSY_MS = 250;

/** How soon it looks for changes: at once, or after so many times as long as the last look took, up to a minute. */
const LOOK_MS = 1_000;
const LOOK_REST_TIMES = 10;
const LATEST_LOOK_MS = 60_000;

const utilization = (since?: EventLoopUtilization) => performance.eventLoopUtilization(since);

export class CacheWarming {
  readonly #cache: ResponseCache;
  readonly #reads: PublicReads;
  readonly #paths: WarmingOptions['paths'];
  readonly #stopping = new AbortController();
  #isRunning = false;

  constructor({ cache, reads, paths }: WarmingOptions) {
    this.#cache = cache;
    this.#reads = reads;
    this.#paths = paths;
  }

  start(): void {
    if (this.#isRunning || this.#cache.warmBytes(SHARE) === 0) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** What is being read comes to nothing. */
  stop(): void {
    this.#stopping.abort();
  }

  get #isOver(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Each time that something changes, or that one more route can be read: see public-reads.ts. */
  async #run(): Promise<void> {
    let known = '';
    while (!this.#isOver) {
      const [version, { learned }] = [this.#cache.version(), this.#reads];
      const state = `${version} ${learned}`;
      const begun = utilization();
      // While changes may be missed, nothing is stored.
      if (state !== known && version !== null && learned > 0) {
        // Whatever keeps the database from being read is said by those who need it.
        const isDone = await this.#warmAll().catch(() => false);
        if (isDone) known = state;
      }
      const rest = Math.min(LATEST_LOOK_MS, LOOK_REST_TIMES * utilization(begun).active);
      await this.#pause(Math.max(LOOK_MS, rest));
    }
  }

  /** Everything, or as much as there is room for. */
  async #warmAll(): Promise<boolean> {
    let taken = 0;
    let warmed = 0;
    let begun = { at: performance.now(), loop: utilization() };
    for await (const together of this.#paths()) {
      for (const paths of together) {
        if (this.#isOver || this.#cache.version() === null) return false;
        // Where the disk is nearly full, there is less of it than before.
        if (taken >= this.#cache.warmBytes(SHARE)) return true;
        const bytes = await Promise.all(paths.map((path) => this.#warm(path)));
        taken += bytes.reduce((sum, each) => sum + each, 0);
        warmed += 1;
        // Whoever has asked meanwhile is answered before the next.
        if (warmed % AT_ONCE > 0) await setImmediate();
        else {
          await this.#rest(begun);
          begun = { at: performance.now(), loop: utilization() };
        }
      }
    }
    return true;
  }

  /** The rest of the time is the readers', and half of it at least the database's. */
  async #rest({ at, loop }: { at: number; loop: EventLoopUtilization }): Promise<void> {
    const { active } = utilization(loop);
    const elapsed = performance.now() - at;
    let paused = utilization();
    await this.#pause(Math.max(REST_TIMES * active, elapsed));
    while (!this.#isOver && utilization(paused).utilization > BUSY) {
      paused = utilization();
      await this.#pause(BUSY_MS);
    }
  }

  /** How many bytes it has in the file, in all encodings. */
  async #warm(path: string): Promise<number> {
    const key = cacheKeyOf(path);
    const there = ENCODINGS.map((encoding) => this.#cache.validBytes(key, encoding));
    const missing = ENCODINGS.filter((_, nth) => there[nth] === null);
    const found = missing.length > 0 && this.#reads.find(path);
    // What is gone meanwhile, or leads elsewhere, is not stored.
    const made = found ? await this.#make(found, key, missing).catch(() => 0) : 0;
    return there.reduce<number>((sum, bytes) => sum + (bytes ?? 0), made);
  }

  async #make(found: FoundRead, key: string, encodings: readonly Encoding[]): Promise<number> {
    const { route, read, request, headers: shared } = found;
    const { result, basis } = await this.#cache.recording(() => read(request));
    if ('movedTo' in result || (result.changesWith ?? 'content') !== 'content') return 0;
    // Written together.
    const stored = encodings.map(async (accepted) => {
      const { headers: own, body, bodyEncoding } = await encodedFor(accepted, result);
      const headers = headersOf(shared, own);
      await this.#cache.putAhead({ key, route, basis, accepted, headers, body, bodyEncoding });
      return this.#cache.validBytes(key, accepted) ?? 0;
    });
    return (await Promise.all(stored)).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Shorter where it is told to stop. */
  async #pause(ms: number): Promise<void> {
    const options = { signal: this.#stopping.signal, ref: false };
    await sleep(Math.max(1, ms), undefined, options).catch(() => {});
  }
}
