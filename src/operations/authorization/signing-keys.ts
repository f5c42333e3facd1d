// The keys of the authorization server, made when it is first needed and shared by all processes.

import { generateKeyPairSync } from 'node:crypto';
import type { Store } from '../../store/store.ts';
import { newToken } from '../secrets.ts';

const SETTING = 'oauth_keys';

/** The newest of each first: it signs, and the others are still good. */
export interface SigningKeys {
  readonly jwks: readonly { readonly [name: string]: unknown }[];
  /** Of the cookies that bind a consent to a browser. */
  readonly cookies: readonly string[];
}

/** As text, so that whoever uses them sees at a glance whether they have changed. */
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

/** The keys before the present ones stay good until the next time. Running processes take the new ones at once. */
export async function rotateSigningKeys(store: Store): Promise<void> {
  const { jwks, cookies } = signingKeysIn(await signingKeysText(store));
  const next: SigningKeys = {
    jwks: [newSigningKey(), ...jwks.slice(0, 1)],
    cookies: [newToken(), ...cookies.slice(0, 1)],
  };
  await store.settings.set(SETTING, JSON.stringify(next));
}
