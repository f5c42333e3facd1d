// The keys of the authorization server, created on first use and shared by all processes.

import { generateKeyPairSync } from 'node:crypto';
import type { Store } from '../../store/store.ts';
import { newToken } from '../secrets.ts';

const SETTING = 'oauth_keys';

/** The newest key of each list comes first and signs; the others are still accepted. */
export interface SigningKeys {
  readonly jwks: readonly { readonly [name: string]: unknown }[];
  readonly cookies: readonly string[];
}

/** The keys are read as text, so that a comparison shows whether they have changed. */
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

/** The previous keys are accepted until the next rotation. Running processes use the new ones immediately. */
export async function rotateSigningKeys(store: Store): Promise<void> {
  const { jwks, cookies } = signingKeysIn(await signingKeysText(store));
  const next: SigningKeys = {
    jwks: [newSigningKey(), ...jwks.slice(0, 1)],
    cookies: [newToken(), ...cookies.slice(0, 1)],
  };
  await store.settings.set(SETTING, JSON.stringify(next));
}
