// What an app says of itself, in a registration or in a document of its own: taken as far as it is needed.

import { hostOf, isLoopback } from '../../outbound/ip-address-guard.ts';
import { LIMITS, OAUTH } from '../../schemas/limits.ts';

export interface ClientMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly application_type: 'native' | 'web';
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: 'none';
  readonly client_uri?: string;
}

/** A browser runs or shows these itself. */
const NO_APPS = /^(?:javascript|data|vbscript|blob|file|about|ftp|wss?|mailto|view-source):$/;

/** RFC 8252. Other names of this machine are taken by no library, and one of them would end a whole registration. */
const LOOPBACKS = new Set(['127.0.0.1', '::1', 'localhost']);

/** What URLs are written in. Everything else is taken by parsers in different ways, or left out in silence. */
const AS_URLS_ARE = /^[!-~]+$/;

/**
 * https, this machine, or a scheme that an app on it has claimed. An odd one is left out, and the others stay: many
 * apps send all that any of their versions ever used.
 */
function isRedirect(given: unknown): given is string {
  if (typeof given !== 'string' || given.length > LIMITS.address) return false;
  const url = URL.parse(given);
  if (!url || !AS_URLS_ARE.test(given) || /[#*\\]/.test(given)) return false;
  if (url.username || url.password) return false;
  if (url.protocol === 'https:') return !isLoopback(url);
  if (url.protocol === 'http:') return LOOPBACKS.has(hostOf(url));
  return !NO_APPS.test(url.protocol);
}

/** Where the browser goes, for people: behind a scheme of an app’s own, a host means nothing without it. */
export const placeOf = (url: URL): string =>
  /^https?:$/.test(url.protocol) ? url.host : url.protocol + (url.host && `//${url.host}`);

/** Whether the browser goes to something on its own machine, which anybody there may be. */
export const isOfThisMachine = (url: URL): boolean => url.protocol !== 'https:' || isLoopback(url);

/** Every client is a public one: it has no secret that could be stored here, and proves itself with PKCE. */
export function clientMetadata(given: unknown): ClientMetadata {
  const said: { [name: string]: unknown } = { ...Object(given) };
  const uris: unknown[] = Array.isArray(said['redirect_uris']) ? said['redirect_uris'] : [];
  const redirects = [...new Set(uris.filter(isRedirect))].slice(0, OAUTH.redirects);
  const isOnline = (uri: string) => uri.startsWith('https:');
  const site = said['client_uri'];
  return {
    client_name: nameIn(said['client_name']),
    redirect_uris: redirects,
    // A port that the app picks when it starts is only ignored for these (RFC 8252).
    application_type: redirects.every(isOnline) ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(isRedirect(site) && isOnline(site) && { client_uri: site }),
  };
}

/** Without what would change the text around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

function nameIn(given: unknown): string {
  const name = typeof given === 'string' ? given.toWellFormed().replace(UNSEEN, ' ').trim() : '';
  return [...name].slice(0, OAUTH.clientName).join('') || 'An app without a name';
}
