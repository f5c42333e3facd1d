// Searches the headlines, standfirsts and bodies of published pieces.

import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import { fold } from '../../rendering/text/fold.ts';
import {
  AuthorFilter,
  Cursor,
  MatchOption,
  NextCursor,
  PAGE_SIZES,
  PIECE_FILTERS,
} from '../../schemas/lists.ts';
import { PieceHit } from '../../schemas/pieces.ts';
import { Limit, NullableString, QUERY_LIMITS, Query } from '../../schemas/shapes.ts';
import { MATCH_SITES, type Match } from '../../schemas/vocabulary.ts';
import type { FoundPiece, PieceSearch } from '../../store/search/piece-search.ts';
import type { Store } from '../../store/store.ts';
import { ListCursors, placeFrom, placeOf, placeText } from '../cursors.ts';
import { EXAMPLE_FOUND } from '../examples.ts';
import { operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { filterFrom } from './list-filters.ts';
import { pieceHit } from './piece-records.ts';

const cursors = new ListCursors<FoundPiece, NonNullable<PieceSearch['after']>>('search', {
  write: (row) => `${row.site} ${placeText(placeOf(row))}`,
  read(text) {
    const [name, where = ''] = text.split(' ');
    const site = MATCH_SITES.find((each) => each === name);
    const place = placeFrom(where);
    return site && place ? { ...place, site } : null;
  },
});

export const searchPieces = operation({
  name: 'searchPieces',
  summary: 'Search published pieces',
  description:
    'Finds published pieces whose headline, standfirst or body contains the text, ignoring case. Matches in the ' +
    'headline come first, then in the standfirst, then in the body; newest first.',
  input: {
    q: Query('The text to find.'),
    match: MatchOption,
    ...PIECE_FILTERS,
    author: AuthorFilter,
    limit: Limit(PAGE_SIZES.searchPieces),
    cursor: Cursor,
  },
  output: {
    query: Type.String(),
    category: NullableString(),
    count: Type.Integer(),
    results: Type.Array(PieceHit),
    next_cursor: NextCursor,
  },
  sample: { q: 'eight seconds', limit: 1 },
  example: (urls) => ({
    query: 'eight seconds',
    category: null,
    count: 1,
    results: [pieceHit(EXAMPLE_FOUND, ['eight seconds'], urls)],
    next_cursor: null,
  }),
  refuse(input) {
    cursors.placeIn(input);
    refuseTooManyWords(input);
  },
  async run({ store, config }, input) {
    const { q, match = 'text', category = null, limit = PAGE_SIZES.searchPieces.default } = input;
    const after = cursors.placeIn(input);
    const filter = await filterFrom(store, input);
    const found = await findPieces(store, q, { match, filter, after, limit: limit + 1 });
    const { rows, next_cursor } = cursors.page(input, found, limit);
    const urls = urlsOf(config.baseUrl);
    const results = rows.map((row) => pieceHit(row, partsOf(q, match), urls));
    return { query: q, category, count: results.length, results, next_cursor };
  },
});

interface Wanted extends Omit<PieceSearch, 'terms'> {
  match: Match;
}

export const findPieces = (store: Store, q: string, { match, ...search }: Wanted) =>
  store.searchOnce((searching) =>
    searching.publications.search({ ...search, terms: termsOf(q, match) }),
  );

const partsOf = (q: string, match: Match): string[] =>
  match === 'words' ? q.trim().split(/\s+/) : [q.trim()];

/** Drops terms that are part of another term, because texts with the longer one contain them. */
function termsOf(q: string, match: Match): PieceSearch['terms'] {
  const folded = [...new Set(partsOf(q, match).map(fold))].filter((term) => term !== '');
  const [first = fold(q.trim()), ...others] = folded.filter(
    (term) => !folded.some((other) => other !== term && other.includes(term)),
  );
  return [first, ...others];
}

function refuseTooManyWords({ q, match = 'text' }: { q: string; match?: Match }): void {
  const { length } = termsOf(q, match);
  if (length <= QUERY_LIMITS.words) return;
  const reason = `Expected at most ${QUERY_LIMITS.words} different words, got ${length}.`;
  throw invalidField('q', reason);
}
