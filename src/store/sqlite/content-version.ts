// The content version, which every public change raises, read as rarely as correctness allows.

import { type OpenOptions, SyncConnection } from './sync-connection.ts';

/** How stale it may be when another process has raised it. Reading it costs some system calls. */
const FRESH_MS = 100;

export class ContentVersion {
  readonly #options: OpenOptions;
  #connection: SyncConnection | undefined;
  #version = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  current(): number | null {
    const now = performance.now();
    if (now - this.#readAt < FRESH_MS) return this.#version;
    try {
      this.#version = this.#read();
    } catch {
      // The next ordinary read reports the error.
      return null;
    }
    this.#readAt = now;
    return this.#version;
  }

  #read(): number {
    this.#connection ??= new SyncConnection(this.#options);
    const [row] = this.#connection.run('SELECT version FROM content_version', []).rows;
    return Number(Object(row).version);
  }

  /** This process has written: the next caller gets the current version. */
  invalidate(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#connection?.close();
  }
}
