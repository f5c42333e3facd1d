// Counts that another process keeps for this one and its siblings: asked for some at a time.

import { type Counts, type Grant, type Rate, rememberLatest, type Taken } from './counters.ts';

export type AskForGrant = (what: string, key: string, rate: Rate, asked: number) => Promise<Grant>;

/**
 * So many are asked for at once where much is allowed, and one where little is. What one process
 * holds unused the others cannot give out: small, so that nobody is refused much too early.
 */
const MOST_AT_ONCE = 8;
const SHARE_AT_ONCE = 1 / 75;

export class SharedCounts implements Counts {
  readonly #ask: AskForGrant;
  readonly #held = new Map<string, Grant>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(ask: AskForGrant) {
    this.#ask = ask;
  }

  take(what: string, key: string, rate: Rate): Taken | Promise<Taken> {
    return this.#use(`${what} ${key}`) ?? this.#useNext(what, key, rate);
  }

  /** Many may wait for one grant; those whom it does not reach ask again. */
  async #useNext(what: string, key: string, rate: Rate): Promise<Taken> {
    const name = `${what} ${key}`;
    for (;;) {
      const asking = this.#asking.get(name) ?? this.#askFor(name, what, key, rate);
      await asking;
      const taken = this.#use(name);
      if (taken) return taken;
    }
  }

  #askFor(name: string, what: string, key: string, rate: Rate): Promise<void> {
    const asked = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(rate.max * SHARE_AT_ONCE)));
    const asking = this.#ask(what, key, rate, asked)
      .then((grant) => void rememberLatest(this.#held, name, grant))
      .finally(() => this.#asking.delete(name));
    this.#asking.set(name, asking);
    return asking;
  }

  /** One of those held, or the refusal that holds until the window ends. */
  #use(name: string): Taken | undefined {
    const held = this.#held.get(name);
    if (!held || Date.now() >= held.endsAt) return undefined;
    const { granted, left, endsAt } = held;
    if (granted > 0) {
      held.granted -= 1;
      return { isGranted: true, left: left + held.granted, endsAt };
    }
    return left === 0 ? { isGranted: false, left, endsAt } : undefined;
  }
}
