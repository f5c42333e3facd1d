// Reads an archive line by line. Only LF ends a line, because JSON may contain all other line separators.

import { OperatorError } from '../../errors.ts';

const LONGEST_LINE = 64 * 1024 * 1024;
const LF = 0x0a;

export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = LONGEST_LINE,
): AsyncGenerator<string> {
  const line = new Line(longest);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      line.add(chunk.subarray(start, end));
      yield line.take();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (!line.isEmpty) yield line.take();
}

class Line {
  #parts: Uint8Array[] = [];
  #length = 0;
  #number = 1;
  readonly #longest: number;

  constructor(longest: number) {
    this.#longest = longest;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#longest) {
      throw new OperatorError(`Line ${this.#number} is longer than 64 MiB.`);
    }
    if (bytes.length > 0) this.#parts.push(bytes);
  }

  take(): string {
    const text = this.#decoded();
    this.#parts = [];
    this.#length = 0;
    this.#number += 1;
    return text;
  }

  #decoded(): string {
    // A byte order mark is dropped at the start of the file only.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: this.#number > 1 });
    try {
      return decoder.decode(Buffer.concat(this.#parts));
    } catch {
      throw new OperatorError(`Line ${this.#number} is not valid UTF-8.`);
    }
  }
}
