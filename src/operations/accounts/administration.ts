// What admins may do with other writers: verify who they are, suspend and reinstate them.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { Slug } from '../../schemas/text.ts';
import { checkerOf } from '../../schemas/validation.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import {
  isReinstating,
  reinstateWriter,
  suspendWriter,
  unverifyWriter,
  verifyWriter,
} from './writers.ts';

const DEEDS = {
  verify: verifyWriter,
  unverify: unverifyWriter,
  suspend: suspendWriter,
  reinstate: reinstateWriter,
} as const;

export type Deed = keyof typeof DEEDS;
export const DEED_NAMES = Object.keys(DEEDS).filter((name): name is Deed => name in DEEDS);

export async function listWriters({ store }: Context, actor: WriterActor) {
  if (!actor.isAdmin) throw new Problem('not_found');
  return store.authors.page(null, 1000);
}

const checkSlug = checkerOf(Type.Object({ slug: Slug(LIMITS.authorSlug) }));

export async function administer(context: Context, actor: WriterActor, given: string, deed: Deed) {
  if (!actor.isAdmin) throw new Problem('not_found');
  const { slug } = checkSlug({ slug: given });
  const author = await context.store.authors.bySlug(slug);
  if (!author) throw new Problem('author_not_found');
  // Admins can't suspend themselves, not even by an old slug.
  if (author.id === actor.accountId && deed === 'suspend') throw new Problem('forbidden');
  // A double click must not fail.
  const isReinstated = author.suspended_at === null && !(await isReinstating(context, author.id));
  if (deed === 'reinstate' && isReinstated) return;
  await DEEDS[deed](context, slug);
}
