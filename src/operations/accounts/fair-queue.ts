// A queue for slow work: few run at once, few wait, and networks and accounts take turns.

import { type ErrorCode, Problem } from '../../errors.ts';

/** Who waits. A flood from one network, or at one account, delays itself and hardly anyone else. */
export interface Client {
  readonly network: string;
  readonly account: string;
}

export interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
  /** The longest that anyone waits for a turn. */
  readonly ms: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly leave: () => void;
}

type Accounts = Map<string, Waiting[]>;

export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #refusal: ErrorCode;
  /** In the order of their turns, the networks and the accounts of each. None of them is empty. */
  readonly #networks = new Map<string, Accounts>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits, refusal: ErrorCode) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  async run<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#wait(client);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait({ network, account }: Client): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Problem(this.#refusal));
      const timer = setTimeout(() => {
        this.#remove(network, account, waiting);
        refuse();
      }, this.#limits.ms);
      const waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
        leave: () => {
          clearTimeout(timer);
          refuse();
        },
      };
      const accounts = this.#networks.get(network) ?? new Map<string, Waiting[]>();
      accounts.set(account, [...(accounts.get(account) ?? []), waiting]);
      this.#networks.set(network, accounts);
      this.#waiting += 1;
      if (this.#waiting > this.#limits.waiting) this.#turnAway();
    });
  }

  /** Where too many wait, the last one of the network and account that has the most of them goes. */
  #turnAway(): void {
    const [network, accounts] = largest(this.#networks, total);
    const [account, waiting] = largest(accounts, ({ length }) => length);
    const last = waiting.at(-1);
    if (!last) return;
    this.#remove(network, account, last);
    last.leave();
  }

  /** The slot goes to the next network, and there to the next account; both then stand last. */
  #release(): void {
    const [next] = this.#networks;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [network, accounts] = next;
    for (const [account, [first, ...others]] of accounts) {
      if (!first) continue;
      this.#waiting -= 1;
      putLast(accounts, account, others, others.length);
      putLast(this.#networks, network, accounts, accounts.size);
      first.enter();
      return;
    }
  }

  #remove(network: string, account: string, waiting: Waiting): void {
    const accounts = this.#networks.get(network);
    const left = accounts?.get(account)?.filter((each) => each !== waiting) ?? [];
    this.#waiting -= 1;
    if (left.length > 0) accounts?.set(account, left);
    else accounts?.delete(account);
    if (accounts?.size === 0) this.#networks.delete(network);
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value, size: number): void {
  map.delete(key);
  if (size > 0) map.set(key, value);
}

const total = (accounts: Accounts) =>
  accounts.values().reduce((sum, { length }) => sum + length, 0);

/** Of equals the last one, which has come last or has just had its turn. */
function largest<Value>(map: Map<string, Value>, size: (value: Value) => number): [string, Value] {
  return [...map].reduce((most, each) => (size(each[1]) >= size(most[1]) ? each : most));
}
