// Words that the service does not have yet, kept in this browser until it has them.

import type { Content } from './content.ts';
import { newId } from './new-id.ts';

export interface Kept {
  content: Content;
  /** The version they were written over. */
  version: number;
  /** What was sent last, where no answer came: the service may have it. */
  sent: Content | null;
}

const NEW = 'new ';
const placeOf = (account: string, piece: string) => `standfirst ${account} ${piece}`;

/** Each open page has a place of its own, so that two tabs on one piece keep both their words. */
export class UnsavedChanges {
  readonly #account: string;
  readonly #piece: string;
  readonly #page = newId();
  #isNew: boolean;
  /** Of earlier visits, until the writer has seen them. */
  #waiting: Kept[] = [];

  constructor(account: string, piece: string, isNew: boolean) {
    this.#account = account;
    this.#piece = piece;
    this.#isNew = isNew;
    // Held as long as the page is there: others see that these words are being written.
    navigator.locks?.request(this.#page, () => new Promise(() => {}));
  }

  /** The id of a new piece whose words never reached the service. */
  static async ofNewPiece(account: string): Promise<string | null> {
    const start = placeOf(account, NEW);
    const [key] = await leftBehind(start);
    return key?.slice(start.length).split(' ')[0] ?? null;
  }

  /** What earlier visits left behind becomes this page's to keep. */
  async take(): Promise<void> {
    for (const key of await leftBehind(this.#start)) {
      this.#waiting.push(...read(key));
      localStorage.removeItem(key);
    }
    this.#write(this.#waiting);
  }

  next(): Kept | undefined {
    return this.#waiting.shift();
  }

  keep(words: Kept): void {
    this.#write([words, ...this.#waiting]);
  }

  /** The service has what this page wrote. */
  forget(): void {
    this.#write(this.#waiting);
  }

  /** The service has the piece now. */
  arrived(): void {
    this.#write([]);
    this.#isNew = false;
  }

  /** A browser may be full, or set to keep nothing. */
  #write(words: Kept[]): void {
    const key = `${this.#start} ${this.#page}`;
    try {
      if (words.length > 0) localStorage.setItem(key, JSON.stringify(words));
      else localStorage.removeItem(key);
    } catch {
      // Then there is the autosave alone.
    }
  }

  get #start(): string {
    return placeOf(this.#account, `${this.#isNew ? NEW : ''}${this.#piece}`);
  }
}

/** The pieces that have words here and are not open; `new` for those that never had an id. */
export async function unsavedOf(account: string): Promise<string[]> {
  const start = placeOf(account, '');
  const pieces = (await leftBehind(start)).map(
    (key) => key.slice(start.length).split(' ')[0] ?? '',
  );
  return [...new Set(pieces)];
}

/** The keys under which pages that are gone kept something, in no order that means anything. */
async function leftBehind(start: string): Promise<string[]> {
  const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
    return keys.filter((key) => !open.includes(key.split(' ').at(-1))).sort();
  } catch {
    return [];
  }
}

function read(key: string): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}
