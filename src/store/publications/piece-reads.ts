// The topics of queries for published pieces; see topics.ts.

import type { ListedPiece } from '../search/list-columns.ts';
import { byline, category, PIECES, piece, piecesOf, series, tag } from '../topics/topics.ts';

/** A list of published pieces; each field that is set narrows it. */
export interface PieceList {
  authorId?: string;
  category?: string;
  tag?: string;
}

/** A list that has a feed, such as the published parts of a series, which all have the same author. */
export interface FeedList extends PieceList {
  seriesId?: string;
}

type Shown = Pick<ListedPiece, 'piece_id' | 'author_slug'>;

const bylines = (rows: readonly Shown[]) => rows.map(({ author_slug }) => byline(author_slug));

/** Topics for rows that were found by id. A list needs others, because it also changes when a piece is added. */
export const readsOfPieces = (rows: readonly Shown[]) => [
  ...rows.map(({ piece_id }) => piece(piece_id)),
  ...bylines(rows),
];

/** A change to any listed publication changes the list. A list by tag has its own topic for that. */
export function readsOfList(list: PieceList, rows: readonly Shown[]): string[] {
  if (list.tag !== undefined) return [tag(list.tag), ...readsOfPieces(rows)];
  return [topicOf(list), ...bylines(rows)];
}

/** One field's topic is enough, because every piece in the list matches all of its fields. */
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
