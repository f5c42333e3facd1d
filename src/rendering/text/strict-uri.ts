// Converts URLs to strict URIs of RFC 3986: validating programs would refuse a whole feed for a single other URL.

const PARTS = /^([^/?#]*\/\/)([^/?#]*)([^?#]*)(\?[^#]*)?(?:#(.*))?$/s;

/** Characters that a strict URI can't have; most URLs contain none of them. */
const ODD = /%(?![0-9a-f]{2})|[[\]@]|#.*#|[^\w.~:/?#!$&'()*+,;=%-]/is;

/** Lone per cent signs, and brackets outside of an IPv6 host. */
const LOOSE = /%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/giu;

const encoded = (text: string) => text.replace(LOOSE, encodeURIComponent);

/** Valid URIs stay unchanged. */
export function strictUri(url: string): string {
  if (!ODD.test(url)) return url;
  const [, scheme, authority = '', path = '', query = '', fragment] = PARTS.exec(url) ?? [];
  if (scheme === undefined) return encoded(url);
  const hash = fragment === undefined ? '' : `#${encoded(fragment)}`;
  return scheme + withPlainUser(authority) + encoded(path) + encoded(query) + hash;
}

/** Hosts stay as browsers parse them; the user part before the last @ is encoded. */
function withPlainUser(authority: string): string {
  const at = authority.lastIndexOf('@');
  if (at === -1) return authority;
  return encoded(authority.slice(0, at)).replaceAll('@', '%40') + authority.slice(at);
}
