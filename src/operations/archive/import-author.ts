// Imports an author's archive line.

import { randomUUID } from 'node:crypto';
import { storedAiUses } from '../../schemas/ai-uses.ts';
import type { AuthorLine } from '../../schemas/archive.ts';
import { valuesFor } from '../../schemas/field-lists.ts';
import { PROFILE_FIELD_NAMES } from '../../schemas/profile-fields.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
import { newAuthor, normalEmail } from '../accounts/writers.ts';
import { authorText } from '../authors/author-text.ts';
import { isSlugTaken } from '../authors/taken-slugs.ts';
import { timestamp } from '../operation.ts';
import { importErasure, isWithoutSlug } from './erasure-lines.ts';
import { refusal } from './refusals.ts';

export async function importAuthor(store: Store, line: AuthorLine, now: Date): Promise<AuthorRow> {
  const joined = timestamp(line.joined_at ?? now);
  const email = line.email ? normalEmail(line.email) : null;
  const id = line.id?.toLowerCase() ?? randomUUID();
  await refuseTaken(store, line, id, email);
  const author = newAuthor({
    id,
    slug: line.slug,
    name: line.name,
    ...valuesFor(PROFILE_FIELD_NAMES, (name) => line[name] ?? null),
    identity_verified: flag(line.identity_verified ?? false),
    website_verified: flag(line.website_verified ?? false),
    socials: JSON.stringify(line.socials ?? {}),
    ai_uses: storedAiUses(line.ai_uses ?? {}),
    joined_at: joined,
    writing_policy: line.writing_policy ?? null,
    shows_human: flag(line.shows_human ?? false),
    suspended_at: line.suspended_at === undefined ? null : timestamp(line.suspended_at),
  });
  await store.accounts.insert({
    id,
    email,
    password_hash: null,
    is_admin: flag(line.admin ?? false),
    created_at: joined,
  });
  const slugs = isWithoutSlug(line) ? [] : slugRows(line, id, joined);
  await store.authors.insert(author, slugs, authorText(author));
  await importErasure(store, id, line);
  return author;
}

function slugRows({ slug, slugs = [] }: AuthorLine, id: string, joined: string) {
  const history = slugs.map((each) => ({
    slug: each.slug,
    author_id: id,
    since: timestamp(each.since),
  }));
  const current = { slug, author_id: id, since: joined };
  return history.some((each) => each.slug === slug) ? history : [...history, current];
}

async function refuseTaken(store: Store, line: AuthorLine, id: string, email: string | null) {
  for (const slug of [line.slug, ...(line.slugs ?? []).map((each) => each.slug)]) {
    if (await isSlugTaken(store, slug)) {
      throw refusal('slug', `Another author has or had the slug ${slug}.`);
    }
  }
  if ((await store.erasures.of(id))?.begun_at) {
    throw refusal('id', 'This account was erased here. Leave out all of its lines.');
  }
  if (await store.accounts.byId(id)) throw refusal('id', 'Another author has this id.');
  if (email !== null && (await store.accounts.byEmail(email))) {
    throw refusal('email', 'Another author has this email address.');
  }
}
