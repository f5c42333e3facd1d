// Manages writers: for the operator's commands, and through admin-actions.ts for admins at the desk.

import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { type FieldError, OperatorError, Problem } from '../../errors.ts';
import { ACCOUNT_LIMITS } from '../../schemas/accounts/account-limits.ts';
import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import { valuesFor } from '../../schemas/field-lists.ts';
import { PROFILE_FIELD_NAMES } from '../../schemas/profile-fields.ts';
import { Slug, Text } from '../../schemas/text.ts';
import { RESERVED_SLUGS } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
import { checkerOf } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import { authorText } from '../authors/author-text.ts';
import { isSlugTaken } from '../authors/taken-slugs.ts';
import { bestEffort } from '../best-effort.ts';
import { type Context, timestamp } from '../operation.ts';
import { updateSearchIndex } from '../publishing/search-index.ts';
import { announce, feedsOfAuthor, showAuthorWith } from '../websub/websub.ts';
import type { Client } from './fair-queue.ts';
import { hashOfPassword, OPERATOR, replacePassword } from './passwords.ts';
import { beginReinstatement, cancelReinstatement, finishReinstatement } from './reinstatements.ts';
import { endHandedOut, lockAdmins } from './roles.ts';

/** Write-only, so that no error message repeats the password. */
const Password = Type.String({
  minLength: ACCOUNT_LIMITS.password.min,
  maxLength: ACCOUNT_LIMITS.password.max,
  writeOnly: true,
});

const NewWriter = Type.Object({
  slug: Slug(AUTHOR_LIMITS.slug),
  name: Text(AUTHOR_LIMITS.name),
  email: Type.String({ maxLength: ACCOUNT_LIMITS.email, format: 'email' }),
  password: Password,
});

const checkNewWriter = checkerOf(NewWriter);
export const checkPassword = checkerOf(Type.Object({ password: Password }));
export const checkEmail = checkerOf(Type.Object({ email: NewWriter.properties.email }));

export type NewWriter = Static<typeof NewWriter> & { admin: boolean; identityVerified: boolean };

export const normalEmail = (email: string) => email.trim().toLowerCase();

/** Rejects control characters, which no e-mail address has and PostgreSQL refuses in queries. */
export const isStorable = (email: string) => !/\p{C}/u.test(email);

export async function accountByEmail({ store }: Context, given: string) {
  const email = normalEmail(given);
  return isStorable(email) ? store.accounts.byEmail(email) : undefined;
}

type PreparedWriter = Readonly<Omit<NewWriter, 'password'> & { password_hash: string }>;

/** Hashes the password before a transaction takes its lock, because hashing is slow by design. */
export async function prepareWriter(input: NewWriter, client: Client): Promise<PreparedWriter> {
  const { slug, name, email, password } = checkNewWriter(input);
  const { admin, identityVerified } = input;
  const password_hash = await hashOfPassword(password, client);
  return { slug, name, email: normalEmail(email), password_hash, admin, identityVerified };
}

export async function createWriter(context: Context, input: NewWriter): Promise<AuthorRow> {
  const prepared = await prepareWriter(input, OPERATOR);
  return context.store.transaction(async (store) => {
    await store.accounts.lockCreation();
    await refuseTaken(store, prepared.slug, prepared.email);
    return insertWriter({ ...context, store }, prepared);
  });
}

/** Call insertWriter in a transaction after lockCreation. */
export async function insertWriter(
  { store, now }: Context,
  { slug, name, email, password_hash, admin, identityVerified }: PreparedWriter,
): Promise<AuthorRow> {
  const at = timestamp(now());
  const identity_verified = flag(identityVerified);
  const author = newAuthor({ id: randomUUID(), slug, name, identity_verified, joined_at: at });
  const { id } = author;
  await store.accounts.insert({ id, email, password_hash, is_admin: flag(admin), created_at: at });
  await store.authors.insert(author, [{ slug, author_id: id, since: at }], authorText(author));
  return author;
}

