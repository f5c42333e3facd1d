// Changes an e-mail address; if sign-up is open, by a link, so that the desk doesn't reveal who has an account.

import { Problem } from '../../errors.ts';
import type { Email } from '../../outbound/email.ts';
import type { AccountRow } from '../../store/tables/accounts.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { isEqual, signed, signingKey } from '../secrets.ts';
import { requirePassword } from './accounts.ts';
import { type Place, placeOf, sendSiteEmail } from './site-email.ts';
import { accountByEmail, checkEmail, normalEmail } from './writers.ts';

const LINK_MS = 24 * 60 * 60 * 1000;

interface EmailChange {
  readonly current: string;
  readonly email: string;
  readonly network: string;
}

/** Returns null if the address was changed, otherwise a function to call after the response: it sends the link. */
export async function changeEmail(
  context: Context,
  actor: WriterActor,
  given: EmailChange,
): Promise<(() => Promise<void>) | null> {
  const client = { network: given.network, account: actor.accountId, isKnown: true };
  const account = await requirePassword(context, actor, given.current, client);
  const email = normalEmail(given.email);
  checkEmail({ email });
  if (email === account.email) return null;
  const { openSignups, smtpUrl } = context.config;
  if (openSignups && smtpUrl !== null) return () => sendChangeEmail(context, account, email);
  const isChanged = await setEmail(context, account, email);
  if (isChanged) return null;
  throw new Problem('invalid_input', {
    errors: [{ field: 'email', reason: 'Another account has this email address.' }],
  });
}

function setEmail({ store }: Context, { id }: AccountRow, email: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    await tx.accounts.lockCreation();
    const other = await tx.accounts.byEmail(email);
    if (other && other.id !== id) return false;
    await tx.accounts.update(id, { email });
    // Reset links sent to the old e-mail address must stop working.
    await tx.tokens.removeOfAccount(id, 'password_reset');
    return true;
  });
}

async function sendChangeEmail(context: Context, account: AccountRow, email: string) {
  const other = await accountByEmail(context, email);
  const expires = timestamp(new Date(context.now().getTime() + LINK_MS));
  const token = await tokenFor(context, account, { email, expires });
  const words = other ? knownEmail : linkEmail;
  await sendSiteEmail(context, words(email, placeOf(context), token));
}

interface Linked {
  readonly email: string;
  readonly expires: string;
}

/** The signature covers the current e-mail address, so the link works only once. */
async function tokenFor({ store }: Context, account: AccountRow, { email, expires }: Linked) {
  const content = JSON.stringify([account.id, account.email, email, expires]);
  const signature = signed(await signingKey(store), 'email change', content);
  return [email, expires, signature]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

export async function emailInLink(context: Context, actor: WriterActor, token: string) {
  const account = await context.store.accounts.byId(actor.accountId);
  const [email = '', expires = ''] = token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString());
  if (!account || !(expires > timestamp(context.now()))) return null;
  return isEqual(token, await tokenFor(context, account, { email, expires })) ? email : null;
}

export async function confirmEmailChange(context: Context, actor: WriterActor, token: string) {
  const email = await emailInLink(context, actor, token);
  const account = await context.store.accounts.byId(actor.accountId);
  const isChanged = email !== null && account && (await setEmail(context, account, email));
  if (!isChanged) throw new Problem('link_refused');
}

const linkEmail = (to: string, { siteName, baseUrl }: Place, token: string): Email => ({
  to,
  subject: `Confirm your new email address on ${siteName}`,
  text: `Someone, hopefully you, asked to use this email address for a ${siteName} account.

To confirm it, open this link within a day, in a browser where you are signed in:

${baseUrl}/desk/account/email?token=${token}

If you didn't ask for this, you can ignore this email: nothing will change.
`,
});

const knownEmail = (to: string, { siteName }: Place): Email => ({
  to,
  subject: `Your email address on ${siteName}`,
  text:
    `Someone, hopefully you, asked to use this email address for another ${siteName} account. An email ` +
    `address can belong to only one account, so it stays with the account that you have.

If you didn't ask for this, you can ignore this email: nothing was changed.
`,
});
