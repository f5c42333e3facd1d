// A ZIP that is written while it is read: one file at a time is in memory, never two.

import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipWriter {
  /** Returns when the file has gone out, at the reader's pace; throws once the reader has left. */
  add(name: string, content: string | Buffer, at: string): Promise<void>;
}

/** The ZIP as a stream; what `write` throws ends it broken off. */
export function zipStream(write: (zip: ZipWriter) => Promise<void>): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  const left = new AbortController();
  out.once('close', () => left.abort());
  const add: ZipWriter['add'] = async (name, content, at) => {
    left.signal.throwIfAborted();
    const input = Readable.from([Buffer.from(content)]);
    unpooled(() => zip.addReadStreamLazy(name, { mtime: new Date(at) }, handingOver(input)));
    await finished(input, { signal: left.signal });
  };
  write({ add }).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

/** The library remembers whom it asked for a stream, for as long as the ZIP lasts; not the stream. */
function handingOver(input: Readable) {
  let held: Readable | null = input;
  return (give: (error: unknown, stream: Readable) => void): void => {
    const stream = held;
    held = null;
    if (stream) give(null, stream);
  };
}

/**
 * The library keeps every name to the end, as bytes. Out of Node's shared pool they would be a few
 * bytes each that keep 64 KiB from being let go.
 */
function unpooled(work: () => void): void {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    work();
  } finally {
    Buffer.poolSize = poolSize;
  }
}
