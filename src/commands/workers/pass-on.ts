// Forwards a worker's output to the leader's output.

import type { Readable, Writable } from 'node:stream';

const NEWLINE = 10;

/** Forwards whole lines, no faster than they are read. A pipe shared by workers would become blocking for them all. */
export async function passOn(from: Readable | null, to: Writable): Promise<void> {
  let rest = Buffer.alloc(0);
  const write = (bytes: Buffer) => new Promise<void>((resolve) => to.write(bytes, () => resolve()));
  for await (const chunk of from ?? []) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    rest = bytes.subarray(end);
    if (end > 0) await write(bytes.subarray(0, end));
  }
  if (rest.length > 0) await write(rest);
}
