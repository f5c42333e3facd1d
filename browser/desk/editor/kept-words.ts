// Words that the service does not have yet, kept in this browser until it has them.

import type { Content } from './content.ts';

export interface Kept {
  content: Content;
  /** The version they were written over. */
  version: number;
}

export class KeptWords {
  readonly #account: string;
  #piece: string;

  constructor(account: string, piece: string) {
    this.#account = account;
    this.#piece = piece;
  }

  /** A new piece has got its id: what is kept moves with it. */
  belongTo(piece: string): void {
    this.forget();
    this.#piece = piece;
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
    return `standfirst ${this.#account} ${this.#piece}`;
  }
}
