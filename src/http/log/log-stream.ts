// Writes standard output and standard error without waiting for their reader.

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Lines beyond this are dropped until the reader has read the rest. */
const BUFFER_BYTES = 1024 * 1024;
/** Time that an ending process gives its reader. */
const FLUSH_MS = 1_000;

/** Node buffers writes to pipes and sockets without a limit, so LogStream drops lines. */
class LogStream {
  readonly #stream: NodeJS.WriteStream;
  readonly #droppedLine: (lines: number) => string;
  /** Dropped lines since the last report. */
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

  /** Resolves when everything is written, or can't be. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.#stream.write('', () => resolve()));
  }

  /** Drops lines until the buffer is empty, so that one line reports the number missing there. */
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
 * Call it after starting a process with our standard error, such as the bundler: Node then makes the pipe
 * blocking for both processes. Opening it again undoes that.
 */
export function unblockStandardError(): void {
  const { stderr } = process;
  if (stderr instanceof Socket && !stderr.isTTY) new Socket({ fd: stderr.fd, readable: false });
}

/** Await it before the process exits. Lines that the reader doesn't take in time are lost. */
export async function logsFlushed(): Promise<void> {
  const flushed = Promise.all([standardOutput.flushed(), standardError.flushed()]);
  await Promise.race([flushed, pause(FLUSH_MS)]);
}
