// Roles: at least one admin can always sign in, and an admin's invitations and links end with the role.

import { Problem } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

/** Locks roles until the transaction ends, and returns the active admins. Throws if the actor isn't one. */
export async function lockAdmins(store: Store, { accountId }: WriterActor): Promise<string[]> {
  await store.accounts.lockCreation();
  const admins = await store.accounts.activeAdmins();
  if (!admins.includes(accountId)) throw new Problem('not_found');
  return admins;
}

/** An admin whose account is to be erased doesn't count. Call it with roles locked. */
export async function refuseLastAdmin({ accounts }: Store, accountId: string): Promise<void> {
  if (!(await accounts.activeAdmins()).includes(accountId)) return;
  const others = (await accounts.stayingAdmins()).filter((id) => id !== accountId);
  if (others.length === 0) throw new Problem('last_admin');
}

export async function setRole(
  context: Context,
  slug: string,
  actor: WriterActor,
  isAdmin: boolean,
): Promise<void> {
  await context.store.transaction(async (store) => {
    // The lock serialises changes: two admins must not take the role from each other.
    await lockAdmins(store, actor);
    const author = await store.authors.bySlug(slug);
    if (!author) throw new Problem('author_not_found');
    if (!isAdmin) await refuseLastAdmin(store, author.id);
    await store.accounts.update(author.id, { is_admin: flag(isAdmin) });
    if (!isAdmin) await endHandedOut(store, author.id);
  });
}

export async function endHandedOut(store: Store, accountId: string): Promise<void> {
  await store.invitations.removeOfInviter(accountId);
  await store.tokens.removeOfMaker(accountId);
  await store.schedules.returnApprovalsOf(accountId);
}
