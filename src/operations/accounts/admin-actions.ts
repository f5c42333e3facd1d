// Actions of admins on writers: verify, suspend, change roles; writers.ts and roles.ts carry them out.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import { Slug } from '../../schemas/text.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { checkerOf } from '../../validation.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { isReinstating, reinstateSoon } from './reinstatements.ts';
import { setRole } from './roles.ts';
import { suspendWriter, unverifyWriter, verifyWriter } from './writers.ts';

type Act = (context: Context, slug: string, actor: WriterActor) => Promise<void>;

const ADMIN_ACTIONS = {
  verify: verifyWriter,
  unverify: unverifyWriter,
  suspend: suspendWriter,
  reinstate: reinstateSoon,
  make_admin: (context, slug, actor) => setRole(context, slug, actor, true),
  make_writer: (context, slug, actor) => setRole(context, slug, actor, false),
} as const satisfies { [name: string]: Act };

export type AdminAction = keyof typeof ADMIN_ACTIONS;
export const ADMIN_ACTION_NAMES = Object.keys(ADMIN_ACTIONS).filter(
  (name): name is AdminAction => name in ADMIN_ACTIONS,
);

export interface ListedWriter extends AuthorRow {
  readonly isAdmin: boolean;
  readonly lastSeen: string | null;
  /** When the account is to be erased, or null. */
  readonly erasureDueAt: string | null;
  readonly isErased: boolean;
}

export interface WriterDetails extends ListedWriter {
  /** True while some of the writer's pieces are yet to become public again after a suspension. */
  readonly isReinstating: boolean;
}

export async function listWriters({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  const all = await withStanding(store, await store.authors.page(null, 1000));
  // An account that was erased with its pieces has nothing left to show.
  return all.filter(({ isErased, suspended_at }) => !isErased || suspended_at === null);
}

export async function listedWriter(
  { store }: Context,
  actor: WriterActor,
  slug: string,
): Promise<WriterDetails> {
  requireAdmin(actor);
  const author = await store.authors.bySlug(slug);
  const [listed] = author ? await withStanding(store, [author]) : [];
  if (!listed) throw new Problem('author_not_found');
  return { ...listed, isReinstating: await isReinstating(store, listed.id) };
}

async function withStanding(store: Store, authors: AuthorRow[]): Promise<ListedWriter[]> {
  const admins = new Set(await store.accounts.admins());
  const ids = authors.map(({ id }) => id);
  const seen = await store.sessions.lastSeen(ids);
  const erasures = await store.erasures.ofAccounts(ids);
  return authors.map((author) => {
    const erasure = erasures.get(author.id);
    const isErased = (erasure?.begun_at ?? null) !== null;
    return {
      ...author,
      isAdmin: admins.has(author.id),
      lastSeen: seen.get(author.id) ?? null,
      erasureDueAt: erasure && !isErased ? erasure.due_at : null,
      isErased,
    };
  });
}

const checkSlug = checkerOf(Type.Object({ slug: Slug(AUTHOR_LIMITS.slug) }));

export async function performAdminAction(
  context: Context,
  actor: WriterActor,
  given: string,
  action: AdminAction,
) {
  requireAdmin(actor);
  const { slug } = checkSlug({ slug: given });
  const author = await context.store.authors.bySlug(slug);
  if (!author) throw new Problem('author_not_found');
  // Comparing ids stops admins from suspending themselves, even by a former slug.
  if (author.id === actor.accountId && action === 'suspend') throw new Problem('forbidden');
  const act: Act = ADMIN_ACTIONS[action];
  await act(context, slug, actor);
}
