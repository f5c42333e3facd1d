// Covers on the site: above the text of a piece, and next to headlines in lists.

import type { ListEntry } from '../../../operations/public-pages/piece-lists.ts';
import { coverFigure } from '../../../rendering/templates/cover.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { PieceImage } from '../../../schemas/images/cover-fields.ts';
import { pathOf } from './labels.ts';

/** Only our own images have a size; they are linked by path, which works under every host name of the site. */
const sourceOf = ({ url, width }: PieceImage) => (width === undefined ? url : pathOf(url));

export const pieceCover = (image: PieceImage | undefined): Html | null =>
  image ? coverFigure({ ...image, url: sourceOf(image) }) : null;

/** The cover isn't announced by screen readers, because the headline next to it is the link. */
export function listCover(item: ListEntry, loading: 'eager' | 'lazy' = 'lazy'): Html | null {
  const { image } = item;
  if (!image) return null;
  return html`<a class="list-cover" href="${pathOf(item.url)}" tabindex="-1" aria-hidden="true"><img
src="${sourceOf(image)}" alt="" loading="${loading}" decoding="async" width="600" height="400"></a>`;
}

/** If any piece has a cover, the list leaves room for one with every piece, so that all lines start at one edge. */
export const withCovers = (items: readonly ListEntry[]) =>
  items.some(({ image }) => image) && ' with-covers';
