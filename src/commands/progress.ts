// Draws a progress bar on a terminal, and nothing elsewhere.

const WIDTH = 32;
const REDRAW_MS = 100;

export class Progress {
  readonly #total: number;
  readonly #words: string;
  #drawnAt = 0;

  constructor(total: number, words: string) {
    this.#total = total;
    this.#words = words;
  }

  at(done: number): void {
    if (!process.stderr.isTTY || Date.now() - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = Date.now();
    const share = this.#total > 0 ? Math.min(1, done / this.#total) : 1;
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    process.stderr.write(`\r${this.#words} ${bar} ${Math.round(share * 100)} %`);
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
  }
}
