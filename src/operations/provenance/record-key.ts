// The Ed25519 key that signs publications, created on first use and shared by all processes.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Store } from '../../store/store.ts';

const SETTING = 'record_key';

/** The setting with public keys that no longer sign, newest first. */
const RETIRED = 'record_keys_retired';

export interface SignedFacts {
  readonly piece_id: string;
  /** The place of the entry in the piece's log, from 1. */
  readonly number: number;
  readonly at: string;
  readonly act: string;
  readonly from: string | null;
  readonly to: string;
  readonly by: { readonly kind: string; readonly name: string; readonly id: string | null };
  readonly version: number | null;
  readonly version_hash: string | null;
  readonly headline: string | null;
  readonly declaration: string | null;
  readonly machine_share: number | null;
}

/** Each signature covers the previous one and the entry's number, so that a removed entry is noticed. */
const signedBytes = (facts: SignedFacts, previous: string | null) =>
  Buffer.from(
    JSON.stringify([
      'standfirst-publication/2',
      facts.piece_id,
      facts.number,
      facts.at,
      facts.act,
      facts.from,
      facts.to,
      facts.by.kind,
      facts.by.name,
      facts.by.id,
      facts.version,
      facts.version_hash,
      facts.headline,
      facts.declaration,
      facts.machine_share,
      previous,
    ]),
  );

/** The first form, without number, states and headline. Entries that were signed with it stay valid. */
const firstSignedBytes = (facts: SignedFacts, previous: string | null) =>
  Buffer.from(
    JSON.stringify([
      'standfirst-publication/1',
      facts.piece_id,
      facts.at,
      facts.act,
      facts.by.kind,
      facts.by.name,
      facts.by.id,
      facts.version,
      facts.version_hash,
      facts.declaration,
      facts.machine_share,
      previous,
    ]),
  );

const publicPart = (key: KeyObject) =>
  String(createPublicKey(key).export({ format: 'jwk' }).x ?? '');

export interface ErasureFacts
  extends Pick<
    SignedFacts,
    'piece_id' | 'number' | 'at' | 'from' | 'to' | 'version' | 'version_hash'
  > {
  /** The hash of the versions and entries before this entry, without the names. */
  readonly erased_hash: string;
}

const erasureBytes = (facts: ErasureFacts, previous: string | null) =>
  Buffer.from(
    JSON.stringify([
      'standfirst-erasure/1',
      facts.piece_id,
      facts.number,
      facts.at,
      facts.from,
      facts.to,
      facts.version,
      facts.version_hash,
      facts.erased_hash,
      previous,
    ]),
  );

export const signEntry = (store: Store, facts: SignedFacts, previous: string | null) =>
  signBytes(store, signedBytes(facts, previous));

export const signErasure = (store: Store, facts: ErasureFacts, previous: string | null) =>
  signBytes(store, erasureBytes(facts, previous));

async function signBytes(store: Store, bytes: Buffer) {
  const key = createPrivateKey(await recordKey(store));
  const signature = sign(null, bytes, key).toString('base64url');
  return { signed_with: publicPart(key), signature };
}

async function recordKey(store: Store): Promise<string> {
  const known = await store.settings.get(SETTING);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  const first = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return store.settings.getOrSet(SETTING, first);
}

const retiredKeys = async (store: Store): Promise<string[]> =>
  JSON.parse((await store.settings.get(RETIRED)) ?? '[]');

/** The service's public keys, the current one first; empty if nothing was ever signed. */
export async function publicRecordKeys(store: Store): Promise<string[]> {
  const known = await store.settings.get(SETTING);
  if (known === undefined) return [];
  return [publicPart(createPrivateKey(known)), ...(await retiredKeys(store))];
}

/** The next entry is signed with a new key. Signatures by the old key can still be verified. */
export async function rotateRecordKey(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.settings.set(RETIRED, JSON.stringify(await publicRecordKeys(tx)));
    await tx.settings.remove(SETTING);
    await recordKey(tx);
  });
}

export const isSignedBy = (
  key: string,
  signature: string,
  facts: SignedFacts,
  previous: string | null,
): boolean =>
  isSignatureOf(
    [signedBytes, firstSignedBytes].map((form) => form(facts, previous)),
    key,
    signature,
  );

export const isErasureSignedBy = (
  key: string,
  signature: string,
  facts: ErasureFacts,
  previous: string | null,
): boolean => isSignatureOf([erasureBytes(facts, previous)], key, signature);

/** Also returns false if the key or the signature is malformed. */
function isSignatureOf(forms: readonly Buffer[], key: string, signature: string): boolean {
  // Base64 decoders ignore invalid characters, so only the canonical spelling is accepted.
  if (![key, signature].every(isBase64Url)) return false;
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return forms.some((bytes) =>
      verify(null, bytes, publicKey, Buffer.from(signature, 'base64url')),
    );
  } catch {
    return false;
  }
}

const isBase64Url = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;
