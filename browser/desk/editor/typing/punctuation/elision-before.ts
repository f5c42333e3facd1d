// A word that begins with an apostrophe, before the caret: only its end shows what the sign is.

import type { Style } from './quotes.ts';

/** The word before the caret with its sign, if the key ends it and it is one of them. */
export function elisionIn(before: string, key: string, style: Style): string | null {
  if (/[\p{L}\p{N}]/u.test(key)) return null;
  const sign = style.quotes.inner[0];
  const at = before.lastIndexOf(sign);
  const word = at < 0 ? '' : before.slice(at + sign.length);
  if (!style.elisions.has(word.toLowerCase()) || /[\p{L}\p{N}]$/u.test(before.slice(0, at))) {
    return null;
  }
  // In quotation marks it is a word like others; only rock ’n’ roll has two.
  return key === "'" && word.toLowerCase() !== 'n' ? null : before.slice(at);
}
