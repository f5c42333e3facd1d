// What the queries for published pieces depend on: see topics.ts.

import { byline, category, PIECES, piece, piecesOf, series, tag } from '../content/topics.ts';
import type { ListedPiece } from './list-columns.ts';

/** Which pieces are in the list; all of them where no field is set. */
export interface PieceList {
  authorId?: string;
  category?: string;
  tag?: string;
}

/** A list that has a feed: also the published parts of a series, which are one author's. */
export interface FeedList extends PieceList {
  seriesId?: string;
}

type Shown = Pick<ListedPiece, 'piece_id' | 'author_slug'>;

const bylines = (rows: readonly Shown[]) => rows.map(({ author_slug }) => byline(author_slug));

/** Rows that were found by their id, or are in a list that changes only as it gains and loses some. */
export const readsOfPieces = (rows: readonly Shown[]) => [
  ...rows.map(({ piece_id }) => piece(piece_id)),
  ...bylines(rows),
];

/** A change of any publication in a list changes the list; with a tag, only which ones have it. */
export function readsOfList(list: PieceList, rows: readonly Shown[]): string[] {
  if (list.tag !== undefined) return [tag(list.tag), ...readsOfPieces(rows)];
  return [topicOf(list), ...bylines(rows)];
}

/** The narrowest: whatever is in the list has all of its fields. */
function topicOf({ authorId, category: name }: PieceList): string {
  if (authorId !== undefined) return piecesOf(authorId);
  return name === undefined ? PIECES : category(name);
}

/** The list of these values, which is of the same kind. */
export const listOf = (kind: PieceList, values: Required<PieceList>): PieceList => ({
  ...(kind.authorId !== undefined && { authorId: values.authorId }),
  ...(kind.category !== undefined && { category: values.category }),
  ...(kind.tag !== undefined && { tag: values.tag }),
});

/** The same for a feed. */
export const readsOfFeed = ({ seriesId, ...list }: FeedList, rows: readonly Shown[]): string[] => [
  ...(seriesId === undefined ? [] : [series(seriesId)]),
  ...readsOfList(list, rows),
  ...readsOfPieces(rows),
];
