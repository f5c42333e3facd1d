// Builds a version's publication, rendered once, and stores it. The rules of publishing are in move-piece.ts.

import {
  isRefusedText,
  type Rendered,
  renderMarkdown,
} from '../../rendering/on-thread/markdown.ts';
import { storedContent } from '../../rendering/stored-content.ts';
import { cardsIn } from '../../schemas/cards/cards.ts';
import type { NewVersion } from '../../store/pieces/version-chain.ts';
import type { Publication } from '../../store/publications/publications.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { foldedText } from './search-index.ts';

export type Published = Pick<PieceRow, 'id' | 'author_id' | 'provenance'> & {
  slug: string;
  position: number;
  published_at: string;
  modified_at: string;
};

/** Returns null if the text can no longer be rendered, so that one such piece does not stop a bulk action. */
export async function publicationOf(
  piece: Published,
  version: NewVersion,
): Promise<Publication | null> {
  try {
    return publicationFrom(piece, version, await renderMarkdown(version.body_md, cardsIn(version)));
  } catch (error) {
    if (isRefusedText(error)) return null;
    throw error;
  }
}

export function publicationFrom(
  piece: Published,
  version: NewVersion,
  { html, text, summary }: Rendered,
): Publication {
  return {
    piece_id: piece.id,
    position: piece.position,
    author_id: piece.author_id,
    version: version.number,
    slug: piece.slug,
    headline: version.headline,
    sub: version.sub,
    category: version.category,
    tags: version.tags,
    style: version.style,
    locale: version.locale,
    external_url: version.external_url,
    image: version.image,
    published_at: piece.published_at,
    modified_at: piece.modified_at,
    summary: version.sub?.trim() ? version.sub : summary,
    provenance: piece.provenance,
    ...storedContent({ html, text }),
  };
}

const COMPARED = [
  ...(['headline', 'sub', 'category', 'tags', 'style', 'locale', 'external_url', 'image'] as const),
  'summary',
] as const;

type Stored = Pick<Publication, (typeof COMPARED)[number]> & {
  readonly [field in 'html_json' | 'text_json' | 'minutes' | 'is_portable']:
    | Publication[field]
    | null;
};

/** Names the fields in which a stored publication is not what its version renders to. */
export function differencesOf(expected: Publication, stored: Stored): string[] {
  const fields: string[] = COMPARED.filter((name) => expected[name] !== stored[name]);
  const isOtherText =
    expected.text_json !== stored.text_json ||
    withoutColours(expected.html_json) !== withoutColours(stored.html_json ?? '') ||
    // Missing minutes or an unset is_portable isn't a fault: it only makes serving slower.
    (stored.minutes !== 0 && expected.minutes !== stored.minutes) ||
    (expected.is_portable === 0 && stored.is_portable === 1);
  return isOtherText ? [...fields, 'text'] : fields;
}

/** Drops the colours of code, because code is highlighted only if there was time. */
const withoutColours = (html: string) =>
  html.replaceAll(/<\/?span[^>]*>/g, '').replaceAll(/<(pre|code)[^>]*>/g, '<$1>');

export async function putPublication(store: Store, publication: Publication): Promise<void> {
  await replacePublication(store, publication);
  await store.authors.refreshStats([publication.author_id]);
}

export async function replacePublication(store: Store, publication: Publication): Promise<void> {
  await store.publications.remove(publication.piece_id);
  await insertPublication(store, publication);
}

export async function insertPublication(store: Store, publication: Publication): Promise<void> {
  await store.publications.insert([publication]);
  await store.searchTexts.put([foldedText(publication)]);
}
