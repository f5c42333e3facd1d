// Lists a writer's own pieces for a program with the writer's API key.

import { Type } from 'typebox';
import { MyPieceListItem } from '../../schemas/drafts.ts';
import { Cursor, NextCursor, PAGE_SIZES } from '../../schemas/lists.ts';
import { Limit, type Of, OneOf } from '../../schemas/shapes.ts';
import { STATUSES } from '../../schemas/vocabulary.ts';
import type { CreationPlace, OwnPieceShown } from '../../store/pieces/pieces.ts';
import { scheduledFor } from '../../store/pieces/schedules.ts';
import { checkerOf } from '../../validation.ts';
import type { KeyActor } from '../actor.ts';
import { ListCursors, placeFrom, placeText } from '../cursors.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_DRAFT } from '../examples.ts';
import type { Context } from '../operation.ts';
import { type Urls, uriOrNull, urlsOf } from '../urls.ts';
import { momentOf } from './list-filters.ts';

export const ListOwnInput = Type.Object({
  limit: Limit(PAGE_SIZES.ownPieces),
  cursor: Cursor,
  status: Type.Optional(OneOf(STATUSES, { description: 'Only pieces in this state.' })),
  updated_since: Type.Optional(
    Type.String({
      format: 'moment',
      description:
        'Only pieces that were saved, published or moved to another state, or had a revision requested, at this ' +
        'time or later: a time, or a day in UTC.',
    }),
  ),
});

export const ListOwnOutput = Type.Object({
  ok: Type.Literal(true),
  count: Type.Integer(),
  pieces: Type.Array(MyPieceListItem),
  next_cursor: NextCursor,
});

/** Places are encoded as in lists by publication, but with the time of creation. */
const cursors = new ListCursors<OwnPieceShown, CreationPlace>('own-pieces', {
  write: ({ created_at, id }) => placeText({ publishedAt: created_at, pieceId: id }),
  read(text) {
    const place = placeFrom(text);
    return place && { createdAt: place.publishedAt, id: place.pieceId };
  },
});

const checkSchema = checkerOf(ListOwnInput);

export function checkListOwn(given: unknown): Of<typeof ListOwnInput> {
  const input = checkSchema(given);
  cursors.placeIn(input);
  return input;
}

export async function listOwnPieces(
  { store, config }: Context,
  actor: KeyActor,
  input: Of<typeof ListOwnInput>,
): Promise<Of<typeof ListOwnOutput>> {
  const { limit = PAGE_SIZES.ownPieces.default, status = null, updated_since } = input;
  const since = updated_since === undefined ? null : momentOf(updated_since, '00:00:00.000');
  const after = cursors.placeIn(input);
  const found = await store.pieces.ofAuthor(actor.accountId, status, limit + 1, after, since);
  const { rows, next_cursor } = cursors.page(input, found, limit);
  const schedules = await store.schedules.ofPieces(rows.map(({ id }) => id));
  const scheduled = rows.map((row) => ({
    ...row,
    scheduled_for: scheduledFor(schedules.get(row.id)),
  }));
  return ownPieces(scheduled, actor.slug, urlsOf(config.baseUrl), next_cursor);
}

type Listed = OwnPieceShown & { scheduled_for: string | null };

export const ownPiecesExample = (urls: Urls) =>
  ownPieces([{ ...EXAMPLE_DRAFT, scheduled_for: null }], EXAMPLE_AUTHOR.slug, urls, null);

function ownPieces(
  rows: Listed[],
  writer: string,
  urls: Urls,
  next_cursor: string | null,
): Of<typeof ListOwnOutput> {
  const pieces = rows.map((row) => ownPieceRecord(row, writer, urls));
  return { ok: true, count: pieces.length, pieces, next_cursor };
}

const ownPieceRecord = (row: Listed, writer: string, urls: Urls): Of<typeof MyPieceListItem> => {
  const url = row.status === 'approved' && row.slug ? urls.piecePage(writer, row.slug) : null;
  return {
    id: row.id,
    headline: row.headline,
    sub: row.sub,
    category: row.category,
    status: row.status,
    locale: row.locale,
    tags: JSON.parse(row.tags),
    created_at: row.created_at,
    edit_url: urls.edit(row.id),
    updated_at: row.updated_at,
    published_at: row.published_at,
    url,
    public_url: url,
    external_url: uriOrNull(row.external_url),
    drafted_by: { kind: row.drafted_kind, name: row.drafted_name },
    scheduled_for: row.scheduled_for,
  };
};
