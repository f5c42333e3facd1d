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
    zip.addReadStream(input, name, { mtime: new Date(at) });
    await finished(input, { signal: left.signal });
  };
  write({ add }).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}
