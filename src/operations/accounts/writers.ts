// Manages writers, for the operator's commands and, through admin-actions.ts, for admins at the desk.

import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { type FieldError, OperatorError, Problem } from '../../errors.ts';
import { valuesFor } from '../../schemas/field-lists.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { PROFILE_FIELD_NAMES } from '../../schemas/profile-fields.ts';
import { Slug, Text } from '../../schemas/text.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { RESERVED_SLUGS } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
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

/** Write-only, so that no error repeats the password. */
const Password = Type.String({
  minLength: LIMITS.password.min,
  maxLength: LIMITS.password.max,
  writeOnly: true,
});

const NewWriter = Type.Object({
  slug: Slug(LIMITS.authorSlug),
  name: Text(LIMITS.authorName),
  email: Type.String({ maxLength: LIMITS.email, format: 'email' }),
  password: Password,
});

const checkNewWriter = checkerOf(NewWriter);
export const checkPassword = checkerOf(Type.Object({ password: Password }));
export const checkEmail = checkerOf(Type.Object({ email: NewWriter.properties.email }));

export type NewWriter = Static<typeof NewWriter> & { admin: boolean; identityVerified: boolean };

export const normalEmail = (email: string) => email.trim().toLowerCase();

/** E-mail addresses have no control characters, and no query accepts them. */
export const isStorable = (email: string) => !/\p{C}/u.test(email);

export async function accountByEmail({ store }: Context, given: string) {
  const email = normalEmail(given);
  return isStorable(email) ? store.accounts.byEmail(email) : undefined;
}

type PreparedWriter = Readonly<Omit<NewWriter, 'password'> & { password_hash: string }>;

/** Hashing is slow on purpose, so it happens before a transaction takes its lock. */
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

/** Inside a transaction that has locked the creation of accounts. */
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
    const reason = `The slug ${slug} is or was another writer's. Choose another.`;
    errors.push({ field: 'slug', reason });
  }
  if (email !== undefined && (await store.accounts.byEmail(email))) {
    errors.push({ field: 'email', reason: `Another account has the e-mail address ${email}.` });
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

/** Shows all of the writer's approved pieces again, or carries on with that, and returns at its end. */
export async function reinstateWriter(context: Context, given: string): Promise<void> {
  const author = await writerBySlug(context.store, given);
  if (!(await beginReinstatement(context.store, author))) {
    throw new OperatorError(`${given} is not suspended.`);
  }
  await finishReinstatement(context, author.id);
}

/** How long an admin waits for the search index after a suspension. */
const INDEXING_MS = 1_000;

/**
 * Nothing is deleted. If two admins suspend each other at the same time, only one succeeds; the operator may suspend
 * even the last admin.
 */
export async function suspendWriter(
  context: Context,
  given: string,
  actor?: WriterActor,
): Promise<void> {
  const { store, now } = context;
  const { id, slug } = await writerBySlug(store, given);
  const at = timestamp(now());
  await store.transaction(async (tx) => {
    // With this lock, an invitation or link that the writer is making as an admin is either seen below or refused.
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
  // Search leaves out what is in the backlog, and imports may have added thousands of positions: a job does the rest.
  const signal = AbortSignal.timeout(INDEXING_MS);
  await bestEffort(store, updateSearchIndex(context, signal));
}
