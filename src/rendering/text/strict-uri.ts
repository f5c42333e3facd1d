// Converts URLs to strict URIs of RFC 3986: browsers accept more, and programs that validate would refuse a
// whole feed.

const PARTS = /^([^/?#]*\/\/)([^/?#]*)([^?#]*)(\?[^#]*)?(?:#(.*))?$/s;

/** Characters that no URI has; most URLs have none of them. */
const ODD = /%(?![0-9a-f]{2})|[[\]@]|#.*#|[^\w.~:/?#!$&'()*+,;=%-]/is;

/** Lone per cent signs, and brackets outside of an IPv6 host. */
const LOOSE = /%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/giu;

const encoded = (text: string) => text.replace(LOOSE, encodeURIComponent);

/** Leaves a valid URI unchanged. */
export function strictUri(url: string): string {
  if (!ODD.test(url)) return url;
  const [, scheme, authority = '', path = '', query = '', fragment] = PARTS.exec(url) ?? [];
  if (scheme === undefined) return encoded(url);
  const hash = fragment === undefined ? '' : `#${encoded(fragment)}`;
  return scheme + withPlainUser(authority) + encoded(path) + encoded(query) + hash;
}

/** The host stays as browsers parse it; the user part before the last @ is encoded. */
function withPlainUser(authority: string): string {
  const at = authority.lastIndexOf('@');
  if (at === -1) return authority;
  return encoded(authority.slice(0, at)).replaceAll('@', '%40') + authority.slice(at);
}
