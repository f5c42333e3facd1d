// A queue for slow work: few run at once, few wait, networks and accounts take turns, and known clients go first.

import { type ErrorCode, Problem } from '../../errors.ts';

/** Who waits. A flood from one network, or at one account, delays itself and hardly anyone else. */
export interface Client {
  readonly network: string;
  readonly account: string;
  /** Whether they have shown that the account is theirs: they wait for nobody who has not. */
  readonly isKnown: boolean;
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

/** Strangers by network and then account, known clients by account and then network. */
type Groups = Map<string, Group>;
type Group = Map<string, Waiting[]>;

interface Place {
  readonly groups: Groups;
  readonly outer: string;
  readonly inner: string;
}

export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #refusal: ErrorCode;
  /** Both in the order of their turns. No group is empty, and no list in one. */
  readonly #known: Groups = new Map();
  readonly #strangers: Groups = new Map();
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

  /** Anyone can have many networks; who is known can't have many accounts of others. */
  #placeOf({ network, account, isKnown }: Client): Place {
    if (isKnown) return { groups: this.#known, outer: account, inner: network };
    return { groups: this.#strangers, outer: network, inner: account };
  }

  #wait(client: Client): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = this.#placeOf(client);
      const refuse = () => reject(new Problem(this.#refusal));
      const timer = setTimeout(() => {
        this.#remove(place, waiting);
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
      const { groups, outer, inner } = place;
      const group: Group = groups.get(outer) ?? new Map();
      group.set(inner, [...(group.get(inner) ?? []), waiting]);
      groups.set(outer, group);
      this.#waiting += 1;
      if (this.#waiting > this.#limits.waiting) this.#turnAway();
    });
  }

  /** Where too many wait, the last one of the largest group goes: a stranger while there is one. */
  #turnAway(): void {
    const groups = this.#strangers.size > 0 ? this.#strangers : this.#known;
    const [outer, group] = largest(groups, total);
    const [inner, waiting] = largest(group, ({ length }) => length);
    const last = waiting.at(-1);
    if (!last) return;
    this.#remove({ groups, outer, inner }, last);
    last.leave();
  }

  /** The slot goes to the next group, and there to the next client; both then stand last. */
  #release(): void {
    const groups = this.#known.size > 0 ? this.#known : this.#strangers;
    const [next] = groups;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [outer, group] = next;
    for (const [inner, [first, ...others]] of group) {
      if (!first) continue;
      this.#waiting -= 1;
      putLast(group, inner, others, others.length);
      putLast(groups, outer, group, group.size);
      first.enter();
      return;
    }
  }

  #remove({ groups, outer, inner }: Place, waiting: Waiting): void {
    const group = groups.get(outer);
    const left = group?.get(inner)?.filter((each) => each !== waiting) ?? [];
    this.#waiting -= 1;
    if (left.length > 0) group?.set(inner, left);
    else group?.delete(inner);
    if (group?.size === 0) groups.delete(outer);
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value, size: number): void {
  map.delete(key);
  if (size > 0) map.set(key, value);
}

const total = (group: Group) => group.values().reduce((sum, { length }) => sum + length, 0);

/** Any one of equals: a flood that came first must not keep its places from all who come later. */
function largest<Value>(map: Map<string, Value>, size: (value: Value) => number): [string, Value] {
  const most = Math.max(...map.values().map(size));
  const equals = [...map].filter(([, value]) => size(value) === most);
  const skipped = Math.floor(Math.random() * equals.length);
  return equals.slice(skipped).reduce((first) => first);
}
