// A forgotten password: a letter with a one-time address, and the new password made there.

import type { Config } from '../../config.ts';
import { Problem } from '../../errors.ts';
import { type Email, sendMail } from '../../outbound/email.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { hashOfPassword, replacePassword } from './passwords.ts';
import { accountByEmail, checkPassword } from './writers.ts';

const RESET_MS = 60 * 60 * 1000;

/** Writes to whoever has this e-mail address, if anyone has. */
export async function sendResetEmail(context: Context, given: string): Promise<void> {
  const account = await accountByEmail(context, given);
  if (!account?.email) return;
  const token = await newResetToken(context, account.id);
  await sendMail(context.config, letterWith(token, account.email, context.config));
}

/** Of the tokens an account was sent, only the last is good. */
async function newResetToken({ store, now }: Context, accountId: string): Promise<string> {
  const token = newToken();
  const at = now();
  await store.transaction(async (tx) => {
    await tx.tokens.removeOfAccount(accountId, 'password_reset');
    await tx.tokens.insert({
      hash: hashOf(token),
      purpose: 'password_reset',
      account_id: accountId,
      created_at: timestamp(at),
      expires_at: timestamp(new Date(at.getTime() + RESET_MS)),
      used_at: null,
    });
  });
  return token;
}

const letterWith = (token: string, to: string, { siteName, baseUrl }: Config): Email => ({
  to,
  subject: `A new password for ${siteName}`,
  text: `Somebody, we hope you, asked for a new password for your account at ${siteName}.

Choose one here, within an hour:

${baseUrl}/desk/reset?token=${token}

The address works once. If you did not ask for it, there is nothing to do: your password
stays as it is.
`,
});

const validToken = ({ store, now }: Context, token: string) =>
  store.tokens.valid(hashOf(token), 'password_reset', timestamp(now()));

/** Whether the address with this token is still good. */
export const isResetToken = async (context: Context, token: string) =>
  (await validToken(context, token)) !== undefined;

export async function resetPassword(context: Context, token: string, password: string) {
  checkPassword({ password });
  if (!(await isResetToken(context, token))) throw new Problem('link_refused');
  // Before the lock: it takes its time.
  const password_hash = await hashOfPassword(password);
  await context.store.transaction(async (store) => {
    const known = await validToken({ ...context, store }, token);
    const isOurs = known && (await store.tokens.use(known.hash, timestamp(context.now())));
    if (!known?.account_id || !isOurs) throw new Problem('link_refused');
    await replacePassword(store, known.account_id, password_hash);
  });
}
