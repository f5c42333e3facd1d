// Erasures requested at the desk: by the writer, or by an admin for another writer.

import { Problem } from '../../errors.ts';
import { type Presence, requirePresence } from '../accounts/presence.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { askErasure, type ErasureChoice, erasureNotice, keepAccount } from './ask-erasure.ts';
import { type ErasurePlan, erasurePlan } from './erasure-plan.ts';

export const ownErasurePlan = (context: Context, actor: WriterActor): Promise<ErasurePlan> =>
  erasurePlan(context, actor.accountId);

/** Returns the function that sends the notice, or null. */
export async function askOwnErasure(
  context: Context,
  actor: WriterActor,
  choice: ErasureChoice,
  presence: Presence,
) {
  await requirePresence(context, actor, presence);
  const asked = { accountId: actor.accountId, by: 'writer', actor } as const;
  return erasureNotice(context, await askErasure(context, asked, choice));
}

export const keepOwnAccount = (context: Context, actor: WriterActor): Promise<void> =>
  keepAccount(context, actor.accountId);

export async function writerErasurePlan(
  context: Context,
  actor: WriterActor,
  slug: string,
): Promise<ErasurePlan> {
  return erasurePlan(context, await otherWriter(context, actor, slug));
}

export async function askWriterErasure(
  context: Context,
  actor: WriterActor,
  slug: string,
  choice: ErasureChoice,
  presence: Presence,
) {
  const accountId = await otherWriter(context, actor, slug);
  await requirePresence(context, actor, presence);
  const asked = { accountId, by: 'admin', actor } as const;
  return erasureNotice(context, await askErasure(context, asked, choice));
}

export async function keepWriter(
  context: Context,
  actor: WriterActor,
  slug: string,
): Promise<void> {
  await keepAccount(context, await otherWriter(context, actor, slug));
}

/** Admins delete their own account where every writer does. */
async function otherWriter({ store }: Context, actor: WriterActor, slug: string): Promise<string> {
  requireAdmin(actor);
  const author = await store.authors.bySlug(slug);
  if (!author) throw new Problem('author_not_found');
  if (author.id === actor.accountId) throw new Problem('forbidden');
  const erasure = await store.erasures.of(author.id);
  if (erasure?.begun_at) throw new Problem('author_not_found');
  return author.id;
}
