// Creates the first account, and changes passwords.

import { Problem } from '../../errors.ts';
import type { AccountRow } from '../../store/tables/accounts.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Client } from './fair-queue.ts';
import { hashOfPassword, isPasswordOf, replacePassword } from './passwords.ts';
import { type AlsoEnded, endAccess } from './remaining-access.ts';
import type { Applicant } from './sign-up.ts';
import { checkPassword, insertWriter, normalEmail, prepareWriter, refuseTaken } from './writers.ts';

const FIRST_ACCOUNT_MS = 24 * 60 * 60 * 1000;

export const isWithoutAccounts = async ({ store }: Context): Promise<boolean> =>
  (await store.accounts.count()) === 0;

/** Returns the token for the URL that creates the first account; null once an account exists. */
export async function firstAccountToken(context: Context): Promise<string | null> {
  if (!(await isWithoutAccounts(context))) return null;
  const { store, now } = context;
  const token = newToken();
  const at = now();
  await store.tokens.insert({
    hash: hashOf(token),
    purpose: 'first_account',
    account_id: null,
    created_at: timestamp(at),
    expires_at: timestamp(new Date(at.getTime() + FIRST_ACCOUNT_MS)),
    used_at: null,
    made_by: null,
  });
  return token;
}

export async function isFirstAccountToken(context: Context, token: string): Promise<boolean> {
  const { store, now } = context;
  if (!(await isWithoutAccounts(context))) return false;
  return Boolean(await store.tokens.valid(hashOf(token), 'first_account', timestamp(now())));
}

/** Creates the first account, an admin's. Every start prints a link, but only one of the links succeeds. */
export async function createFirstAccount(
  context: Context,
  token: string,
  applicant: Applicant,
  network: string,
) {
  if (!(await isFirstAccountToken(context, token))) throw new Problem('link_refused');
  const client = { network, account: normalEmail(applicant.email), isKnown: true };
  const input = { ...applicant, admin: true, identityVerified: false };
  const prepared = await prepareWriter(input, client);
  await refuseTaken(context.store, prepared.slug);
  return context.store.transaction(async (store) => {
    const inside = { ...context, store };
    await store.accounts.lockCreation();
    if (!(await isFirstAccountToken(inside, token))) throw new Problem('link_refused');
    if (!(await store.tokens.use(hashOf(token), timestamp(context.now())))) {
      throw new Problem('link_refused');
    }
    return insertWriter(inside, prepared);
  });
}

export async function ownAccount({ store }: Context, actor: WriterActor) {
  const account = await store.accounts.byId(actor.accountId);
  if (!account) throw new Problem('not_found');
  return account;
}

/**
 * A new password ends every other session, and the access that the writer chose to end with it. Returns a new token for
 * this session, so that a copy of its cookie ends too.
 */
export async function changePassword(
  context: Context,
  actor: WriterActor,
  given: { current: string; password: string; network: string },
  ended: AlsoEnded,
): Promise<string> {
  const { current, password, network } = given;
  const client = { network, account: actor.accountId, isKnown: true };
  await requirePassword(context, actor, current, client);
  checkPassword({ password });
  const password_hash = await hashOfPassword(password, client);
  const { accountId, sessionId } = actor;
  const token = newToken();
  await context.store.transaction(async (store) => {
    await replacePassword(store, accountId, password_hash, sessionId);
    await store.sessions.rename(sessionId, hashOf(token));
    await endAccess({ ...context, store }, accountId, ended);
  });
  return token;
}

export async function requirePassword(
  { store }: Context,
  { accountId }: WriterActor,
  current: string,
  client: Client,
): Promise<AccountRow> {
  const account = await store.accounts.byId(accountId);
  const isRight = await isPasswordOf(current, account?.password_hash, client);
  if (account && isRight) return account;
  throw new Problem('invalid_input', {
    errors: [{ field: 'current', reason: 'This password is incorrect.' }],
  });
}
