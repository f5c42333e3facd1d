// Words that the service does not have yet, kept in this browser until it has them.

import type { Content } from './content.ts';

export interface Kept {
  content: Content;
  /** The version they were written over. */
  version: number;
  /** What was sent last, where no answer came: the service may have it. */
  sent: Content | null;
}

const NEW = 'new ';
const keyOf = (account: string, piece: string) => `standfirst ${account} ${piece}`;

export class KeptWords {
  readonly #account: string;
  #piece: string;
  #isNew: boolean;

  constructor(account: string, piece: string, isNew: boolean) {
    this.#account = account;
    this.#piece = piece;
    this.#isNew = isNew;
  }

  /** The id of a new piece whose words never reached the service. */
  static ofNewPiece(account: string): string | null {
    const start = keyOf(account, NEW);
    try {
      const key = Object.keys(localStorage).find((each) => each.startsWith(start));
      return key?.slice(start.length) ?? null;
    } catch {
      return null;
    }
  }

  /** The service has the piece now. */
  arrived(): void {
    this.forget();
    this.#isNew = false;
  }

  read(): Kept | null {
    try {
      const text = localStorage.getItem(this.#key);
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** Whether they could be kept: a browser may be full, or set to keep nothing. */
  keep(words: Kept): boolean {
    try {
      localStorage.setItem(this.#key, JSON.stringify(words));
      return true;
    } catch {
      return false;
    }
  }

  forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Where nothing can be kept there is nothing to forget.
    }
  }

  get #key(): string {
    return keyOf(this.#account, `${this.#isNew ? NEW : ''}${this.#piece}`);
  }
}
