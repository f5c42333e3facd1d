// An app's metadata from its registration or its document, reduced to the fields that are used.

import { hostOf, isLoopback } from '../../outbound/ip-address-guard.ts';
import { OAUTH_LIMITS } from '../../schemas/oauth/oauth-limits.ts';
import { URL_LENGTH } from '../../schemas/text.ts';

export interface ClientMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly application_type: 'native' | 'web';
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: 'none';
  readonly client_uri?: string;
}

const NO_APPS = /^(?:javascript|data|vbscript|blob|file|about|ftp|wss?|mailto|view-source):$/;

/** Loopback names of RFC 8252. Libraries accept no other host, and a single other one would fail a registration. */
const LOOPBACKS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Visible ASCII: parsers disagree about other characters, or drop them silently. */
const AS_URLS_ARE = /^[!-~]+$/;

/** Accepts https, loopback and apps' schemes. Others are dropped: many apps send every URL they have ever used. */
function isRedirect(given: unknown): given is string {
  if (typeof given !== 'string' || given.length > URL_LENGTH) return false;
  const url = URL.parse(given);
  if (!url || !AS_URLS_ARE.test(given) || /[#*\\]/.test(given)) return false;
  if (url.username || url.password) return false;
  if (url.protocol === 'https:') return !isLoopback(url);
  if (url.protocol === 'http:') return LOOPBACKS.has(hostOf(url));
  return !NO_APPS.test(url.protocol);
}

/** The part of the URL that people are shown. An app's scheme is shown too, because its host alone means nothing. */
export const placeOf = (url: URL): string =>
  /^https?:$/.test(url.protocol) ? url.host : url.protocol + (url.host && `//${url.host}`);

/** True if the redirect stays on the user's machine, where any program may be listening. */
export const isOfThisMachine = (url: URL): boolean => url.protocol !== 'https:' || isLoopback(url);

/** Makes every client public: it has no secret, and proves itself with PKCE. */
export function clientMetadata(given: unknown): ClientMetadata {
  const said: { [name: string]: unknown } = { ...Object(given) };
  const uris: unknown[] = Array.isArray(said['redirect_uris']) ? said['redirect_uris'] : [];
  const redirects = [...new Set(uris.filter(isRedirect))].slice(0, OAUTH_LIMITS.redirects);
  const isOnline = (uri: string) => uri.startsWith('https:');
  const site = said['client_uri'];
  return {
    client_name: nameIn(said['client_name']),
    redirect_uris: redirects,
    // Libraries ignore the port only for native apps, which choose one at each start (RFC 8252).
    application_type: redirects.every(isOnline) ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(isRedirect(site) && isOnline(site) && { client_uri: site }),
  };
}

/** Invisible characters could change the text around the name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

function nameIn(given: unknown): string {
  const name = typeof given === 'string' ? given.toWellFormed().replace(UNSEEN, ' ').trim() : '';
  return [...name].slice(0, OAUTH_LIMITS.clientName).join('') || 'An app without a name';
}