type Given = Pick<AuthorRow, 'id' | 'slug' | 'name' | 'joined_at'> & Partial<AuthorRow>;

export const newAuthor = (given: Given): AuthorRow => ({
  ...valuesFor(PROFILE_FIELD_NAMES, () => null),
  identity_verified: 0,
  website_verified: 0,
  socials: '{}',
  ai_uses: '{}',
  suspended_at: null,
  pieces_count: 0,
  last_published_at: null,
  writing_policy: null,
  shows_human: 0,
  ...given,
});

export async function refuseTaken(store: Store, slug: string, email?: string): Promise<void> {
  const errors: FieldError[] = [];
  if (RESERVED_SLUGS.includes(slug)) {
    errors.push({ field: 'slug', reason: `The slug ${slug} is reserved. Choose another.` });
  } else if (await isSlugTaken(store, slug)) {
    const reason = `The slug ${slug} belongs or belonged to another writer. Choose another.`;
    errors.push({ field: 'slug', reason });
  }
  if (email !== undefined && (await store.accounts.byEmail(email))) {
    errors.push({ field: 'email', reason: `Another account has the email address ${email}.` });
  }
  if (errors.length > 0) throw new Problem('invalid_input', { errors });
}

export async function writerBySlug(store: Store, slug: string): Promise<AuthorRow> {
  const author = await store.authors.bySlug(slug);
  if (!author) throw new OperatorError(`There is no writer with the slug ${slug}.`);
  return author;
}

export async function verifyWriter(context: Context, slug: string): Promise<void> {
  const { id } = await writerBySlug(context.store, slug);
  await showAuthorWith(context, id, { identity_verified: 1 });
}

export async function unverifyWriter(context: Context, slug: string): Promise<void> {
  const { id } = await writerBySlug(context.store, slug);
  await showAuthorWith(context, id, { identity_verified: 0 });
}

export async function setPassword({ store }: Context, slug: string, password: string) {
  checkPassword({ password });
  const { id } = await writerBySlug(store, slug);
  await replacePassword(store, id, await hashOfPassword(password, OPERATOR));
}

/** Makes all of the writer's approved pieces public again, and waits until that is done. */
export async function reinstateWriter(context: Context, given: string): Promise<void> {
  const author = await writerBySlug(context.store, given);
  if (!(await beginReinstatement(context.store, author))) {
    throw new OperatorError(`${given} is not suspended.`);
  }
  await finishReinstatement(context, author.id);
}

/** How long an admin's request waits for the search index after a suspension. */
const INDEXING_MS = 1_000;

/** Deletes nothing. If two admins suspend each other, one succeeds; the operator may suspend every admin. */
export async function suspendWriter(
  context: Context,
  given: string,
  actor?: WriterActor,
): Promise<void> {
  const { store, now } = context;
  const { id, slug } = await writerBySlug(store, given);
  const at = timestamp(now());
  await store.transaction(async (tx) => {
    // With this lock, an invitation that the writer is creating as an admin is either removed below or refused.
    await tx.accounts.lockCreation();
    await tx.publications.lockPositions();
    if (actor) await lockAdmins(tx, actor);
    await tx.authors.update(id, { suspended_at: at });
    await cancelReinstatement(tx, id);
    await tx.sessions.removeOfAccount(id);
    await endHandedOut(tx, id);
    await tx.publications.removeByAuthor(id);
    await tx.schedules.cancelOfAuthor(id, 'suspended', at);
    await tx.deliveries.cancelOfAccount(id, at);
    await tx.authors.refreshStats([id]);
    await announce(tx, feedsOfAuthor(context, slug), at);
  });
  // Search already ignores positions in the backlog. There may be thousands, which a job indexes later.
  const signal = AbortSignal.timeout(INDEXING_MS);
  await bestEffort(store, updateSearchIndex(context, signal));
}
