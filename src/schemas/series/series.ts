// Schemas of series: the writer's form, and a piece's place in its series.

import { Type } from 'typebox';
import { PIECE_LIMITS } from '../piece-limits.ts';
import { NullableUri, type Of, Record, Uri } from '../shapes.ts';
import { AnyText, PieceSlug, VisibleText } from '../text.ts';
import { SERIES_LIMITS } from './series-limits.ts';

export const SeriesFields = {
  title: VisibleText(SERIES_LIMITS.title),
  slug: PieceSlug(PIECE_LIMITS.slug),
  description: AnyText(SERIES_LIMITS.description),
};

export const SeriesForm = Type.Object(SeriesFields);
export type SeriesForm = Of<typeof SeriesForm>;

export const SeriesPlace = Record(
  'SeriesPlace',
  {
    title: Type.String({ description: 'The title of the series.' }),
    url: Uri('The page of the series, with all its published parts.'),
    part: Type.Integer({
      description: 'The number of this part among the published parts, starting at 1.',
    }),
    parts: Type.Integer({ description: 'The number of published parts.' }),
    previous: NullableUri('The id of the previous part. Null if this is the first.'),
    next: NullableUri('The id of the next part. Null if this is the last.'),
  },
  'The place of the piece in a series by its author. Absent if it is in none.',
);
export type SeriesPlace = Of<typeof SeriesPlace>;
