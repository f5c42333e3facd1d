// Pagination cursor of a feed in its URL: the time and id of the piece before the page.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { type PiecePlace, PLACE_PATTERN, placeFrom, placeText } from '../../operations/cursors.ts';

export const Before = Type.Optional(
  Type.String({
    pattern: PLACE_PATTERN,
    description: 'Only pieces published before this one: next_url uses it for the next page.',
  }),
);

export const pageAt = (feed: string, before: PiecePlace) => `${feed}?before=${placeText(before)}`;

export function feedCursorFrom(given: unknown): PiecePlace | null {
  if (given === undefined) return null;
  const place = placeFrom(typeof given === 'string' ? given : '');
  if (place) return place;
  const reason = "Expected a value from the feed's next_url, got something else.";
  throw new Problem('invalid_input', { errors: [{ field: 'before', reason }] });
}
