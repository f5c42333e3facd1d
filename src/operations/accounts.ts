// Accounts as their owners handle them: the first one, new ones, passwords, e-mail addresses.

import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../errors.ts';
import type { WriterActor } from './actor.ts';
import { type Context, timestamp } from './operation.ts';
import { hashOf, newToken } from './secrets.ts';
import { checkEmail, checkPassword, createWriter, type NewWriter, normalEmail } from './writers.ts';

const FIRST_ACCOUNT_MS = 24 * 60 * 60 * 1000;
const RESET_MS = 60 * 60 * 1000;

type Applicant = Pick<NewWriter, 'slug' | 'name' | 'email' | 'password'>;

/** On an empty database: the token of the address at which the first account is made. */
export async function firstAccountToken({ store, now }: Context): Promise<string | null> {
  if ((await store.accounts.count()) > 0) return null;
  const token = newToken();
  const at = now();
  await store.tokens.insert({
    hash: hashOf(token),
    purpose: 'first_account',
    account_id: null,
    created_at: timestamp(at),
    expires_at: timestamp(new Date(at.getTime() + FIRST_ACCOUNT_MS)),
    used_at: null,
  });
  return token;
}

/** Whether a first-account address is still good. */
export async function isFirstAccountToken(context: Context, token: string): Promise<boolean> {
  const { store, now } = context;
  if ((await store.accounts.count()) > 0) return false;
  return Boolean(await store.tokens.valid(hashOf(token), 'first_account', timestamp(now())));
}

/** The first account is an admin's, and there is only one first. */
export async function createFirstAccount(context: Context, token: string, applicant: Applicant) {
  return context.store.transaction(async (store) => {
    const inside = { ...context, store };
    if (!(await isFirstAccountToken(inside, token))) throw new Problem('link_refused');
    if (!(await store.tokens.use(hashOf(token), timestamp(context.now())))) {
      throw new Problem('link_refused');
    }
    return createWriter(inside, { ...applicant, admin: true, identityVerified: false });
  });
}

export async function signUp(context: Context, applicant: Applicant) {
  if (!context.config.openSignups) throw new Problem('not_found');
  return createWriter(context, { ...applicant, admin: false, identityVerified: false });
}

export async function ownAccount({ store }: Context, actor: WriterActor) {
  const account = await store.accounts.byId(actor.accountId);
  if (!account) throw new Problem('not_found');
  return account;
}

/** A new password ends every session but the one it was changed from. */
export async function changePassword(
  context: Context,
  actor: WriterActor,
  current: string,
  password: string,
): Promise<void> {
  await requirePassword(context, actor, current);
  await replacePassword(context, actor.accountId, password, actor.sessionId);
}

export async function changeEmail(
  context: Context,
  actor: WriterActor,
  current: string,
  given: string,
): Promise<void> {
  await requirePassword(context, actor, current);
  checkEmail({ email: given });
  const email = normalEmail(given);
  await context.store.transaction(async (store) => {
    const other = await store.accounts.byEmail(email);
    if (other && other.id !== actor.accountId) {
      throw new Problem('invalid_input', {
        errors: [{ field: 'email', reason: 'Another account has this e-mail address.' }],
      });
    }
    await store.accounts.update(actor.accountId, { email });
  });
}

async function requirePassword({ store }: Context, actor: WriterActor, current: string) {
  const account = await store.accounts.byId(actor.accountId);
  if (account?.password_hash && (await verify(account.password_hash, current))) return;
  throw new Problem('invalid_input', {
    errors: [{ field: 'current', reason: 'This is not your password.' }],
  });
}

async function replacePassword(
  { store }: Context,
  accountId: string,
  password: string,
  keptSession: string | null,
): Promise<void> {
  checkPassword({ password });
  const password_hash = await hash(password);
  await store.transaction(async (tx) => {
    await tx.accounts.update(accountId, { password_hash });
    await tx.sessions.removeOfAccount(accountId, keptSession);
  });
}

/** The token of a reset address for whoever has this e-mail address, if anyone has. */
export async function resetToken(context: Context, email: string): Promise<string | null> {
  const { store, now } = context;
  const account = await store.accounts.byEmail(normalEmail(email));
  if (!account) return null;
  const token = newToken();
  const at = now();
  await store.tokens.insert({
    hash: hashOf(token),
    purpose: 'password_reset',
    account_id: account.id,
    created_at: timestamp(at),
    expires_at: timestamp(new Date(at.getTime() + RESET_MS)),
    used_at: null,
  });
  return token;
}

export async function resetPassword(context: Context, token: string, password: string) {
  checkPassword({ password });
  await context.store.transaction(async (store) => {
    const at = timestamp(context.now());
    const known = await store.tokens.valid(hashOf(token), 'password_reset', at);
    if (!known?.account_id || !(await store.tokens.use(known.hash, at))) {
      throw new Problem('link_refused');
    }
    await replacePassword({ ...context, store }, known.account_id, password, null);
  });
}
