// Searches published pieces: in headlines, standfirsts and bodies.

import { Type } from 'typebox';
import { fold } from '../../rendering/text/fold.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { PieceHit } from '../../schemas/pieces.ts';
import { Limit, NullableString, Query } from '../../schemas/shapes.ts';
import type { Store } from '../../store/store.ts';
import { EXAMPLE_FOUND } from '../examples.ts';
import { operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { pieceHit } from './piece-records.ts';
import { CategoryFilter } from './pieces.ts';

export const searchPieces = operation({
  name: 'searchPieces',
  summary: 'Search published pieces',
  description:
    'Published pieces whose headline, standfirst or body contains the text, whatever its case. ' +
    'Matches in the headline come first, then in the standfirst, then in the body; newest first.',
  input: {
    q: Query('The text to find.'),
    category: CategoryFilter,
    limit: Limit(LIMITS.searchPieces),
  },
  output: {
    query: Type.String(),
    category: NullableString(),
    count: Type.Integer(),
    results: Type.Array(PieceHit),
  },
  sample: { q: 'eight seconds', limit: 1 },
  example: (urls) => ({
    query: 'eight seconds',
    category: null,
    count: 1,
    results: [pieceHit(EXAMPLE_FOUND, 'eight seconds', urls)],
  }),
  async run({ store, config }, { q, category = null, limit = LIMITS.searchPieces.default }) {
    const urls = urlsOf(config.baseUrl);
    const rows = await findPieces(store, q, category, limit);
    const results = rows.map((row) => pieceHit(row, q.trim(), urls));
    return { query: q, category, count: results.length, results };
  },
});

export const findPieces = (store: Store, q: string, category: string | null, limit: number) =>
  store.searchOnce((searching) => searching.publications.search(fold(q.trim()), category, limit));
