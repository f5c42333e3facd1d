// The Ed25519 key that signs publications: made when first needed, once for all processes.

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

/** Public keys that no longer sign, newest first. */
const RETIRED = 'record_keys_retired';

export interface SignedFacts {
  readonly piece_id: string;
  readonly at: string;
  readonly act: string;
  readonly by: { readonly kind: string; readonly name: string; readonly id: string | null };
  readonly version: number | null;
  readonly version_hash: string | null;
  readonly declaration: string | null;
  readonly machine_share: number | null;
}

/** Each entry includes the previous signature, so that a removed entry shows. */
const signedBytes = (facts: SignedFacts, previous: string | null) =>
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

/** The public key in base64url, as in a JSON Web Key. */
const publicPart = (key: KeyObject) =>
  String(createPublicKey(key).export({ format: 'jwk' }).x ?? '');

export interface ErasureFacts {
  readonly piece_id: string;
  readonly at: string;
  readonly version: number | null;
  readonly version_hash: string | null;
  /** The hash of all that the record says up to here, without the names. */
  readonly erased_hash: string;
}

const erasureBytes = (facts: ErasureFacts, previous: string | null) =>
  Buffer.from(
    JSON.stringify([
      'standfirst-erasure/1',
      facts.piece_id,
      facts.at,
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

/** Public keys of this service, the current one first; none if nothing was ever signed. */
export async function publicRecordKeys(store: Store): Promise<string[]> {
  const known = await store.settings.get(SETTING);
  if (known === undefined) return [];
  return [publicPart(createPrivateKey(known)), ...(await retiredKeys(store))];
}

/** The next entry is signed with a new key; signatures by the old one can still be checked. */
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
): boolean => isSignatureOf(signedBytes(facts, previous), key, signature);

export const isErasureSignedBy = (
  key: string,
  signature: string,
  facts: ErasureFacts,
  previous: string | null,
): boolean => isSignatureOf(erasureBytes(facts, previous), key, signature);

/** False also if the key or the signature is malformed. */
function isSignatureOf(bytes: Buffer, key: string, signature: string): boolean {
  // Base64 decoders skip invalid characters: only the canonical spelling counts.
  if (![key, signature].every(isBase64Url)) return false;
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, bytes, publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

const isBase64Url = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;
