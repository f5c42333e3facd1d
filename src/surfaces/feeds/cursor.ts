// The pagination cursor of a feed in its URL: the time and id of the piece before the page.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import type { FeedCursor } from '../../operations/feeds/feeds.ts';

const MARK =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const Before = Type.Optional(
  Type.String({
    pattern: MARK.source,
    description: 'Only what was published before this piece: the next page, as next_url has it.',
  }),
);

const cursorOf = ({ publishedAt, pieceId }: FeedCursor) => `${publishedAt}_${pieceId}`;

/** The URL of a page. */
export const pageAt = (feed: string, before: FeedCursor) => `${feed}?before=${cursorOf(before)}`;

/** Reads the cursor that the previous page linked to. */
export function feedCursorFrom(given: unknown): FeedCursor | null {
  if (given === undefined) return null;
  const [, publishedAt, pieceId] = MARK.exec(typeof given === 'string' ? given : '') ?? [];
  if (publishedAt !== undefined && pieceId !== undefined) return { publishedAt, pieceId };
  const reason = "Expected a place as in the feed's next_url, got something else.";
  throw new Problem('invalid_input', { errors: [{ field: 'before', reason }] });
}
