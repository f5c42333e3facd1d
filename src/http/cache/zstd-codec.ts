// Zstandard for many short texts that have much in common with one, the dictionary.

import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { reusedStream } from './reused-stream.ts';

/** The quickest: more saves nothing with a dictionary. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export interface Codec {
  compress: (text: Buffer) => Buffer;
  /** Null for what is no such text, or is not that long. The next one may overwrite it. */
  decompress: (compressed: Buffer, bytes: number) => Buffer | null;
}

/** With what Node documents. */
export const documentedCodec = (dictionary: Buffer): Codec => ({
  compress: (text) => zstdCompressSync(text, { ...LEVEL, dictionary }),
  decompress(compressed, bytes) {
    try {
      const plain = zstdDecompressSync(compressed, { dictionary, maxOutputLength: bytes });
      return plain.length === bytes ? plain : null;
    } catch {
      return null;
    }
  },
});

/** Several times as fast; null where this Node can't. Texts are shorter than the room. */
export function reusedCodec(dictionary: Buffer, room: Buffer): Codec | null {
  const write = reusedStream(() => createZstdCompress({ ...LEVEL, dictionary }), room);
  const read = reusedStream(() => createZstdDecompress({ dictionary }), room);
  if (!write || !read) return null;
  const { compress } = documentedCodec(dictionary);
  return {
    compress: (text) => Buffer.from(write(text) ?? compress(text)),
    decompress(compressed, bytes) {
      const plain = read(compressed);
      return plain?.length === bytes ? plain : null;
    },
  };
}
