// Password reset: an e-mail with a one-time link, and the new password that is set there.

import type { Config } from '../../config.ts';
import { Problem } from '../../errors.ts';
import { type Email, sendMail } from '../../outbound/email.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { hashOfPassword, replacePassword } from './passwords.ts';
import { type AlsoEnded, endAccess } from './remaining-access.ts';
import { accountByEmail, checkPassword } from './writers.ts';

const RESET_MS = 60 * 60 * 1000;

/** Sends an e-mail only if an account has this e-mail address; the caller can't tell. */
export async function sendResetEmail(context: Context, given: string): Promise<void> {
  const account = await accountByEmail(context, given);
  if (!account?.email) return;
  const token = await newResetToken(context, account.id);
  if (token === null) return;
  await sendMail(context.config, resetEmail(token, account.email, context.config));
}

/**
 * Earlier links keep working, or a stranger who asks for another would take the owner's away. Null
 * where there are as many as there may be: the mailbox is full of links that work.
 */
async function newResetToken({ store, now }: Context, accountId: string): Promise<string | null> {
  const token = newToken();
  const at = now();
  return store.transaction(async (tx) => {
    await tx.tokens.removeExpired('password_reset', timestamp(at));
    const valid = await tx.tokens.countValid(accountId, 'password_reset', timestamp(at));
    if (valid >= LIMITS.resetLinks) return null;
    await tx.tokens.insert({
      hash: hashOf(token),
      purpose: 'password_reset',
      account_id: accountId,
      created_at: timestamp(at),
      expires_at: timestamp(new Date(at.getTime() + RESET_MS)),
      used_at: null,
    });
    return token;
  });
}

const resetEmail = (token: string, to: string, { siteName, baseUrl }: Config): Email => ({
  to,
  subject: `Reset your ${siteName} password`,
  text: `Someone, hopefully you, asked to reset the password of your ${siteName} account.

To choose a new password, open this link within an hour:

${baseUrl}/desk/reset?token=${token}

The link works once. If you didn't ask for this, you can ignore this email: your password
stays the same.
`,
});

const validToken = ({ store, now }: Context, token: string) =>
  store.tokens.valid(hashOf(token), 'password_reset', timestamp(now()));

/** The account that the link with this token is for, while the link works. */
export const accountOfReset = async (context: Context, token: string) =>
  (await validToken(context, token))?.account_id ?? null;

export async function resetPassword(
  context: Context,
  token: string,
  given: { password: string; network: string },
  ended: AlsoEnded,
): Promise<void> {
  const { password, network } = given;
  checkPassword({ password });
  const account = await accountOfReset(context, token);
  if (account === null) throw new Problem('link_refused');
  // Hashing is slow on purpose, so it happens before the transaction takes its lock.
  const password_hash = await hashOfPassword(password, { network, account, isKnown: true });
  await context.store.transaction(async (store) => {
    const inside = { ...context, store };
    // Revokes every link, while the account is locked: of several links used at once, one still works.
    await store.accounts.update(account, { password_hash });
    if ((await accountOfReset(inside, token)) !== account) throw new Problem('link_refused');
    await replacePassword(store, account, password_hash);
    await endAccess(inside, account, ended);
  });
}
