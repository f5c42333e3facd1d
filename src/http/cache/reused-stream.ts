// Compresses or decompresses one short text after the other with one Zstandard stream, and at once.

import { constants, type ZstdCompress, type ZstdDecompress } from 'node:zlib';

/** Null where nothing came of it, or more than there is room for. The next result overwrites it. */
export type Convert = (from: Buffer) => Buffer | null;

/** What Node's own streams work with. */
interface Handle {
  reset(): void;
  writeSync(
    flush: number,
    from: Buffer,
    fromAt: number,
    fromBytes: number,
    to: Buffer,
    toAt: number,
    toBytes: number,
  ): void;
}

/**
 * By what Node does not document: what it does makes a stream for each text, which takes three times as long and has to
 * be collected. Null where this Node has something else there. Why: docs/decisions/2026-11-18-cache-warming.md.
 */
export function reusedStream(
  make: () => ZstdCompress | ZstdDecompress,
  to: Buffer,
): Convert | null {
  let stream = opened(make());
  if (stream === null) return null;
  return (from) => {
    stream ??= opened(make());
    if (stream === null) return null;
    const { handle, left } = stream;
    handle.reset();
    // After an error it would say what it said the last time.
    left[0] = to.length;
    handle.writeSync(constants.ZSTD_e_end, from, 0, from.length, to, 0, to.length);
    const bytes = to.length - left[0];
    if (bytes > 0 && left[0] > 0) return to.subarray(0, bytes);
    // It may be closed.
    stream = null;
    return null;
  };
}

/** `left` says first how much of the room it has not used. */
function opened(stream: ZstdCompress | ZstdDecompress) {
  // What is wrong is seen in what comes of it.
  stream.on('error', () => {});
  const handle: unknown = Reflect.get(stream, '_handle');
  const left: unknown = Reflect.get(stream, '_writeState');
  return isHandle(handle) && left instanceof Uint32Array ? { handle, left } : null;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' &&
  value !== null &&
  'reset' in value &&
  typeof value.reset === 'function' &&
  'writeSync' in value &&
  typeof value.writeSync === 'function';
