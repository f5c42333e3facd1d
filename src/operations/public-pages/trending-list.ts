// This week's trending pieces for pages, each with its language.

import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { trendingPieces } from '../views/trending.ts';
import type { ListEntry } from './piece-lists.ts';

export async function trendingList(context: Context, limit: number): Promise<ListEntry[]> {
  const { items } = await trendingPieces.run(context, { limit });
  const uuids = items.map(({ id }) => pieceIdFrom(id.slice(id.lastIndexOf('/') + 1)));
  const rows = await context.store.publications.listed(uuids);
  const locales = new Map(rows.map(({ piece_id, locale }) => [piece_id, locale]));
  return items.flatMap((item, at) => {
    const locale = locales.get(uuids[at] ?? '');
    return locale === undefined ? [] : [{ ...item, locale }];
  });
}
