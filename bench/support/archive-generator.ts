// Generates archives of any size: words as frequent as in a natural language, about 4 KB per piece.

import { CATEGORIES } from '../../src/schemas/vocabulary.ts';

export const AUTHORS = 500;
const VOCABULARY = 20_000;
/** Number of tags, which is small so that each has many pieces, as on a real site. */
export const TAGS = 30;
const ONSETS = 'b c ch d f g h j k l m n p pr qu r s sh st t th tr v w'.split(' ');
const VOWELS = 'a e i o u ai ea ee ou'.split(' ');
const CODAS = ['', '', 'n', 'r', 's', 't', 'l', 'nd', 'ng', 'st', 'm', 'ck'];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class ArchiveGenerator {
  readonly #random: () => number;
  readonly words: string[];

  constructor(seed = 1) {
    this.#random = seeded(seed);
    this.words = this.#vocabulary();
  }

  *authors(): Generator<object> {
    for (let at = 0; at < AUTHORS; at += 1) {
      yield {
        type: 'author',
        slug: `writer-${at}`,
        name: `${this.#title(2)} ${at}`,
        bio: this.#sentence(20),
        identity_verified: at % 3 === 0,
      };
    }
  }

  /** `bytes` is roughly the size of a piece's text. */
  *pieces(count: number, bytes: number): Generator<object> {
    const day = 86_400_000;
    const end = Date.parse('2026-06-01T00:00:00Z');
    for (let at = 0; at < count; at += 1) {
      const rare = at % 1000 === 7 ? ` zyxwv${at}quark` : '';
      yield {
        type: 'piece',
        author: `writer-${Math.floor(this.#random() * AUTHORS)}`,
        headline: `${this.#title(6)} ${at}`,
        sub: this.#sentence(14),
        body_md: this.#body(bytes) + rare,
        category: CATEGORIES[at % CATEGORIES.length],
        tags: [this.#tag(), this.#tag()],
        // Few pieces are in German, for searches in a rare language.
        locale: at % 50 === 3 ? 'de' : 'en',
        status: 'approved',
        published_at: new Date(end - this.#random() * 3650 * day).toISOString(),
      };
    }
  }

  #vocabulary(): string[] {
    const words = new Set<string>();
    while (words.size < VOCABULARY) {
      const syllables = 1 + Math.floor(this.#random() * 3);
      let word = '';
      for (let at = 0; at < syllables; at += 1) {
        word += this.#of(ONSETS) + this.#of(VOWELS) + this.#of(CODAS);
      }
      words.add(word);
    }
    return [...words].sort((a, b) => a.length - b.length);
  }

  #of(list: string[]): string {
    return list[Math.floor(this.#random() * list.length)] ?? '';
  }

  /** Frequencies follow Zipf's law: a few short words make up most of a text. */
  #word(): string {
    return this.words[Math.floor(VOCABULARY ** this.#random()) - 1] ?? 'and';
  }

  /** One of the words that are neither the shortest nor rare. */
  #tag(): string {
    return this.words[1_000 + Math.floor(this.#random() * TAGS)] ?? 'tag';
  }

  #title(length: number): string {
    return Array.from({ length }, () => this.#word()).join(' ');
  }

  #sentence(length: number): string {
    const text = this.#title(length);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  #body(bytes: number): string {
    const paragraphs: string[] = [];
    let size = 0;
    while (size < bytes) {
      const sentences = Array.from({ length: 5 }, () =>
        this.#sentence(6 + Math.floor(this.#random() * 14)),
      );
      const heading = paragraphs.length % 4 === 2 ? `## ${this.#title(4)}\n\n` : '';
      const paragraph = `${heading}${sentences.join(' ')}`;
      paragraphs.push(paragraph);
      size += paragraph.length + 2;
    }
    return paragraphs.join('\n\n');
  }
}
