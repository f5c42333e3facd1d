// Where a page of a feed begins, as its address has it: below a piece, by its time and its id.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import type { PieceMark } from '../../operations/feeds/feeds.ts';

const MARK =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const Before = Type.Optional(
  Type.String({
    pattern: MARK.source,
    description: 'Only what was published before this piece: the next page, as next_url has it.',
  }),
);

const cursorOf = ({ publishedAt, pieceId }: PieceMark) => `${publishedAt}_${pieceId}`;

/** A page by its address. */
export const pageAt = (feed: string, before: PieceMark) => `${feed}?before=${cursorOf(before)}`;

/** Where a page begins, as the page before it said. */
export function markFrom(given: unknown): PieceMark | null {
  if (given === undefined) return null;
  const [, publishedAt, pieceId] = MARK.exec(typeof given === 'string' ? given : '') ?? [];
  if (publishedAt !== undefined && pieceId !== undefined) return { publishedAt, pieceId };
  const reason = "Expected a place as in the feed's next_url, got something else.";
  throw new Problem('invalid_input', { errors: [{ field: 'before', reason }] });
}
