// Unsaved changes, stored in this browser until the service has them.

import type { Content } from '../page/content.ts';
import { newId } from './new-id.ts';

export interface StoredChanges {
  content: Content;
  /** The version they are based on. */
  version: number;
  /** What was sent last, if no response came: it may have been saved. */
  sent: Content | null;
  /** What that version said. */
  base?: Content;
}

const NEW = 'new ';
const placeOf = (account: string, piece: string) => `standfirst ${account} ${piece}`;

/** Each open page has its own key, so that two tabs on one piece keep both their changes. */
export class UnsavedChanges {
  readonly #account: string;
  readonly #piece: string;
  readonly #page = newId();
  #isNew: boolean;
  #isStored = true;
  /** From earlier sessions, until the writer has seen them. */
  #waiting: StoredChanges[] = [];

  constructor(account: string, piece: string, isNew: boolean) {
    this.#account = account;
    this.#piece = piece;
    this.#isNew = isNew;
    // A lock held while the page is open: other tabs see that these changes are in use.
    navigator.locks?.request(this.#page, () => new Promise(() => {}));
  }

  /** The id of a new piece that was never saved. */
  static async ofNewPiece(account: string): Promise<string | null> {
    const start = placeOf(account, NEW);
    const [key] = await leftBehind(start);
    return key?.slice(start.length).split(' ')[0] ?? null;
  }

  /** Takes over what earlier sessions left behind, except what was saved though no response came. */
  async takeOver(isSaved: (content: Content) => boolean): Promise<void> {
    for (const key of await leftBehind(this.#start)) {
      this.#waiting.push(...read(key).filter(({ content }) => !isSaved(content)));
      localStorage.removeItem(key);
    }
    this.#write(this.#waiting);
  }

  /** Whether the last changes found room here: storage may be full or disabled. */
  get isStored(): boolean {
    return this.#isStored;
  }

  next(): StoredChanges | undefined {
    return this.#waiting.shift();
  }

  store(words: StoredChanges): void {
    this.#write([words, ...this.#waiting]);
  }

  /** Everything on this page is saved. */
  forget(): void {
    this.#write(this.#waiting);
  }

  /** The piece is saved for the first time. */
  firstSaved(): void {
    this.#write([]);
    this.#isNew = false;
  }

  #write(words: StoredChanges[]): void {
    const key = `${this.#start} ${this.#page}`;
    try {
      if (words.length > 0) localStorage.setItem(key, JSON.stringify(words));
      else localStorage.removeItem(key);
      this.#isStored = true;
    } catch {
      // Then only autosave is left, and the writer is told.
      this.#isStored = words.length === 0;
    }
  }

  get #start(): string {
    return placeOf(this.#account, `${this.#isNew ? NEW : ''}${this.#piece}`);
  }
}

/** The pieces with unsaved changes that are not open; `new` for those never saved. */
export async function unsavedOf(account: string): Promise<string[]> {
  const start = placeOf(account, '');
  const pieces = (await leftBehind(start)).map(
    (key) => key.slice(start.length).split(' ')[0] ?? '',
  );
  return [...new Set(pieces)];
}

/** The keys of pages that were closed, in no particular order. */
async function leftBehind(start: string): Promise<string[]> {
  const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
    return keys.filter((key) => !open.includes(key.split(' ').at(-1))).sort();
  } catch {
    return [];
  }
}

function read(key: string): StoredChanges[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}
