// Standard output and standard error as a service writes them: without waiting for their reader.

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Lines beyond this are dropped until the reader has read the others. */
const BUFFER_BYTES = 1024 * 1024;
/** How long a process that ends waits for its lines to be read. */
const FLUSH_MS = 1_000;

/** Node writes to pipes and sockets asynchronously, and buffers what their reader has not taken, without a bound. */
class LogStream {
  readonly #stream: NodeJS.WriteStream;
  readonly #droppedLine: (lines: number) => string;
  /** Since they were last reported. */
  #dropped = 0;
  droppedTotal = 0;

  constructor(stream: NodeJS.WriteStream, droppedLine: (lines: number) => string) {
    this.#stream = stream;
    this.#droppedLine = droppedLine;
  }

  write(line: string): void {
    if (this.#dropped > 0 || this.#stream.writableLength > BUFFER_BYTES) this.#drop();
    else this.#stream.write(line);
  }

  /** Resolves when everything is written, or cannot be. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.#stream.write('', () => resolve()));
  }

  /** Drops lines until the buffer is empty, so that one line says how many are missing at that point. */
  #drop(): void {
    this.droppedTotal += 1;
    this.#dropped += 1;
    if (this.#dropped > 1) return;
    void this.flushed().then(() => {
      const dropped = this.#dropped;
      this.#dropped = 0;
      this.write(this.#droppedLine(dropped));
    });
  }
}

const WHY = 'lines were dropped, because they were not read';

export const standardOutput = new LogStream(process.stdout, (dropped) => {
  const line = { level: 40, time: Date.now(), pid: process.pid, dropped, msg: `Log ${WHY}` };
  return `${JSON.stringify(line)}\n`;
});

export const standardError = new LogStream(process.stderr, (lines) => `${lines} ${WHY}.\n`);

/**
 * To be called after a process was started with our standard error, such as the bundler: Node then sets the pipe to
 * blocking, for both. Opening it again sets it back.
 */
export function unblockStandardError(): void {
  const { stderr } = process;
  if (stderr instanceof Socket && !stderr.isTTY) new Socket({ fd: stderr.fd, readable: false });
}

/** To be awaited before a process ends itself. Lines whose reader stands still are lost with it. */
export async function logsFlushed(): Promise<void> {
  const flushed = Promise.all([standardOutput.flushed(), standardError.flushed()]);
  await Promise.race([flushed, pause(FLUSH_MS)]);
}
