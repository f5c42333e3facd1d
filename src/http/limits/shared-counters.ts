// Counters that the leader keeps for its workers, which reserve several requests at a time.

import {
  type Counts,
  type Grant,
  isDuring,
  type Rate,
  rememberLatest,
  type Taken,
} from './counters.ts';

export type AskForGrant = (what: string, key: string, rate: Rate, asked: number) => Promise<Grant>;

/**
 * Requests that a worker reserves at a time, or one if the limit is low. The number is small, because other workers
 * can't use what one has reserved, and would refuse clients too early.
 */
const MOST_AT_ONCE = 8;
const SHARE_AT_ONCE = 1 / 75;

export class SharedCounts implements Counts {
  readonly #ask: AskForGrant;
  readonly #grants = new Map<string, Grant>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(ask: AskForGrant) {
    this.#ask = ask;
  }

  take(what: string, key: string, rate: Rate): Taken | Promise<Taken> {
    return this.#use(`${what} ${key}`, rate) ?? this.#useNext(what, key, rate);
  }

  /** Requests that this worker has reserved and not used are counted as left. */
  async peek(what: string, key: string, rate: Rate): Promise<Taken> {
    const { left, endsAt } = await this.#ask(what, key, rate, 0);
    const own = this.#grants.get(`${what} ${key}`)?.granted ?? 0;
    const known = this.#isCurrent(`${what} ${key}`, rate) ? left + own : left;
    return { isGranted: known > 0, left: known, endsAt };
  }

  isSpent(what: string, key: string, rate: Rate): boolean {
    const name = `${what} ${key}`;
    const grant = this.#grants.get(name);
    return this.#isCurrent(name, rate) && grant?.granted === 0 && grant.left === 0;
  }

  #isCurrent(name: string, { windowMs }: Rate): boolean {
    const grant = this.#grants.get(name);
    return grant !== undefined && isDuring(grant.endsAt - windowMs, windowMs, Date.now());
  }

  /** Requests share one pending grant; if it isn't enough, the others ask again. */
  async #useNext(what: string, key: string, rate: Rate): Promise<Taken> {
    const name = `${what} ${key}`;
    for (;;) {
      const asking = this.#asking.get(name) ?? this.#askFor(name, what, key, rate);
      await asking;
      const taken = this.#use(name, rate);
      if (taken) return taken;
    }
  }

  #askFor(name: string, what: string, key: string, rate: Rate): Promise<void> {
    const asked = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(rate.max * SHARE_AT_ONCE)));
    const asking = this.#ask(what, key, rate, asked)
      .then((grant) => void rememberLatest(this.#grants, name, grant))
      .finally(() => this.#asking.delete(name));
    this.#asking.set(name, asking);
    return asking;
  }

  /** Takes one request from the latest grant, or the refusal that is valid until the window ends. */
  #use(name: string, rate: Rate): Taken | undefined {
    const grant = this.#grants.get(name);
    if (!grant || !this.#isCurrent(name, rate)) return undefined;
    const { granted, left, endsAt } = grant;
    if (granted > 0) {
      grant.granted -= 1;
      return { isGranted: true, left: left + grant.granted, endsAt };
    }
    return left === 0 ? { isGranted: false, left, endsAt } : undefined;
  }
}
