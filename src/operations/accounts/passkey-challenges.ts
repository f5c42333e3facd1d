// Passkey challenges: each is valid once, in one browser, for a few minutes.

import { Problem } from '../../errors.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, isEqual, newToken, signed, signingKey } from '../secrets.ts';

const LASTS_MS = 5 * 60 * 1000;

type Purpose = 'add' | 'sign-in' | 'confirm';

export interface Challenge {
  readonly challenge: string;
  /** The challenge, its expiry and our signature of both, which the page sends back. */
  readonly ticket: string;
}

/** Stores nothing before a challenge is used, so that a flood of requests takes no space. */
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

/** Throws if the challenge was used before (replay). Call it after the signature has been verified. */
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
    // By this time, every ticket for the challenge has expired.
    expires_at: timestamp(new Date(at.getTime() + LASTS_MS)),
    used_at: timestamp(at),
    made_by: null,
  });
  if (!isFirst) throw new Problem('passkey_refused');
}
