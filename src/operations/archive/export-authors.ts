// Exports authors as archive lines.

import { aiUsesIn } from '../../schemas/ai-uses.ts';
import { pick } from '../../schemas/field-lists.ts';
import { PROFILE_FIELD_NAMES } from '../../schemas/profile-fields.ts';
import type { Store } from '../../store/store.ts';
import type { AccountRow } from '../../store/tables/accounts.ts';
import type { AuthorRow, AuthorSlugRow } from '../../store/tables/authors.ts';
import { socialsOf } from '../authors/author-records.ts';
import { erasureField } from './erasure-lines.ts';

const PAGE = 200;

export async function* authorLines(store: Store, only: AuthorRow | null): AsyncGenerator<object> {
  if (only) return yield* linesFor(store, [only]);
  let after: string | null = null;
  do {
    const page: AuthorRow[] = await store.authors.page(after, PAGE);
    yield* linesFor(store, page);
    after = page.at(-1)?.slug ?? null;
  } while (after !== null);
}

async function* linesFor(store: Store, authors: AuthorRow[]): AsyncGenerator<object> {
  if (authors.length === 0) return;
  const slugs = Map.groupBy(
    await store.authors.slugsOf(authors.map(({ id }) => id)),
    ({ author_id }) => author_id,
  );
  const erasures = await store.erasures.ofAccounts(authors.map(({ id }) => id));
  for (const author of authors) {
    const account = await store.accounts.byId(author.id);
    const line = authorLine(author, account, slugs.get(author.id) ?? []);
    const erasure = erasures.get(author.id);
    const hashes = erasure ? await store.erasures.slugHashesOf(author.id) : [];
    yield { ...line, ...erasureField(erasure, hashes) };
  }
}

const authorLine = (
  author: AuthorRow,
  account: AccountRow | undefined,
  slugs: AuthorSlugRow[],
) => ({
  type: 'author',
  id: author.id,
  slug: author.slug,
  slugs: slugs.map(({ slug, since }) => ({ slug, since })),
  name: author.name,
  email: account?.email ?? null,
  ...(account?.is_admin === 1 ? { admin: true } : {}),
  ...(author.suspended_at === null ? {} : { suspended_at: author.suspended_at }),
  ...pick(author, PROFILE_FIELD_NAMES),
  identity_verified: author.identity_verified === 1,
  website_verified: author.website_verified === 1,
  socials: socialsOf(author),
  ...(author.ai_uses === '{}' ? {} : { ai_uses: aiUsesIn(author.ai_uses) }),
  joined_at: author.joined_at,
  ...(author.writing_policy === null ? {} : { writing_policy: author.writing_policy }),
  ...(author.shows_human === 1 ? { shows_human: true } : {}),
});
