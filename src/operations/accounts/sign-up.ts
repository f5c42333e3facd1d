// Sign-up: a request that becomes an account once confirmed, and never reveals who has an account.

import { Problem } from '../../errors.ts';
import type { Email } from '../../outbound/email.ts';
import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import type { Store } from '../../store/store.ts';
import type { SignUpRow } from '../../store/tables/accounts.ts';
import { isSlugTaken } from '../authors/taken-slugs.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { isPasswordOf } from './passwords.ts';
import { type Place, placeOf, sendSiteEmail } from './site-email.ts';
import {
  accountByEmail,
  insertWriter,
  isStorable,
  type NewWriter,
  normalEmail,
  prepareWriter,
  refuseTaken,
} from './writers.ts';

const SIGN_UP_MS = 24 * 60 * 60 * 1000;

export type Applicant = Pick<NewWriter, 'slug' | 'name' | 'email' | 'password'>;

/** Returns the token of the link. Work and outcome are the same for every e-mail address. */
export async function signUp(
  { store, config, now }: Context,
  applicant: Applicant,
  network: string,
): Promise<string> {
  if (!config.openSignups) throw new Problem('not_found');
  const client = { network, account: normalEmail(applicant.email), isKnown: false };
  const input = { ...applicant, admin: false, identityVerified: false };
  const { slug, name, email, password_hash } = await prepareWriter(input, client);
  await refuseTaken(store, slug);
  const token = newToken();
  const at = now();
  await store.transaction(async (tx) => {
    await tx.signUps.removeExpired(timestamp(at));
    await tx.signUps.insert({
      ...{ hash: hashOf(token), email, slug, name, password_hash },
      created_at: timestamp(at),
      expires_at: timestamp(new Date(at.getTime() + SIGN_UP_MS)),
    });
  });
  return token;
}

export async function sendSignUpEmail(context: Context, given: string, token: string) {
  const email = normalEmail(given);
  const account = await accountByEmail(context, email);
  const words = account ? knownEmail : confirmationEmail;
  await sendSiteEmail(context, words(email, placeOf(context), token));
}

const confirmationEmail = (to: string, { siteName, baseUrl }: Place, token: string): Email => ({
  to,
  subject: `Finish creating your ${siteName} account`,
  text: `Someone, hopefully you, asked for a ${siteName} account with this email address.

To create it, open this link within a day and enter the password that you chose:

${baseUrl}/desk/confirm?token=${token}

If you didn't ask for this, you can ignore this email: no account will be created.
`,
});

const knownEmail = (to: string, { siteName, baseUrl }: Place): Email => ({
  to,
  subject: `You already have a ${siteName} account`,
  text: `Someone, hopefully you, asked for a ${siteName} account with this email address. You already
have one. To sign in, open:

${baseUrl}/desk/sign-in

If you forgot your password, you can reset it:

${baseUrl}/desk/forgot

If you didn't ask for this, you can ignore this email: nothing was changed.
`,
});

export const signUpFor = ({ store, now }: Context, token: string) =>
  store.signUps.byHash(hashOf(token), timestamp(now()));

/** Finds a sign-up that the first sign-in may confirm, because without a mail server no link can be sent. */
export async function unconfirmedSignUp({ store, config, now }: Context, given: string) {
  const email = normalEmail(given);
  const isConfirmedHere = config.openSignups && config.smtpUrl === null && isStorable(email);
  return isConfirmedHere ? store.signUps.firstOfEmail(email, timestamp(now())) : undefined;
}

/** Asks for the password too: a stranger may have signed up with this e-mail address. Returns the account's id. */
export async function confirmSignUp(
  context: Context,
  token: string,
  given: { password: string; network: string },
): Promise<string> {
  if (!context.config.openSignups) throw new Problem('not_found');
  const found = await signUpFor(context, token);
  if (!found) throw new Problem('link_refused');
  const client = { network: given.network, account: found.email, isKnown: false };
  if (!(await isPasswordOf(given.password, found.password_hash, client))) {
    const reason = 'This is not the password that you signed up with.';
    throw new Problem('invalid_input', { errors: [{ field: 'password', reason }] });
  }
  return createFromSignUp(context, found);
}

/** Returns the account's id. One of several concurrent calls creates the account, and the others find it. */
export async function createFromSignUp(context: Context, signUp: SignUpRow): Promise<string> {
  const { hash, email, name, password_hash } = signUp;
  return context.store.transaction(async (store) => {
    await store.accounts.lockCreation();
    const account = await store.accounts.byEmail(email);
    if (account?.password_hash === password_hash) return account.id;
    const isThere = await store.signUps.byHash(hash, timestamp(context.now()));
    if (account || !isThere) throw new Problem('link_refused');
    await store.signUps.removeOfEmail(email);
    const slug = await freeSlug(store, signUp.slug);
    const writer = { slug, name, email, password_hash, admin: false, identityVerified: false };
    return (await insertWriter({ ...context, store }, writer)).id;
  });
}

/** Appends a number if another writer has or had the slug. */
export async function freeSlug(store: Store, wanted: string): Promise<string> {
  let slug = wanted;
  for (let number = 2; await isSlugTaken(store, slug); number += 1) {
    const ending = `-${number}`;
    slug = wanted.slice(0, AUTHOR_LIMITS.slug - ending.length) + ending;
  }
  return slug;
}
