// The OAuth server's keys, created on first use and shared by all processes.

import { generateKeyPairSync } from 'node:crypto';
import type { Store } from '../../store/store.ts';
import { newToken } from '../secrets.ts';

const SETTING = 'oauth_keys';

/** The first key of each list signs; the others are still accepted. */
export interface SigningKeys {
  readonly jwks: readonly { readonly [name: string]: unknown }[];
  readonly cookies: readonly string[];
}

/** The keys as text, which callers compare to see whether the keys have changed. */
export const signingKeysText = (store: Store): Promise<string> =>
  store.settings
    .get(SETTING)
    .then((known) => known ?? store.settings.getOrSet(SETTING, JSON.stringify(newKeys())));

export const signingKeysIn = (text: string): SigningKeys => JSON.parse(text);

const newKeys = (): SigningKeys => ({ jwks: [newSigningKey()], cookies: [newToken()] });

const newSigningKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'ES256',
});

/** Keeps the previous keys valid until the next rotation. Running processes use the new keys immediately. */
export async function rotateSigningKeys(store: Store): Promise<void> {
  const { jwks, cookies } = signingKeysIn(await signingKeysText(store));
  const next: SigningKeys = {
    jwks: [newSigningKey(), ...jwks.slice(0, 1)],
    cookies: [newToken(), ...cookies.slice(0, 1)],
  };
  await store.settings.set(SETTING, JSON.stringify(next));
}
