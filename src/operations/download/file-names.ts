// Unique folder names that every file system accepts.

import { slugify } from '../../rendering/text/slug.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';

/** The maximum length, with which the name and a date fit into the 255 bytes of file systems in any script. */
const LONGEST = 50;

const UNTITLED = 'untitled';

/** Names folders by day and slug. Drafts without a slug get headline and id, because headlines may repeat. */
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

/** Keeps letters and digits of any script and puts hyphens between them, so there are no dots or slashes. */
function safeWord(slug: string): string {
  const word = slug.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return [...word]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '');
}

/** Two names are alike if a file system that ignores case or Unicode normalisation would mix them up. */
const alike = (name: string) => name.normalize('NFKC').toLowerCase().normalize('NFKC');
