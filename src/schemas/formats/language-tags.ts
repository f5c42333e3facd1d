// Validates BCP 47 language tags, including private use and grandfathered ones.

/** The grammar of RFC 5646. Repeated variants and extensions are refused separately. */
const LANGUAGE = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})';
const SCRIPT = '(?:-[a-z]{4})?';
const REGION = '(?:-(?:[a-z]{2}|\\d{3}))?';
const VARIANTS = '((?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*)';
const EXTENSIONS = '((?:-[a-wy-z\\d](?:-[a-z\\d]{2,8})+)*)';
const PRIVATE = 'x(?:-[a-z\\d]{1,8})+';
const TAG = new RegExp(
  `^(?:${LANGUAGE}${SCRIPT}${REGION}${VARIANTS}${EXTENSIONS}(?:-${PRIVATE})?|${PRIVATE})$`,
  'i',
);

/** The grandfathered tags that don't fit the grammar. */
const GRANDFATHERED = new Set([
  ...['en-gb-oed', 'sgn-be-fr', 'sgn-be-nl', 'sgn-ch-de', 'i-ami', 'i-bnn', 'i-default'],
  ...['i-enochian', 'i-hak', 'i-klingon', 'i-lux', 'i-mingo', 'i-navajo', 'i-pwn', 'i-tao'],
  ...['i-tay', 'i-tsu'],
]);

export function isLanguageTag(value: string): boolean {
  const tag = value.toLowerCase();
  if (GRANDFATHERED.has(tag)) return true;
  const [whole, variants = '', extensions = ''] = TAG.exec(tag) ?? [];
  const singletons = extensions.match(/-[a-z\d](?=-)/g) ?? [];
  return whole !== undefined && areOnce(variants.split('-').slice(1)) && areOnce(singletons);
}

const areOnce = (parts: readonly string[]) => new Set(parts).size === parts.length;
