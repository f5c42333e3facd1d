// A slug that the writer chooses: checked, and claimed if no other piece of the writer has or had it.

import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import { inSlugForm, slugify } from '../../rendering/text/slug.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import { Text } from '../../schemas/text.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { checkerOf } from '../../validation.ts';
import { freeSlug } from '../pieces/slugs.ts';

const checkGiven = checkerOf(Type.Object({ slug: Text(PIECE_LIMITS.slug) }));

const refused = (reason: string) => invalidField('slug', reason);

export async function slugFor(store: Store, piece: PieceRow, given: string): Promise<string> {
  const { slug } = checkGiven({ slug: given.trim().normalize('NFC') });
  // The piece's own slug is accepted even if it breaks today's rules.
  if (slug === piece.slug) return slug;
  if (inSlugForm(slug) !== slug) {
    throw refused(`Use lower-case letters, digits and hyphens, such as ${slugify(slug)}.`);
  }
  const owner = await store.pieces.slugOwner(piece.author_id, slug);
  if (owner === undefined || owner === piece.id) return slug;
  const free = await freeSlug(store, piece.author_id, slug);
  throw refused(`Another of your pieces has or had this slug. Choose another, such as ${free}.`);
}

/** Call takeSlug with a slug from `slugFor`. A slug that was public still belongs to the piece and redirects. */
export async function takeSlug(
  store: Store,
  piece: PieceRow,
  slug: string,
  at: string,
): Promise<void> {
  const { id, author_id, published_at } = piece;
  if (slug === piece.slug) return;
  if ((await store.pieces.slugOwner(author_id, slug)) === undefined) {
    await store.pieces.addSlug({ author_id, slug, piece_id: id, since: at });
  }
  await store.pieces.update(id, { slug });
  if (piece.slug !== null && published_at === null) {
    await store.pieces.removeSlug(author_id, piece.slug);
  }
}
