// Names for folders that every system takes, no two of them alike.

import type { PieceRow } from '../../store/tables.ts';

/** Together with a date, within the 255 bytes that file systems allow, whatever the script. */
const LONGEST = 50;

/** Gives each piece a folder: its day, then its slug or, where it has none, the head of its id. */
export class FolderNames {
  readonly #taken = new Set<string>();

  nameFor({ id, slug, published_at, created_at }: PieceRow): string {
    const day = (published_at ?? created_at).slice(0, 10);
    const short = id.slice(0, 8);
    const word = safeWord(slug ?? '') || short;
    const names = [`${day}-${word}`, `${day}-${word}-${short}`, `${day}-${id}`];
    const name = names.find((each) => !this.#taken.has(alike(each))) ?? `${day}-${id}`;
    this.#taken.add(alike(name));
    return name;
  }
}

/** Letters and digits of any script with hyphens between: no dots, no slashes, no surprises. */
function safeWord(slug: string): string {
  const word = slug.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return [...word]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '');
}

/** Some systems tell neither capitals nor compositions apart. */
const alike = (name: string) => name.normalize('NFKC').toLowerCase().normalize('NFKC');
