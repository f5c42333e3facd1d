// The URL that a writer's piece has, or will have once it is public.

import { slugify } from '../../rendering/text/slug.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import type { DeskPiece } from './own-pieces.ts';
import { freeSlug } from './slugs.ts';

export const proposedSlug = (
  { store }: Pick<Context, 'store'>,
  { piece, working }: Pick<DeskPiece, 'piece' | 'working'>,
): Promise<string> =>
  piece.slug === null
    ? freeSlug(store, piece.author_id, slugify(working.headline))
    : Promise.resolve(piece.slug);

/** A piece keeps the URL of its first publication. Before that, its URL follows from the headline. */
export async function pieceUrl(
  context: Context,
  actor: WriterActor,
  found: Pick<DeskPiece, 'piece' | 'working'>,
): Promise<string> {
  const { piecePage } = urlsOf(context.config.baseUrl);
  return piecePage(actor.slug, await proposedSlug(context, found));
}
