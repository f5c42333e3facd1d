// A queue for slow work: few tasks run and few wait, networks and accounts take turns, and known clients go first.

import { type ErrorCode, Problem } from '../../errors.ts';

/** Network and account form groups, so that a flood from one of them mostly delays itself. */
export interface Client {
  readonly network: string;
  readonly account: string;
  /** True if the client has shown that the account is its own. Known clients never wait for unknown ones. */
  readonly isKnown: boolean;
}

export interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
  readonly ms: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Groups in order of arrival; none is empty. */
type Turns<Group> = Map<string, Group & { lastTurn: number }>;

type Line = { waiting: Waiting[] };
type Lines = { lines: Turns<Line> };

interface Place {
  readonly groups: Turns<Lines>;
  readonly outer: string;
  readonly inner: string;
}

export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #refusal: ErrorCode;
  readonly #known: Turns<Lines> = new Map();
  readonly #strangers: Turns<Lines> = new Map();
  #running = 0;
  #waiting = 0;
  #turn = 0;

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

  /** Known clients are grouped by account, because an attacker can use many networks but not many accounts. */
  #placeOf({ network, account, isKnown }: Client): Place {
    if (isKnown) return { groups: this.#known, outer: account, inner: network };
    return { groups: this.#strangers, outer: network, inner: account };
  }

  #wait(client: Client): Promise<void> {
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const waiting = { enter, leave: () => reject(new Problem(this.#refusal)) };
    const place = this.#placeOf(client);
    const timer = setTimeout(() => {
      this.#remove(place, waiting);
      waiting.leave();
    }, this.#limits.ms);
    const { groups, outer, inner } = place;
    const group = groups.getOrInsertComputed(outer, () => ({ lines: new Map(), lastTurn: 0 }));
    const line = group.lines.getOrInsertComputed(inner, () => ({ waiting: [], lastTurn: 0 }));
    line.waiting.push(waiting);
    this.#waiting += 1;
    if (this.#waiting > this.#limits.waiting) this.#turnAway();
    return promise.finally(() => clearTimeout(timer));
  }

  /** Refuses the last task of the largest group, which may be a flood. Unknown clients are refused first. */
  #turnAway(): void {
    const groups = this.#strangers.size > 0 ? this.#strangers : this.#known;
    const [outer, { lines }] = largest(groups, total);
    const [inner, { waiting }] = largest(lines, ({ waiting: those }) => those.length);
    const last = waiting.at(-1);
    if (!last) return;
    this.#remove({ groups, outer, inner }, last);
    last.leave();
  }

  #release(): void {
    const groups = this.#known.size > 0 ? this.#known : this.#strangers;
    const [outer, group] = next(groups);
    const [inner, line] = next(group?.lines);
    const first = line?.waiting[0];
    if (!group || !line || !first) {
      this.#running -= 1;
      return;
    }
    this.#turn += 1;
    group.lastTurn = this.#turn;
    line.lastTurn = this.#turn;
    this.#remove({ groups, outer, inner }, first);
    first.enter();
  }

  #remove({ groups, outer, inner }: Place, waiting: Waiting): void {
    const lines = groups.get(outer)?.lines;
    const line = lines?.get(inner);
    if (!lines || !line) return;
    this.#waiting -= 1;
    line.waiting = line.waiting.filter((each) => each !== waiting);
    if (line.waiting.length === 0) lines.delete(inner);
    if (lines.size === 0) groups.delete(outer);
  }
}

/** Groups take turns. Among those still without one, the newest is next, so that no person waits behind a flood. */
function next<Group>(groups: Turns<Group> = new Map()) {
  return [...groups].reduce<[string, (Group & { lastTurn: number })?]>(
    (found, each) => (each[1].lastTurn <= (found[1]?.lastTurn ?? Infinity) ? each : found),
    [''],
  );
}

const total = ({ lines }: Lines) =>
  lines.values().reduce((sum, { waiting }) => sum + waiting.length, 0);

/** Returns the first of the largest groups, so that a flood does not keep later groups out. */
function largest<Group>(groups: Turns<Group>, size: (group: Group) => number): [string, Group] {
  return [...groups].reduce((most, each) => (size(each[1]) > size(most[1]) ? each : most));
}
