// Streams a ZIP: only one file and the directory are in memory.

import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { directoryEntryOf, endOf, headerOf, type ZippedFile } from './zip-format.ts';

const deflate = promisify(deflateRaw);

export interface ZipWriter {
  /** Resolves when the client can take more, and rejects if the client has disconnected. */
  add(name: string, content: string | Buffer, at: string): Promise<void>;
}

export function zipStream(write: (zip: ZipWriter) => Promise<void>): Readable {
  const out = new PassThrough();
  const left = new AbortController();
  out.once('close', () => left.abort());
  const files: ZippedFile[] = [];
  let offset = 0;
  const send = async (bytes: Buffer) => {
    left.signal.throwIfAborted();
    offset += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain', { signal: left.signal });
  };
  const add: ZipWriter['add'] = async (name, content, at) => {
    const bytes = Buffer.from(content);
    const deflated = await deflate(bytes);
    const sizes = { deflated: deflated.length, size: bytes.length };
    const file = { name, modifiedAt: new Date(at), crc: crc32(bytes), ...sizes, offset };
    await send(headerOf(file));
    await send(deflated);
    files.push(file);
  };
  const writeAll = async () => {
    await write({ add });
    const from = offset;
    for (const file of files) await send(directoryEntryOf(file));
    out.end(endOf(files.length, from, offset));
  };
  writeAll().catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}
