// Roles: who is an admin. There is always one who can sign in.

import { Problem } from '../../errors.ts';
import { flag } from '../../store/flag.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

export async function setRole(
  context: Context,
  slug: string,
  actor: WriterActor,
  isAdmin: boolean,
): Promise<void> {
  await context.store.transaction(async (store) => {
    // One change of roles at a time: two admins must not take the role from each other.
    await store.accounts.lockCreation();
    const admins = await store.accounts.activeAdmins();
    if (!admins.includes(actor.accountId)) throw new Problem('not_found');
    const author = await store.authors.bySlug(slug);
    if (!author) throw new Problem('author_not_found');
    const isLast = admins.every((id) => id === author.id);
    if (!isAdmin && isLast) throw new Problem('last_admin');
    await store.accounts.update(author.id, { is_admin: flag(isAdmin) });
    if (!isAdmin) await store.invitations.removeOfInviter(author.id);
  });
}
