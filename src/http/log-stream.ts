// Where the lines of the log go: standard output, as long as it takes them.

import { writeSync } from 'node:fs';

const STDOUT = 1;
/** How long to wait for whoever reads a pipe that is full. */
const PAUSE_MS = 10;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * A line that cannot be written is dropped: a full disk or a reader that is gone must not end the
 * service, and lines that wait for room would fill its memory.
 */
export const logStream = {
  write(line: string): void {
    let rest = Buffer.from(line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(STDOUT, rest));
      } catch (error) {
        if (!isFullPipe(error)) return;
        Atomics.wait(never, 0, 0, PAUSE_MS);
      }
    }
  },
};

const isFullPipe = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN';
