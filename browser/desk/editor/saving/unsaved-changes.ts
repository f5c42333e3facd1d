// Unsaved changes, stored in this browser until the service has them.

import type { Content } from '../page/content.ts';
import { newId } from './new-id.ts';

export interface StoredChanges {
  content: Content;
  /** The version that the changes are based on. */
  version: number;
  /** Content that was sent without a response: it may have been saved. */
  sent: Content | null;
  /** The content of the version that the changes are based on. */
  base?: Content;
  /** When the changes were stored; earlier versions of the editor didn't note it. */
  at?: string;
}

const NEW = 'new ';
const placeOf = (account: string, piece: string) => `unsaved changes ${account} ${piece}`;

/** Each open page has its own key, so that two tabs on one piece keep both their changes. */
export class UnsavedChanges {
  readonly #account: string;
  readonly #piece: string;
  readonly #page = newId();
  #isNew: boolean;
  #isStored = true;
  /** Changes from earlier sessions that the writer hasn't seen yet. */
  #waiting: StoredChanges[] = [];

  constructor(account: string, piece: string, isNew: boolean) {
    this.#account = account;
    this.#piece = piece;
    this.#isNew = isNew;
    // The lock is held while the page is open, so other tabs see that these changes are in use.
    navigator.locks?.request(this.#page, () => new Promise(() => {}));
  }

  /** The id of a new piece from a closed page that was never saved. */
  static async ofNewPiece(account: string): Promise<string | null> {
    const start = placeOf(account, NEW);
    const [key] = await leftBehind(start);
    return key?.slice(start.length).split(' ')[0] ?? null;
  }

  /** Adopts the changes of earlier sessions, except those that were saved although no response came. */
  async takeOver(isSaved: (content: Content) => boolean): Promise<void> {
    for (const key of await leftBehind(this.#start)) {
      this.#waiting.push(...read(key).filter(({ content }) => !isSaved(content)));
      localStorage.removeItem(key);
    }
    this.#write(this.#waiting);
  }

  /** Whether the last changes could be stored: storage may be full or disabled. */
  get isStored(): boolean {
    return this.#isStored;
  }

  next(): StoredChanges | undefined {
    return this.#waiting.shift();
  }

  store(words: StoredChanges): void {
    this.#write([{ ...words, at: new Date().toISOString() }, ...this.#waiting]);
  }

  /** Removes the changes of this page, once all of them are saved. */
  forget(): void {
    this.#write(this.#waiting);
  }

  /** Removes the changes of a new piece after its first save. Later changes have another key. */
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
      // If the changes can't be stored, the status line warns the writer.
      this.#isStored = words.length === 0;
    }
  }

  get #start(): string {
    return placeOf(this.#account, `${this.#isNew ? NEW : ''}${this.#piece}`);
  }
}

export interface UnsavedPiece {
  /** The piece's id, or `new` if it was never saved. */
  piece: string;
  /** The unsaved content of each closed page. */
  contents: Content[];
  keys: string[];
}

/** The pieces with unsaved changes that are not open in a tab. */
export async function unsavedOf(account: string): Promise<UnsavedPiece[]> {
  const start = placeOf(account, '');
  const pieces = new Map<string, UnsavedPiece>();
  for (const key of await leftBehind(start)) {
    const [piece = '', id = ''] = key.slice(start.length).split(' ');
    const place = piece === 'new' ? id : piece;
    const { contents, keys } = pieces.get(place) ?? { contents: [], keys: [] };
    const found = read(key).map(({ content }) => content);
    pieces.set(place, { piece, contents: [...contents, ...found], keys: [...keys, key] });
  }
  return [...pieces.values()];
}

/** The storage keys of pages that were closed, in no particular order. */
export async function leftBehind(start: string): Promise<string[]> {
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
