// Begins an erasure, in one transaction: from then on nobody can sign in, nothing is sent, and readers see neither the
// name nor, if they are to be erased, the pieces.

import { randomUUID } from 'node:crypto';
import { writerSlugOf } from '../../rendering/text/slug.ts';
import { RESERVED_SLUGS } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { ErasureRow } from '../../store/tables/erasures.ts';
import { cancelReinstatement } from '../accounts/reinstatements.ts';
import { endHandedOut, refuseLastAdmin } from '../accounts/roles.ts';
import { freeSlug } from '../accounts/sign-up.ts';
import { newAuthor } from '../accounts/writers.ts';
import { authorText } from '../authors/author-text.ts';
import { hashOfName } from '../images/image-names.ts';
import { socialImageName } from '../images/social-images.ts';
import { type Context, timestamp } from '../operation.ts';
import { announce, feedsOfAuthor } from '../websub/websub.ts';

/** Shown where a writer's name was, if they chose none. */
export const FORMER = 'a former member';

interface Again {
  /** The slug that the writer's pieces had after the erasure. */
  readonly slug?: string | undefined;
}

/** An account that was erased before goes again even if, in a restored database, it is the last admin's. */
export async function beginErasure(context: Context, accountId: string, again?: Again) {
  await context.identity.refresh();
  await context.store.transaction(async (store) => {
    await store.accounts.lockCreation();
    await store.publications.lockPositions();
    const erasure = await store.erasures.of(accountId);
    const [author] = await store.authors.byIds([accountId]);
    if (!author || !erasure || erasure.begun_at !== null) return;
    if (!again) await refuseLastAdmin(store, accountId);
    await store.authors.lock([accountId]);
    const at = timestamp(context.now());
    await noteImages(context, store, accountId);
    await endAccess(store, accountId, at);
    await replaceAuthor(store, author, erasure, { at, slug: again?.slug });
    await store.authors.refreshStats([accountId]);
    await store.erasures.update(accountId, { begun_at: at });
    await announce(store, feedsOfAuthor(context, author.slug), at);
  });
}

/** The social images have the name drawn on them. */
async function noteImages({ identity }: Context, store: Store, accountId: string): Promise<void> {
  const social: string[] = [];
  for await (const row of store.imageReferences.social(accountId)) {
    social.push(hashOfName(socialImageName(row, identity.current)));
  }
  const own = await store.erasedAccounts.imagesOf(accountId);
  await store.erasures.addImages(accountId, [...own, ...social]);
}

async function endAccess(store: Store, accountId: string, at: string): Promise<void> {
  const account = await store.accounts.byId(accountId);
  await cancelReinstatement(store, accountId);
  await endHandedOut(store, accountId);
  await store.schedules.cancelOfAuthor(accountId, 'suspended', at);
  await store.deliveries.cancelOfAccount(accountId, at);
  await store.erasedAccounts.endKeys(accountId, at);
  await store.erasedAccounts.removeOwned(accountId, account?.email ?? null);
  await store.accounts.update(accountId, { email: null, password_hash: null, is_admin: 0 });
}

async function replaceAuthor(
  store: Store,
  { id, joined_at, suspended_at, ai_uses, shows_human }: AuthorRow,
  { pieces, keep_as }: ErasureRow,
  { at, slug }: { at: string; slug?: string | undefined },
): Promise<void> {
  await store.erasures.addSlugs(id, await store.erasedAccounts.removeSlugs(id));
  const isKept = pieces === 'keep' && keep_as !== null;
  const author = isKept
    ? newAuthor({
        ...{ id, name: keep_as, slug: slug ?? (await keptSlug(store, keep_as)) },
        // What AI may do with the texts was said of the texts, and a suspension goes on.
        ...{ joined_at, suspended_at, ai_uses, shows_human },
      })
    : // Without a row among the slugs, no page and no form finds the author.
      newAuthor({
        ...{ id, name: FORMER, slug: `erased-${randomUUID().slice(-12)}` },
        ...{ joined_at: at, suspended_at: at },
      });
  await store.authors.update(id, author);
  await store.authors.putText(id, authorText(author));
  if (isKept) await store.authors.addSlug(id, author.slug, at);
  else await store.publications.removeByAuthor(id);
}

async function keptSlug(store: Store, name: string): Promise<string> {
  const wanted = writerSlugOf(name) || 'former-member';
  return freeSlug(store, RESERVED_SLUGS.includes(wanted) ? `${wanted}-2` : wanted);
}
