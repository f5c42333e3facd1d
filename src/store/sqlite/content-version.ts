// The number that every public change raises, asked for as rarely as being right allows.

import { type OpenOptions, SqliteConnection } from './connection.ts';

/** How old the number may be when another process has raised it. Asking costs some system calls. */
const GOOD_FOR_MS = 100;

export class ContentVersion {
  readonly #options: OpenOptions;
  #connection: SqliteConnection | undefined;
  #version = 0;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  current(): number | null {
    const now = performance.now();
    if (now - this.#askedAt < GOOD_FOR_MS) return this.#version;
    try {
      this.#version = this.#ask();
    } catch {
      // Whoever reads next is told what is the matter.
      return null;
    }
    this.#askedAt = now;
    return this.#version;
  }

  #ask(): number {
    this.#connection ??= new SqliteConnection(this.#options);
    const [row] = this.#connection.run('SELECT version FROM content_version', []).rows;
    return Number(Object(row).version);
  }

  /** This process has written: whoever asks next is told the truth. */
  askAgain(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#connection?.close();
  }
}
