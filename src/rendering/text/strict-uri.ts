// URLs that people gave, as URIs of RFC 3986: browsers open more than that grammar allows, and programs that
// check what they read refuse a whole feed for it.

const PARTS = /^([^/?#]*\/\/)([^/?#]*)([^?#]*)(\?[^#]*)?(?:#(.*))?$/s;

/** What no part of a URI may have as it is. Most URLs have none of it. */
const ODD = /%(?![0-9a-f]{2})|[[\]@]|#.*#|[^\w.~:/?#!$&'()*+,;=%-]/is;

/** A lone per cent sign, and characters that only stand in an IPv6 host. */
const LOOSE = /%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/giu;

const encoded = (text: string) => text.replace(LOOSE, encodeURIComponent);

/** The same URL in characters that every URI may have. What is a URI already stays as it is. */
export function strictUri(url: string): string {
  if (!ODD.test(url)) return url;
  const [, scheme, authority = '', path = '', query = '', fragment] = PARTS.exec(url) ?? [];
  if (scheme === undefined) return encoded(url);
  const hash = fragment === undefined ? '' : `#${encoded(fragment)}`;
  return scheme + withPlainUser(authority) + encoded(path) + encoded(query) + hash;
}

/** The host is as a browser takes it; what is before the last @ is not. */
function withPlainUser(authority: string): string {
  const at = authority.lastIndexOf('@');
  if (at === -1) return authority;
  return encoded(authority.slice(0, at)).replaceAll('@', '%40') + authority.slice(at);
}
