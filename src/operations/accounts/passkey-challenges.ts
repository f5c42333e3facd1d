// Passkey challenges: valid for one use, in one browser, for a few minutes.

import { Problem } from '../../errors.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, isEqual, newToken, signed, signingKey } from '../secrets.ts';

const LASTS_MS = 5 * 60 * 1000;

type Purpose = 'add' | 'sign-in' | 'confirm';

export interface Challenge {
  readonly challenge: string;
  /** For the page, which sends it back: the challenge, its expiry, and our signature of both. */
  readonly ticket: string;
}

/** Nothing is stored until a challenge is used, so requesting many costs nothing. */
export async function newChallenge(
  context: Context,
  purpose: Purpose,
  browser: string,
): Promise<Challenge> {
  const challenge = newToken();
  const text = `${challenge}.${context.now().getTime() + LASTS_MS}`;
  return { challenge, ticket: `${text}.${await seal(context, purpose, browser, text)}` };
}

export async function challengeOf(
  context: Context,
  purpose: Purpose,
  browser: string,
  ticket: string,
): Promise<string> {
  const [challenge = '', ends = '', given = ''] = ticket.split('.');
  const expected = await seal(context, purpose, browser, `${challenge}.${ends}`);
  const isOurs = isEqual(given, expected);
  if (!isOurs || Number(ends) <= context.now().getTime()) throw new Problem('passkey_refused');
  return challenge;
}

const seal = async ({ store }: Context, purpose: Purpose, browser: string, text: string) =>
  signed(await signingKey(store), `passkey ${purpose}`, `${browser}\n${text}`);

/** Refuses a second use (replay). Call it after the signature was verified. */
export async function spendChallenge(
  { store, now }: Context,
  challenge: string,
  accountId: string,
): Promise<void> {
  const at = now();
  await store.tokens.removeExpired('passkey_challenge', timestamp(at));
  const isFirst = await store.tokens.insertUsed({
    hash: hashOf(challenge),
    purpose: 'passkey_challenge',
    account_id: accountId,
    created_at: timestamp(at),
    // Every ticket for the challenge has expired by then.
    expires_at: timestamp(new Date(at.getTime() + LASTS_MS)),
    used_at: timestamp(at),
    made_by: null,
  });
  if (!isFirst) throw new Problem('passkey_refused');
}
