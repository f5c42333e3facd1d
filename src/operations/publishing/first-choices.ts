// A writer's choices at the first publication: category and slug.

import { Type } from 'typebox';
import { OneOf } from '../../schemas/shapes.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { checkerOf } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { contentIn } from '../pieces/content.ts';
import { type DeskPiece, deskPiece } from '../pieces/own-pieces.ts';
import { versionOf } from '../pieces/saving/save-piece.ts';
import { slugFor, takeSlug } from './piece-slug.ts';

export interface FirstChoices {
  readonly category?: string | undefined;
  readonly slug?: string | undefined;
}

interface Chosen {
  readonly piece: PieceRow;
  readonly version: PieceVersionRow | null;
}

const checkCategory = checkerOf(Type.Object({ category: OneOf(CATEGORIES) }));

/** Only a first publication offers choices. Later, a version changes the category, and another page the slug. */
const isOpen = ({ published_at }: PieceRow) => published_at === null;

export async function checkChoices(
  context: Context,
  actor: WriterActor,
  pieceId: string,
  { category, slug }: FirstChoices,
): Promise<DeskPiece> {
  const found = await deskPiece(context, actor, pieceId);
  if (!isOpen(found.piece)) return found;
  if (category !== undefined) checkCategory({ category });
  if (slug !== undefined) await slugFor(context.store, found.piece, slug);
  return found;
}

/** Call takeChoices in the publishing transaction. A category other than the shown version's adds a version. */
export async function takeChoices(
  store: Store,
  actor: WriterActor,
  piece: PieceRow,
  { category, slug }: FirstChoices,
  at: string,
): Promise<Chosen> {
  if (!isOpen(piece)) return { piece, version: null };
  const slugNow = slug === undefined ? piece.slug : await slugFor(store, piece, slug);
  if (slugNow !== null) await takeSlug(store, piece, slugNow, at);
  const version =
    category === undefined ? null : await withCategory(store, actor, piece, category, at);
  const changes = version && {
    ...{ working_version: version.number, edited_at: at, is_machine_draft: flag(false) },
  };
  if (changes) await store.pieces.update(piece.id, changes);
  return { piece: { ...piece, slug: slugNow, ...changes }, version };
}

async function withCategory(
  store: Store,
  actor: WriterActor,
  piece: PieceRow,
  given: string,
  at: string,
): Promise<PieceVersionRow | null> {
  const { category } = checkCategory({ category: given });
  const shown = await store.pieces.version(piece.id, piece.working_version);
  if (!shown || shown.category === category) return null;
  const content = { ...contentIn(shown), category };
  const number = piece.working_version + 1;
  // The new version keeps the link cards that were shown.
  const version = {
    ...versionOf(piece, number, content, actor, at, 'saved'),
    cards: shown.cards,
  };
  return store.pieces.addVersion(version);
}
