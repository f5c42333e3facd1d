// Where responses wait to be written to the overflow file: one block of memory that is filled while another is
// written, because a buffer for each would have to be collected.

import { crc32 } from 'node:zlib';
import { bytesOf, type FinishedResponse, IN_ONE_GO_BYTES } from './cached-response.ts';

const BLOCK_BYTES = 1024 * 1024;

type Body = Pick<FinishedResponse, 'body' | 'bodyEncoding'>;

/** What is to be written, and how long each of its parts is. */
export interface Staged {
  parts: Buffer[];
  headBytes: number;
  readsBytes: number;
  bodyBytes: number;
  /** Of what stands before the body. */
  sum: number;
}

export class WriteStaging {
  #filled: Buffer | null = null;
  #spare: Buffer | null = null;
  #at = 0;

  /** Null where there is no room until something was written. What is long has a buffer of its own already. */
  add(head: string, reads: string, response: Body): Staged | null {
    this.#filled ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    const block = this.#filled;
    const isLong = response.body.length > IN_ONE_GO_BYTES;
    // A character has at most three bytes.
    const most = 3 * (head.length + reads.length + (isLong ? 0 : response.body.length));
    if (this.#at + most > block.length) return null;
    const start = this.#at;
    const headBytes = block.write(head, start, 'latin1');
    const readsBytes = block.write(reads, start + headBytes, 'utf8');
    const end = start + headBytes + readsBytes;
    const bodyBytes = isLong ? 0 : written(block, end, response);
    this.#at = end + bodyBytes;
    const short = block.subarray(start, this.#at);
    const before = { headBytes, readsBytes, sum: crc32(block.subarray(start, end)) };
    if (!isLong) return { parts: [short], ...before, bodyBytes };
    const long = bytesOf(response);
    return { parts: [short, long], ...before, bodyBytes: long.length };
  }

  /** What was added until now is about to be written: what is added from now on stands elsewhere. */
  swap(): void {
    [this.#filled, this.#spare] = [this.#spare, this.#filled];
    this.#at = 0;
  }
}

const written = (block: Buffer, at: number, { body, bodyEncoding }: Body) =>
  typeof body === 'string' ? block.write(body, at, bodyEncoding) : body.copy(block, at);
