// A streamed ZIP: only one file at a time is in memory.

import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipWriter {
  /** Returns when the file was sent (backpressure applies); throws once the client has disconnected. */
  add(name: string, content: string | Buffer, at: string): Promise<void>;
}

/** The ZIP as a stream; if `write` throws, the stream is destroyed. */
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

/** The library keeps this callback until the ZIP is done, but not the stream it returns. */
function handingOver(input: Readable) {
  let held: Readable | null = input;
  return (give: (error: unknown, stream: Readable) => void): void => {
    const stream = held;
    held = null;
    if (stream) give(null, stream);
  };
}

/**
 * The library keeps every name to the end, as a buffer. From Node's shared pool, each of these few
 * bytes would keep 64 KiB from being garbage-collected.
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
