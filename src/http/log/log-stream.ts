// Writes to standard output and standard error without waiting for the program that reads them.

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Amount of unread output beyond which lines are dropped until the reader has caught up. */
const BUFFER_BYTES = 1024 * 1024;
/** Time that an ending process gives the reader of its output. */
const FLUSH_MS = 1_000;

/** Node buffers writes to pipes and sockets without a limit, so LogStream drops lines instead. */
class LogStream {
  readonly #stream: NodeJS.WriteStream;
  readonly #droppedLine: (lines: number) => string;
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

  flushed(): Promise<void> {
    return new Promise((resolve) => this.#stream.write('', () => resolve()));
  }

  /** Drops lines until the buffer is empty, so that one line can report the number of lines missing there. */
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
 * Starting a process with our standard error, such as the bundler, makes Node turn the pipe into a blocking one for
 * both processes. Opening the pipe again undoes that, so call this afterwards.
 */
export function unblockStandardError(): void {
  const { stderr } = process;
  if (stderr instanceof Socket && !stderr.isTTY) new Socket({ fd: stderr.fd, readable: false });
}

/** Call this before the process exits. Lines that aren't read in time are lost. */
export async function logsFlushed(): Promise<void> {
  const flushed = Promise.all([standardOutput.flushed(), standardError.flushed()]);
  await Promise.race([flushed, pause(FLUSH_MS)]);
}
