// Metadata of an app, from a registration or from its own document, reduced to the fields that are needed.

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

/** RFC 8252. Libraries accept no other names of this machine, and one of them would fail a whole registration. */
const LOOPBACKS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Parsers disagree about all other characters, or drop them silently. */
const AS_URLS_ARE = /^[!-~]+$/;

/**
 * Accepts https, this machine, and schemes that apps on it have claimed. Other URLs are dropped without refusing the
 * rest: many apps send every URL that any of their versions has used.
 */
function isRedirect(given: unknown): given is string {
  if (typeof given !== 'string' || given.length > URL_LENGTH) return false;
  const url = URL.parse(given);
  if (!url || !AS_URLS_ARE.test(given) || /[#*\\]/.test(given)) return false;
  if (url.username || url.password) return false;
  if (url.protocol === 'https:') return !isLoopback(url);
  if (url.protocol === 'http:') return LOOPBACKS.has(hostOf(url));
  return !NO_APPS.test(url.protocol);
}

/** The place shown to people: with an app’s own scheme, a host means nothing without the scheme. */
export const placeOf = (url: URL): string =>
  /^https?:$/.test(url.protocol) ? url.host : url.protocol + (url.host && `//${url.host}`);

/** True if the browser stays on its own machine, where any program may be listening. */
export const isOfThisMachine = (url: URL): boolean => url.protocol !== 'https:' || isLoopback(url);

/** Every client is public: it has no secret to store here, and proves itself with PKCE. */
export function clientMetadata(given: unknown): ClientMetadata {
  const said: { [name: string]: unknown } = { ...Object(given) };
  const uris: unknown[] = Array.isArray(said['redirect_uris']) ? said['redirect_uris'] : [];
  const redirects = [...new Set(uris.filter(isRedirect))].slice(0, OAUTH_LIMITS.redirects);
  const isOnline = (uri: string) => uri.startsWith('https:');
  const site = said['client_uri'];
  return {
    client_name: nameIn(said['client_name']),
    redirect_uris: redirects,
    // Libraries ignore the port only for native apps, which pick one when they start (RFC 8252).
    application_type: redirects.every(isOnline) ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(isRedirect(site) && isOnline(site) && { client_uri: site }),
  };
}

/** Invisible characters would change the text around the name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

function nameIn(given: unknown): string {
  const name = typeof given === 'string' ? given.toWellFormed().replace(UNSEEN, ' ').trim() : '';
  return [...name].slice(0, OAUTH_LIMITS.clientName).join('') || 'An app without a name';
}
