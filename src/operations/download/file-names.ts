// Folder names that every file system accepts, each unique.

import { slugify } from '../../rendering/text/slug.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';

/** With a date in front, a name stays within the 255 bytes that file systems allow, in any script. */
const LONGEST = 50;

const UNTITLED = 'untitled';

/**
 * Gives each piece a folder: its day and its slug. A piece without a slug gets its headline and
 * the start of its id instead, since several drafts may have the same headline.
 */
export class FolderNames {
  readonly #taken = new Set<string>();

  nameFor({ id, slug, published_at, created_at }: PieceRow, headline: string): string {
    const day = (published_at ?? created_at).slice(0, 10);
    const short = id.slice(0, 8);
    const word = safeWord(slug ?? '');
    const draft = `${day}-${headline.trim() ? safeWord(slugify(headline)) : UNTITLED}-${short}`;
    const names = word ? [`${day}-${word}`, `${day}-${word}-${short}`] : [draft];
    const name = names.find((each) => !this.#taken.has(alike(each))) ?? `${day}-${id}`;
    this.#taken.add(alike(name));
    return name;
  }
}

/** Keeps letters and digits of any script, with hyphens between: no dots and no slashes. */
function safeWord(slug: string): string {
  const word = slug.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return [...word]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '');
}

/** Some file systems ignore case and Unicode normalization. */
const alike = (name: string) => name.normalize('NFKC').toLowerCase().normalize('NFKC');
