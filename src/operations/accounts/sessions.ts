// Sign-in and sign-out. A session is a random token in a cookie; the database has only its hash.

import { Problem } from '../../errors.ts';
import type { SessionRow } from '../../store/tables/accounts.ts';
import type { WriterActor } from '../actor.ts';
import { bestEffort } from '../best-effort.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { isPasswordOf } from './passwords.ts';
import { createFromSignUp, unconfirmedSignUp } from './sign-up.ts';
import { accountByEmail, normalEmail } from './writers.ts';

const LASTS_MS = 30 * 24 * 60 * 60 * 1000;
const SEEN_NOTED_MS = 60 * 60 * 1000;
const LONGEST_AGENT = 300;

export interface SignedIn {
  actor: WriterActor;
  name: string;
  /** When the account is to be erased, or null. */
  erasureDueAt: string | null;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  readonly isKnown: boolean;
  readonly userAgent: string;
}

/** Returns the token of a new session. All failures get the same response, after the same amount of work. */
export async function signIn(context: Context, given: SignIn): Promise<string> {
  const { email, password, network, isKnown, userAgent } = given;
  // The sign-up is looked up before the account: if it is confirmed in between, the account is found.
  const signUp = await unconfirmedSignUp(context, email);
  const account = await accountByEmail(context, email);
  const { password_hash } = account ?? signUp ?? { password_hash: null };
  const client = { network, account: normalEmail(email), isKnown };
  if (!(await isPasswordOf(password, password_hash, client))) throw new Problem('sign_in_refused');
  if (account) return openSession(context, account.id, userAgent);
  if (!signUp) throw new Problem('sign_in_refused');
  return openSession(context, await createFromSignUp(context, signUp), userAgent);
}

export async function openSession(
  { store, now }: Context,
  accountId: string,
  userAgent: string,
): Promise<string> {
  // A suspension is checked after the password, so that strangers don't learn of it.
  const [author] = await store.authors.byIds([accountId]);
  if (author?.suspended_at) throw new Problem('account_suspended');
  const token = newToken();
  const at = now();
  await store.transaction(async (tx) => {
    await tx.sessions.removeExpired(timestamp(at));
    await tx.sessions.insert({
      id: hashOf(token),
      account_id: accountId,
      user_agent: userAgent.slice(0, LONGEST_AGENT),
      created_at: timestamp(at),
      seen_at: timestamp(at),
      expires_at: timestamp(new Date(at.getTime() + LASTS_MS)),
    });
  });
  return token;
}

export async function sessionFor({ store, now }: Context, token: string): Promise<SignedIn | null> {
  const session = await store.sessions.byId(hashOf(token));
  const at = now();
  if (!session || session.suspended_at !== null || session.expires_at <= timestamp(at)) return null;
  if (at.getTime() - Date.parse(session.seen_at) > SEEN_NOTED_MS) {
    const expires = timestamp(new Date(at.getTime() + LASTS_MS));
    await bestEffort(store, store.sessions.seen(session.id, timestamp(at), expires));
  }
  return {
    name: session.name,
    erasureDueAt: session.erasure_due_at,
    actor: {
      kind: 'writer',
      accountId: session.account_id,
      slug: session.slug,
      isAdmin: session.is_admin === 1,
      sessionId: session.id,
    },
  };
}

export const signOut = ({ store }: Context, actor: WriterActor) =>
  store.sessions.remove(actor.sessionId);

export const signOutEverywhere = ({ store }: Context, actor: WriterActor) =>
  store.sessions.removeOfAccount(actor.accountId);

export const listSessions = ({ store }: Context, actor: WriterActor): Promise<SessionRow[]> =>
  store.sessions.ofAccount(actor.accountId);
