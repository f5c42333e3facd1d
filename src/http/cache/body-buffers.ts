// Memory for bodies that are too long to be texts, used again once they are sent: a buffer for each would have to be
// taken from the system and collected, which takes several times as long as sending it.

/** So much may be free and wait for the next. */
const FREE_BYTES = 16 * 1024 * 1024;

export class BodyBuffers {
  /** By their length, a power of two. */
  readonly #free = new Map<number, Buffer[]>();
  #freeBytes = 0;

  /** At least so long. What was in it is still there. */
  take(bytes: number): Buffer {
    const length = 2 ** Math.ceil(Math.log2(bytes));
    const free = this.#free.get(length)?.pop();
    if (!free) return Buffer.allocUnsafeSlow(length);
    this.#freeBytes -= length;
    return free;
  }

  /** Once, and when nobody has any of it any more. */
  giveBack(buffer: Buffer): void {
    if (this.#freeBytes + buffer.length > FREE_BYTES) return;
    this.#freeBytes += buffer.length;
    const free = this.#free.get(buffer.length);
    if (free) free.push(buffer);
    else this.#free.set(buffer.length, [buffer]);
  }
}
