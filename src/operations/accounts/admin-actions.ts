// The actions of admins on other writers: verify, unverify, suspend, reinstate. Each is done in writers.ts.

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

const ADMIN_ACTIONS = {
  verify: verifyWriter,
  unverify: unverifyWriter,
  suspend: suspendWriter,
  reinstate: reinstateWriter,
} as const;

export type AdminAction = keyof typeof ADMIN_ACTIONS;
export const ADMIN_ACTION_NAMES = Object.keys(ADMIN_ACTIONS).filter(
  (name): name is AdminAction => name in ADMIN_ACTIONS,
);

export async function listWriters({ store }: Context, actor: WriterActor) {
  if (!actor.isAdmin) throw new Problem('not_found');
  return store.authors.page(null, 1000);
}

const checkSlug = checkerOf(Type.Object({ slug: Slug(LIMITS.authorSlug) }));

export async function performAdminAction(
  context: Context,
  actor: WriterActor,
  given: string,
  action: AdminAction,
) {
  if (!actor.isAdmin) throw new Problem('not_found');
  const { slug } = checkSlug({ slug: given });
  const author = await context.store.authors.bySlug(slug);
  if (!author) throw new Problem('author_not_found');
  // Admins can't suspend themselves, not even by an old slug.
  if (author.id === actor.accountId && action === 'suspend') throw new Problem('forbidden');
  // A double click must not fail.
  const isReinstated = author.suspended_at === null && !(await isReinstating(context, author.id));
  if (action === 'reinstate' && isReinstated) return;
  await ADMIN_ACTIONS[action](context, slug);
}
