// Invitations: links that create an account, even if sign-up is closed.

import { randomUUID } from 'node:crypto';
import { Problem } from '../../errors.ts';
import type { Email } from '../../outbound/email.ts';
import { ACCOUNT_LIMITS } from '../../schemas/accounts/account-limits.ts';
import { flag } from '../../store/tables/flag.ts';
import { isUuid } from '../../validation.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf, newToken } from '../secrets.ts';
import { lockAdmins } from './roles.ts';
import type { Applicant } from './sign-up.ts';
import { type Place, placeOf, sendSiteEmail } from './site-email.ts';
import {
  accountByEmail,
  checkEmail,
  insertWriter,
  normalEmail,
  prepareWriter,
  refuseTaken,
} from './writers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewInvitation {
  readonly isAdmin: boolean;
  /** Empty if the admin passes the link on, which is the only way without a mail server. */
  readonly email: string;
}

export type Invited = { readonly url: string } | { readonly send: () => Promise<void> };

export async function invite(
  context: Context,
  actor: WriterActor,
  { isAdmin, email: given }: NewInvitation,
): Promise<Invited> {
  requireAdmin(actor);
  const email = context.config.smtpUrl === null ? null : normalEmail(given) || null;
  if (email !== null) await refuseKnown(context, email);
  const token = newToken();
  const id = await insertInvitation(context, actor, { token, email, isAdmin });
  const url = `${context.config.baseUrl}/desk/join?token=${token}`;
  if (email === null) return { url };
  return { send: () => sendInvitation(context, actor, { id, email, url }) };
}

async function refuseKnown(context: Context, email: string): Promise<void> {
  checkEmail({ email });
  if (!(await accountByEmail(context, email))) return;
  throw refusedEmail('Someone with this email address already has an account.');
}

const refusedEmail = (reason: string, cause?: unknown) =>
  new Problem('invalid_input', { errors: [{ field: 'email', reason }], cause });

async function insertInvitation(
  { store, now }: Context,
  actor: WriterActor,
  { token, email, isAdmin }: { token: string; email: string | null; isAdmin: boolean },
): Promise<string> {
  const at = now();
  const id = randomUUID();
  await store.transaction(async (tx) => {
    // An admin who has just lost the role must not invite.
    await lockAdmins(tx, actor);
    await tx.invitations.removeExpired(timestamp(at));
    const open = await tx.invitations.list(timestamp(at));
    if (open.length >= ACCOUNT_LIMITS.invitations) throw new Problem('many_invitations');
    await tx.invitations.insert({
      ...{ id, hash: hashOf(token), email, is_admin: flag(isAdmin), invited_by: actor.accountId },
      created_at: timestamp(at),
      expires_at: timestamp(new Date(at.getTime() + ACCOUNT_LIMITS.invitationDays * DAY_MS)),
    });
  });
  return id;
}

/** Removes the invitation if the e-mail can't be sent, because its link has not reached anyone. */
async function sendInvitation(
  context: Context,
  { accountId }: WriterActor,
  { id, email, url }: { id: string; email: string; url: string },
): Promise<void> {
  const [author] = await context.store.authors.byIds([accountId]);
  try {
    const words = invitationEmail(email, placeOf(context), author?.name ?? '', url);
    await sendSiteEmail(context, words);
  } catch (error) {
    await context.store.invitations.remove(id);
    const reason =
      'We couldn’t send an email to this address. Try again, or leave this empty and pass the link on yourself.';
    throw refusedEmail(reason, error);
  }
}

const invitationEmail = (to: string, { siteName }: Place, inviter: string, url: string): Email => ({
  to,
  subject: `${inviter} has invited you to write for ${siteName}`,
  text: `${inviter} has invited you to write for ${siteName}.

To create your account, open this link within ${ACCOUNT_LIMITS.invitationDays} days:

${url}

The link works only once. If you don't want an account, you can ignore this email.
`,
});

export async function openInvitations({ store, now }: Context, actor: WriterActor) {
  requireAdmin(actor);
  return store.invitations.list(timestamp(now()));
}

export async function revokeInvitation({ store }: Context, actor: WriterActor, id: string) {
  requireAdmin(actor);
  if (!isUuid(id)) throw new Problem('not_found');
  await store.invitations.remove(id);
}

export const invitationFor = ({ store, now }: Context, token: string) =>
  store.invitations.byHash(hashOf(token), timestamp(now()));

/** Returns the id of the new account, whose role and e-mail address come from the invitation. */
export async function acceptInvitation(
  context: Context,
  token: string,
  applicant: Applicant,
  network: string,
): Promise<string> {
  const found = await invitationFor(context, token);
  if (!found) throw new Problem('link_refused');
  const email = found.email ?? applicant.email;
  const input = { ...applicant, email, admin: found.is_admin === 1, identityVerified: false };
  const client = { network, account: normalEmail(email), isKnown: true };
  const prepared = await prepareWriter(input, client);
  return context.store.transaction(async (store) => {
    await store.accounts.lockCreation();
    // An error after this line rolls back the use of the invitation, so that only a new account uses it up.
    if (!(await store.invitations.take(hashOf(token), timestamp(context.now())))) {
      throw new Problem('link_refused');
    }
    await refuseTaken(store, prepared.slug, prepared.email);
    await store.signUps.removeOfEmail(prepared.email);
    return (await insertWriter({ ...context, store }, prepared)).id;
  });
}
