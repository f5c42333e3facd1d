// A published piece's place among the published parts of its series, for pages and programs.

import type { SeriesPlace } from '../../schemas/series/series.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import type { ListedPiece } from '../../store/search/list-columns.ts';
import type { PublicSeries } from '../../store/series/public-series.ts';
import type { Store } from '../../store/store.ts';
import type { Urls } from '../urls.ts';

export interface FoundPlace {
  series: PublicSeries;
  at: number;
}

type InSeries = Pick<PublicPiece, 'piece_id' | 'series_id'>;

/** Also returns null if the piece or the series changed between two reads. */
export async function placeOf(store: Store, piece: InSeries): Promise<FoundPlace | null> {
  if (piece.series_id === null) return null;
  const series = await store.publicSeries.byId(piece.series_id);
  const at = series?.parts.findIndex((part) => part.piece_id === piece.piece_id) ?? -1;
  return series && at >= 0 ? { series, at } : null;
}

export const seriesUrls = ({ row, parts }: PublicSeries, urls: Urls) =>
  urls.series(parts[0]?.author_slug ?? '', row.slug);

/** Leaves the field out if the piece is not in a series. */
export function seriesField(place: FoundPlace | null, urls: Urls): { series?: SeriesPlace } {
  if (!place) return {};
  const { series, at } = place;
  const idOf = (part: ListedPiece | undefined) => (part ? urls.pieceId(part.piece_id) : null);
  return {
    series: {
      title: series.row.title,
      url: seriesUrls(series, urls).page,
      part: at + 1,
      parts: series.parts.length,
      previous: idOf(series.parts[at - 1]),
      next: idOf(series.parts[at + 1]),
    },
  };
}
