// Fixed-window counters for rate limits.

export interface Rate {
  readonly max: number;
  readonly windowMs: number;
}

export interface Taken {
  isGranted: boolean;
  left: number;
  endsAt: number;
}

/** Rate-limit counts that all worker processes share. A process that serves alone answers without a promise. */
export interface Counts {
  take(what: string, key: string, rate: Rate): Taken | Promise<Taken>;
  /** Returns the number of requests left without counting one. */
  peek(what: string, key: string, rate: Rate): Taken | Promise<Taken>;
  /** True if this process already knows that no requests are left; the leader isn't asked. */
  isSpent(what: string, key: string, rate: Rate): boolean;
}

/** Requests granted to a worker in advance, so that it doesn't have to ask the leader for each. */
export interface Grant {
  granted: number;
  left: number;
  endsAt: number;
}

/** Number of clients counted, more than one machine serves in a window; the oldest are evicted first. */
const CLIENTS = 100_000;

/** Counts of a process that serves alone, or of the leader of several workers. */
export class OwnCounts implements Counts {
  readonly #windows = new Map<string, Map<string, { count: number; begun: number }>>();

  take(what: string, key: string, rate: Rate): Taken {
    const { granted, left, endsAt } = this.grant(what, key, rate, 1);
    return { isGranted: granted > 0, left, endsAt };
  }

  /** Grants up to `asked` requests; 0 only returns how many are left. */
  grant(what: string, key: string, rate: Rate, asked: number): Grant {
    const { max, windowMs } = rate;
    if (asked === 0) return { granted: 0, ...this.peek(what, key, rate) };
    const window = this.#window(what, key, windowMs);
    const granted = Math.min(asked, max - window.count);
    window.count += granted;
    return { granted, left: max - window.count, endsAt: window.begun + windowMs };
  }

  /** Windows begin with the first request that is counted, not with a peek. */
  peek(what: string, key: string, { max, windowMs }: Rate): Taken {
    const now = Date.now();
    const known = this.#windows.get(what)?.get(key);
    if (!known || !isDuring(known.begun, windowMs, now)) {
      return { isGranted: true, left: max, endsAt: now + windowMs };
    }
    const left = max - known.count;
    return { isGranted: left > 0, left, endsAt: known.begun + windowMs };
  }

  isSpent(what: string, key: string, rate: Rate): boolean {
    return !this.peek(what, key, rate).isGranted;
  }

  #window(what: string, key: string, windowMs: number) {
    const now = Date.now();
    const windows = this.#windows.get(what) ?? new Map<string, { count: number; begun: number }>();
    this.#windows.set(what, windows);
    const known = windows.get(key);
    if (known && isDuring(known.begun, windowMs, now)) return known;
    return rememberLatest(windows, key, { count: 0, begun: now });
  }
}

/** A window that begins in the future was opened before the clock was set back, and is over. */
export const isDuring = (begun: number, windowMs: number, now: number) =>
  now >= begun && now < begun + windowMs;

/** Moves the entry to the end of the map, and evicts the first entry if there are too many. */
export function rememberLatest<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > CLIENTS ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  return value;
}
