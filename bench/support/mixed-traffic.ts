// Sends requests of several kinds at a steady rate, no matter how long each takes, and counts responses.

interface Answered {
  status: number;
  body: string;
}

export type Send = (url: string, init?: RequestInit) => Promise<Answered>;

export interface Kind {
  name: string;
  /** Frequency relative to the other kinds. */
  weight: number;
  /** Last response, or the first unexpected one. */
  run(): Promise<Answered>;
}

/** Number of requests open at a time, beyond which none is sent. */
const AT_ONCE = 200;

export class Traffic {
  /** Number of responses by kind and status; status 0 means no response, or an unexpected one. */
  readonly answers = new Map<string, number>();
  /** Requests not sent because too many were open. */
  skipped = 0;
  #open = 0;
  readonly #kinds: Kind[];
  readonly #total: number;

  constructor(kinds: Kind[]) {
    this.#kinds = kinds;
    this.#total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  }

  async run(rate: number, ms: number): Promise<void> {
    const begun = performance.now();
    let sent = 0;
    for (;;) {
      const elapsed = performance.now() - begun;
      if (elapsed > ms) break;
      for (; sent < (elapsed / 1_000) * rate; sent += 1) this.#sendOne();
      await new Promise((resolve) => setTimeout(resolve, 1_000 / rate));
    }
    while (this.#open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  #sendOne(): void {
    if (this.#open >= AT_ONCE) {
      this.skipped += 1;
      return;
    }
    const { name, run } = this.#any();
    this.#open += 1;
    void run()
      .catch((error: unknown) => {
        console.error(`${name}: ${error}`);
        return { status: 0, body: '' };
      })
      .then(({ status, body }) => {
        if (status === 0 || status >= 400)
          console.error(`${name}: ${status} ${body.slice(0, 300)}`);
        const what = `${name} ${status}`;
        this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
        this.#open -= 1;
      });
  }

  #any(): Kind {
    let left = Math.random() * this.#total;
    for (const kind of this.#kinds) {
      left -= kind.weight;
      if (left < 0) return kind;
    }
    throw new Error('There are no kinds of requests.');
  }

  count(isLike: (status: number) => boolean): number {
    const fitting = [...this.answers].filter(([what]) => isLike(Number(what.split(' ').at(-1))));
    return fitting.reduce((sum, [, count]) => sum + count, 0);
  }
}
