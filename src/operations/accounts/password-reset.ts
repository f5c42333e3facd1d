// Password reset: an e-mail with a one-time link, and setting a new password with it.

import { Problem } from '../../errors.ts';
import type { Email } from '../../outbound/email.ts';
import { ACCOUNT_LIMITS } from '../../schemas/accounts/account-limits.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { requirePassword } from './accounts.ts';
import { hashOfPassword, replacePassword } from './passwords.ts';
import { type AlsoEnded, endAccess } from './remaining-access.ts';
import { lockAdmins } from './roles.ts';
import { type Place, placeOf, sendSiteEmail } from './site-email.ts';
import { accountByEmail, checkPassword } from './writers.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A link that an admin passes on by hand is valid for longer than one sent by e-mail. */
export const LINK_HOURS = { byEmail: 1, byHand: 24 } as const;

/** Returns null for unknown e-mail addresses. Writes a row for them too, so that strangers see no difference. */
export async function prepareReset(
  context: Context,
  given: string,
): Promise<(() => Promise<void>) | null> {
  const account = await accountByEmail(context, given);
  const token = newToken();
  const link = { token, accountId: account?.id ?? null, hours: LINK_HOURS.byEmail };
  const isValid = await insertResetToken(context, link);
  const to = account?.email;
  if (!isValid || !to) return null;
  return () => sendSiteEmail(context, resetEmail(token, to, placeOf(context)));
}

interface NewLink {
  readonly token: string;
  readonly accountId: string | null;
  readonly hours: number;
  readonly maker?: WriterActor;
}

/** Leaves earlier links valid, so that strangers can't void them. Returns false if no link may be sent. */
async function insertResetToken(
  { store, now }: Context,
  { token, accountId, hours, maker }: NewLink,
): Promise<boolean> {
  const at = now();
  return store.transaction(async (tx) => {
    // An admin who has just lost the role must not create a link.
    if (maker) await lockAdmins(tx, maker);
    await tx.tokens.removeExpired('password_reset', timestamp(at));
    const valid = await tx.tokens.countValid(accountId ?? '', 'password_reset', timestamp(at));
    const isValid = accountId !== null && valid < ACCOUNT_LIMITS.resetLinks;
    await tx.tokens.insert({
      hash: hashOf(token),
      purpose: 'password_reset',
      account_id: isValid ? accountId : null,
      created_at: timestamp(at),
      expires_at: timestamp(new Date(at.getTime() + hours * HOUR_MS)),
      used_at: null,
      made_by: maker?.accountId ?? null,
    });
    return isValid;
  });
}

/** E-mails the link and returns null. Without a mail server, returns the link for the admin to pass on. */
export async function makePasswordLink(
  context: Context,
  actor: WriterActor,
  { slug, current, network }: { slug: string; current: string; network: string },
): Promise<string | null> {
  requireAdmin(actor);
  const { config, store } = context;
  const author = await store.authors.bySlug(slug);
  if (!author) throw new Problem('author_not_found');
  // Admins need their old password to change their own; otherwise an open session would be enough.
  if (author.id === actor.accountId) throw new Problem('forbidden');
  if (author.suspended_at !== null) throw new Problem('account_suspended');
  const client = { network, account: actor.accountId, isKnown: true };
  await requirePassword(context, actor, current, client);
  const account = await store.accounts.byId(author.id);
  if (!account?.email) throw new Problem('no_email');
  const token = newToken();
  const hours = config.smtpUrl === null ? LINK_HOURS.byHand : LINK_HOURS.byEmail;
  const link = { token, accountId: author.id, hours, maker: actor };
  if (!(await insertResetToken(context, link))) throw new Problem('too_many_links');
  if (config.smtpUrl === null) return resetUrl(config, token);
  await sendSiteEmail(context, adminsEmail(token, account.email, placeOf(context))).catch(
    (error) => {
      throw new Problem('email_not_sent', { cause: error });
    },
  );
  return null;
}

const resetUrl = ({ baseUrl }: Pick<Place, 'baseUrl'>, token: string) =>
  `${baseUrl}/desk/reset?token=${token}`;

const adminsEmail = (token: string, to: string, place: Place): Email => ({
  to,
  subject: `Set a new ${place.siteName} password`,
  text: `An admin at ${place.siteName} has sent you this link to set a new password. Open it within an hour:

${resetUrl(place, token)}

The link works only once. If you still know your password, you can ignore this email: your password stays the same.
`,
});

const resetEmail = (token: string, to: string, place: Place): Email => ({
  to,
  subject: `Reset your ${place.siteName} password`,
  text: `Someone, hopefully you, asked to reset the password of your ${place.siteName} account.

To choose a new password, open this link within an hour:

${resetUrl(place, token)}

The link works only once. If you didn't ask for this, you can ignore this email: your password
stays the same.
`,
});

export async function accountOfReset({ store, now }: Context, token: string) {
  const valid = await store.tokens.valid(hashOf(token), 'password_reset', timestamp(now()));
  return valid?.account_id ?? null;
}

export async function resetPassword(
  context: Context,
  token: string,
  given: { password: string; network: string },
  ended: AlsoEnded,
): Promise<string> {
  const { password, network } = given;
  checkPassword({ password });
  const account = await accountOfReset(context, token);
  if (account === null) throw new Problem('link_refused');
  // Hashing is slow by design, so it happens before the transaction takes its lock.
  const password_hash = await hashOfPassword(password, { network, account, isKnown: true });
  await context.store.transaction(async (store) => {
    const inside = { ...context, store };
    // The update locks the account. If several links are used at the same time, only the first succeeds.
    await store.accounts.update(account, { password_hash });
    if ((await accountOfReset(inside, token)) !== account) throw new Problem('link_refused');
    await replacePassword(store, account, password_hash);
    await endAccess(inside, account, ended);
  });
  return account;
}
