// Accounts as their owners handle them: the first one, new ones, passwords, e-mail addresses.

import { Problem } from '../../errors.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { hashOfPassword, isPassword, replacePassword } from './passwords.ts';
import {
  accountByEmail,
  checkEmail,
  checkPassword,
  createWriter,
  type NewWriter,
  normalEmail,
  pretendToCreate,
} from './writers.ts';

const FIRST_ACCOUNT_MS = 24 * 60 * 60 * 1000;

type Applicant = Pick<NewWriter, 'slug' | 'name' | 'email' | 'password'>;

/** On an empty database: the token in the URL where the first account is created. */
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

/** Whether a first-account URL still works. */
export async function isFirstAccountToken(context: Context, token: string): Promise<boolean> {
  const { store, now } = context;
  if ((await store.accounts.count()) > 0) return false;
  return Boolean(await store.tokens.valid(hashOf(token), 'first_account', timestamp(now())));
}

/** The first account is an admin; a second request with the same token fails. */
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

/** Creates an account. If the e-mail address already has one, the response is the same. */
export async function signUp(context: Context, applicant: Applicant): Promise<void> {
  if (!context.config.openSignups) throw new Problem('not_found');
  const writer = { ...applicant, admin: false, identityVerified: false };
  const isKnown = await accountByEmail(context, applicant.email);
  await (isKnown ? pretendToCreate : createWriter)(context, writer);
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
  checkPassword({ password });
  await replacePassword(
    context.store,
    actor.accountId,
    await hashOfPassword(password),
    actor.sessionId,
  );
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
    // Reset links sent to the old e-mail address must stop working.
    await store.tokens.removeOfAccount(actor.accountId, 'password_reset');
  });
}

async function requirePassword({ store }: Context, actor: WriterActor, current: string) {
  const account = await store.accounts.byId(actor.accountId);
  if (account?.password_hash && (await isPassword(current, account.password_hash))) return;
  throw new Problem('invalid_input', {
    errors: [{ field: 'current', reason: 'This is not your password.' }],
  });
}
