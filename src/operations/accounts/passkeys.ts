// Passkeys: a writer's device keeps a private key and signs with it; the database has the public key.

import { Problem } from '../../errors.ts';
import { NewPasskey, PasskeyUse } from '../../schemas/passkeys.ts';
import type { Store } from '../../store/store.ts';
import type { PasskeyRow } from '../../store/tables/accounts.ts';
import { checkerOf } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { ownAccount } from './accounts.ts';
import { challengeOf, newChallenge, spendChallenge } from './passkey-challenges.ts';
import { newProof } from './presence.ts';
import { openSession, type SignedIn } from './sessions.ts';

/** The relying party: devices store passkeys by host name. */
export interface PasskeySite {
  readonly hostName: string;
  readonly origin: string;
  /** Identifies the browser, because a challenge is valid only in the browser that requested it. */
  readonly browser: string;
}

const checkNew = checkerOf(NewPasskey);
const checkUse = checkerOf(PasskeyUse);

/** Loads the library on first use: it takes 15 MB, and many processes never need it. */
async function webauthn() {
  const library = await import('@simplewebauthn/server');
  const { COSEALG } = await import('@simplewebauthn/server/helpers');
  // Every device supports one of these. The library's default adds ML-DSA, for which Node prints a warning.
  return { ...library, algorithms: [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256] };
}

const asBytes = (text: string) => Buffer.from(text, 'base64url');

const userHandle = (accountId: string) => Buffer.from(accountId);

export const listPasskeys = ({ store }: Context, actor: WriterActor) =>
  store.passkeys.ofAccount(actor.accountId);

export async function beginPasskey(context: Context, me: SignedIn, site: PasskeySite) {
  const { actor, name } = me;
  const { email } = await ownAccount(context, actor);
  const known = await listPasskeys(context, actor);
  const { challenge, ticket } = await newChallenge(context, 'add', site.browser);
  const { generateRegistrationOptions, algorithms } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: context.identity.current.name,
    rpID: site.hostName,
    userName: email ?? actor.slug,
    userDisplayName: name,
    userID: userHandle(actor.accountId),
    challenge: asBytes(challenge),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: listed(transports) })),
    // A discoverable credential, so that sign-in doesn't ask for an e-mail address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  });
  return { options, ticket };
}

export async function addPasskey(
  context: Context,
  actor: WriterActor,
  site: PasskeySite,
  given: unknown,
): Promise<void> {
  const { name, ticket, credential } = checkNew(given);
  const challenge = await challengeOf(context, 'add', site.browser, ticket);
  const { verifyRegistrationResponse, algorithms } = await webauthn();
  const result = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.hostName,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse);
  if (!result.verified) return refuse();
  const { id, publicKey, counter } = result.registrationInfo.credential;
  await context.store.transaction(async (store) => {
    await spendChallenge({ ...context, store }, challenge, actor.accountId);
    if (await store.passkeys.byId(id)) refuse();
    await store.passkeys.insert({
      id,
      account_id: actor.accountId,
      name: name.trim(),
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: (credential.response.transports ?? []).join(' '),
      created_at: timestamp(context.now()),
      last_used_at: null,
    });
  });
}

export const removePasskey = ({ store }: Context, actor: WriterActor, id: string) =>
  store.passkeys.remove(id, actor.accountId);

export const beginPasskeySignIn = (context: Context, site: PasskeySite) =>
  beginUse(context, site, 'sign-in');

/** Asks a signed-in writer to show that it is them. */
export const beginPasskeyProof = (context: Context, site: PasskeySite) =>
  beginUse(context, site, 'confirm');

async function beginUse(context: Context, site: PasskeySite, purpose: 'sign-in' | 'confirm') {
  const { challenge, ticket } = await newChallenge(context, purpose, site.browser);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: site.hostName,
    challenge: asBytes(challenge),
    userVerification: 'preferred',
  });
  return { options, ticket };
}

/** Returns the token of a new session. All failures get the same response. */
export async function signInWithPasskey(
  context: Context,
  site: PasskeySite,
  given: unknown,
  userAgent: string,
): Promise<string> {
  const use = await verifiedUse(context, site, given, 'sign-in');
  return context.store.transaction(async (store) => {
    const inside = { ...context, store };
    await spend(inside, use);
    return openSession(inside, use.passkey.account_id, userAgent);
  });
}

/** Returns a proof that the writer was there a moment ago, for a form of the same session. */
export async function provePasskey(
  context: Context,
  actor: WriterActor,
  site: PasskeySite,
  given: unknown,
): Promise<string> {
  const use = await verifiedUse(context, site, given, 'confirm');
  if (use.passkey.account_id !== actor.accountId) return refuse();
  await context.store.transaction((store) => spend({ ...context, store }, use));
  return newProof(context, actor);
}

interface VerifiedUse {
  readonly challenge: string;
  readonly passkey: PasskeyRow;
  readonly counter: number;
}

async function verifiedUse(
  context: Context,
  site: PasskeySite,
  given: unknown,
  purpose: 'sign-in' | 'confirm',
): Promise<VerifiedUse> {
  const use = checkUse(given);
  const challenge = await challengeOf(context, purpose, site.browser, use.ticket);
  const passkey = await context.store.passkeys.byId(use.credential.id);
  if (!passkey) return refuse();
  return { challenge, passkey, counter: await verifiedCounter(site, challenge, passkey, use) };
}

async function spend(context: Context, { challenge, passkey, counter }: VerifiedUse) {
  const { store, now } = context;
  await spendChallenge(context, challenge, passkey.account_id);
  if (await isSuspended(store, passkey.account_id)) refuse();
  if (!(await store.passkeys.used(passkey, counter, timestamp(now())))) refuse();
}

async function verifiedCounter(
  { hostName, origin }: PasskeySite,
  challenge: string,
  passkey: PasskeyRow,
  { credential }: PasskeyUse,
): Promise<number> {
  if (!asBytes(credential.response.userHandle).equals(userHandle(passkey.account_id))) refuse();
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostName,
    credential: {
      id: passkey.id,
      publicKey: asBytes(passkey.public_key),
      counter: passkey.counter,
      transports: listed(passkey.transports),
    },
    requireUserVerification: false,
  }).catch(refuse);
  return verified ? authenticationInfo.newCounter : refuse();
}

async function isSuspended(store: Store, accountId: string): Promise<boolean> {
  const [author] = await store.authors.byIds([accountId]);
  return !author || author.suspended_at !== null;
}

const listed = (transports: string) => transports.split(' ').filter(Boolean);

function refuse(): never {
  throw new Problem('passkey_refused');
}
