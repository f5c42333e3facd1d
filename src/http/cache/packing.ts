// Packs short bodies for the overflow file: each against the first of its route, with which it has most in common.

import { type Codec, documentedCodec, reusedCodec } from './zstd-codec.ts';

/** What is shorter has little to save; what is longer takes too long to unpack for each client. */
const LEAST_BYTES = 1_024;
const MOST_BYTES = 32 * 1024;

export class Packing {
  readonly #codecs = new Map<string, Codec>();
  /** Where it is packed and unpacked, one after the other. */
  readonly #room = Buffer.allocUnsafeSlow(2 * MOST_BYTES);

  /** Null for one that is better stored as it is. */
  pack(route: string, body: Buffer): Buffer | null {
    if (body.length < LEAST_BYTES || body.length > MOST_BYTES) return null;
    const codec = this.#codecs.get(route) ?? this.#begin(route, Buffer.from(body));
    return codec.compress(body);
  }

  /** Null where that can't be done. The next one overwrites it. */
  unpack(route: string, packed: Buffer, bytes: number): Buffer | null {
    return this.#codecs.get(route)?.decompress(packed, bytes) ?? null;
  }

  #begin(route: string, dictionary: Buffer): Codec {
    const codec = reusedCodec(dictionary, this.#room) ?? documentedCodec(dictionary);
    this.#codecs.set(route, codec);
    return codec;
  }
}
