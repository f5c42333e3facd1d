// Where each response is in the overflow file, in the order of the file from the next place on, going round.

import type { Place } from './cached-response.ts';

/** Each takes some 250 bytes of memory. */
const MOST = 50_000;

/** Of those that were written, half may be known no more before they are left out. */
const MOST_WRITTEN = 2 * MOST;

interface Written {
  key: string;
  place: Place;
}

export class Places {
  readonly #byKey = new Map<string, Place>();
  /**
   * The oldest first, from `#first` on, with some that are known no more. A map would have to be searched for
   * its first key, past all that were deleted before it.
   */
  #written: Written[] = [];
  #first = 0;

  of(key: string): Place | undefined {
    return this.#byKey.get(key);
  }

  add(key: string, place: Place): void {
    if (this.#written.length >= MOST_WRITTEN) this.#leaveOutUnknown();
    this.#byKey.set(key, place);
    this.#written.push({ key, place });
    if (this.#byKey.size > MOST) this.#forget(this.#oldest());
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }

  /** Those whose place begins here: the oldest, where the file goes round. */
  forgetFrom(start: number, end: number): void {
    let oldest = this.#oldest();
    while (oldest && oldest.place.at >= start && oldest.place.at < end) {
      this.#forget(oldest);
      oldest = this.#oldest();
    }
  }

  clear(): void {
    this.#byKey.clear();
    this.#written = [];
    this.#first = 0;
  }

  #oldest(): Written | undefined {
    for (; this.#first < this.#written.length; this.#first += 1) {
      const oldest = this.#written[this.#first];
      if (oldest && this.#isKnown(oldest)) return oldest;
    }
    return undefined;
  }

  #forget(written: Written | undefined): void {
    if (written) this.#byKey.delete(written.key);
  }

  /** One that was written again is known by its later place. */
  #isKnown({ key, place }: Written): boolean {
    return this.#byKey.get(key) === place;
  }

  #leaveOutUnknown(): void {
    this.#written = this.#written.filter((each) => this.#isKnown(each));
    this.#first = 0;
  }
}
