// Messages after a bulk action, made from the numbers in the URL.

import type { BulkResult } from '../../../../operations/pieces/bulk.ts';
import { PIECE_LIMITS } from '../../../../schemas/piece-limits.ts';
import { type PageContext, query } from '../../shared/page-context.ts';

type BulkAct = 'delete' | 'category';

export function backWith(back: string, act: BulkAct, { done, skipped }: BulkResult): string {
  const url = new URL(isList(back) ? back : '/desk', 'http://desk');
  url.searchParams.set('bulk', act);
  url.searchParams.set('changed', String(done));
  if (skipped > 0) url.searchParams.set('skipped', String(skipped));
  return url.pathname + url.search;
}

/** The form names the page to return to; only URLs of the list are accepted. */
const isList = (back: string) => /^\/desk(?:\?[\w%.+=&-]*)?$/.test(back);

const REFUSED: { readonly [act in BulkAct]: string } = {
  delete: 'Before you delete a piece, withdraw it from review or unpublish it.',
  category: 'A piece that is in review or was rejected can’t be edited.',
};

export function bulkDone(page: PageContext): string | null {
  const act = query(page, 'bulk');
  if (act !== 'delete' && act !== 'category') return null;
  const changed = numberIn(query(page, 'changed'));
  const skipped = numberIn(query(page, 'skipped'));
  const parts = [
    changed > 0 && (act === 'delete' ? movedWords(changed) : categoryWords(changed)),
    skipped > 0 && `${pieces(skipped)} skipped. ${REFUSED[act]}`,
  ];
  return parts.filter((part) => part !== false).join(' ') || 'You didn’t choose any pieces.';
}

const numberIn = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : 0);

const pieces = (count: number) => (count === 1 ? '1 piece was' : `${count} pieces were`);

const movedWords = (count: number) =>
  `${pieces(count)} moved to the trash. You can restore ${count === 1 ? 'it' : 'them'} ` +
  `for ${PIECE_LIMITS.trashDays} days.`;

const categoryWords = (count: number) =>
  `${count === 1 ? '1 piece has' : `${count} pieces have`} this category now. ` +
  'On public pieces, readers see it once you publish the changes.';
