// The topics of queries for published pieces: see topics.ts.

import type { ListedPiece } from '../search/list-columns.ts';
import { byline, category, PIECES, piece, piecesOf, series, tag } from '../topics/topics.ts';

/** The fields narrow the list; without any, the list has all pieces. */
export interface PieceList {
  authorId?: string;
  category?: string;
  tag?: string;
}

/** A list with a feed: also the published parts of a series, which are one author's. */
export interface FeedList extends PieceList {
  seriesId?: string;
}

type Shown = Pick<ListedPiece, 'piece_id' | 'author_slug'>;

const bylines = (rows: readonly Shown[]) => rows.map(({ author_slug }) => byline(author_slug));

/** The topics of rows that were found by id, or of a list that only changes as it gains and loses rows. */
export const readsOfPieces = (rows: readonly Shown[]) => [
  ...rows.map(({ piece_id }) => piece(piece_id)),
  ...bylines(rows),
];

/** A change of any publication in a list changes the list; with a tag, only a change of the tag's list does. */
export function readsOfList(list: PieceList, rows: readonly Shown[]): string[] {
  if (list.tag !== undefined) return [tag(list.tag), ...readsOfPieces(rows)];
  return [topicOf(list), ...bylines(rows)];
}

/** The narrowest topic covers the list, because every piece in the list has all of its fields. */
function topicOf({ authorId, category: name }: PieceList): string {
  if (authorId !== undefined) return piecesOf(authorId);
  return name === undefined ? PIECES : category(name);
}

export const listOf = (kind: PieceList, values: Required<PieceList>): PieceList => ({
  ...(kind.authorId !== undefined && { authorId: values.authorId }),
  ...(kind.category !== undefined && { category: values.category }),
  ...(kind.tag !== undefined && { tag: values.tag }),
});

export const readsOfFeed = ({ seriesId, ...list }: FeedList, rows: readonly Shown[]): string[] => [
  ...(seriesId === undefined ? [] : [series(seriesId)]),
  ...readsOfList(list, rows),
  ...readsOfPieces(rows),
];
