// The key with which the service signs what was published (Ed25519): made at first need, once for all processes.

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

/** A publication as it is signed. */
export interface SignedFacts {
  readonly piece_id: string;
  readonly at: string;
  readonly act: string;
  readonly version: number | null;
  readonly version_hash: string | null;
  readonly declaration: string | null;
  readonly machine_share: number | null;
}

const signedBytes = (facts: SignedFacts) =>
  Buffer.from(
    JSON.stringify([
      'standfirst-publication/1',
      facts.piece_id,
      facts.at,
      facts.act,
      facts.version,
      facts.version_hash,
      facts.declaration,
      facts.machine_share,
    ]),
  );

/** The public key as it stands in records: base64url, as in a JSON Web Key. */
const publicPart = (key: KeyObject) =>
  String(createPublicKey(key).export({ format: 'jwk' }).x ?? '');

export async function signPublication(store: Store, facts: SignedFacts) {
  const key = createPrivateKey(await recordKey(store));
  const signature = sign(null, signedBytes(facts), key).toString('base64url');
  return { signed_with: publicPart(key), signature };
}

async function recordKey(store: Store): Promise<string> {
  const known = await store.settings.get(SETTING);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  const first = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return store.settings.getOrSet(SETTING, first);
}

/** The public key of this service; null where it never signed anything. */
export async function publicRecordKey(store: Store): Promise<string | null> {
  const known = await store.settings.get(SETTING);
  return known === undefined ? null : publicPart(createPrivateKey(known));
}

/** Whether the key made this signature; false also where either is none at all. */
export function isSignedBy(key: string, signature: string, facts: SignedFacts): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, signedBytes(facts), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
