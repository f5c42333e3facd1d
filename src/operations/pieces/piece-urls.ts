// Where a piece of the writer's own is read, or will be once it is public.

import { slugify } from '../../rendering/text/slug.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import type { DeskPiece } from './own-pieces.ts';
import { freeSlug } from './slugs.ts';

/** A piece keeps the URL of its first publication; until then the URL follows from the headline. */
export async function pieceUrl(
  { store, config }: Context,
  actor: WriterActor,
  { piece, working }: Pick<DeskPiece, 'piece' | 'working'>,
): Promise<string> {
  const slug = piece.slug ?? (await freeSlug(store, piece.author_id, slugify(working.headline)));
  return urlsOf(config.baseUrl).piecePage(actor.slug, slug);
}
