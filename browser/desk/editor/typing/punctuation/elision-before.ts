// Finds a word such as ’tis before the caret: only its last letter shows that the mark before it is an apostrophe.

import type { Style } from './quotes.ts';

/** The elided word with its mark, if the key ends it; null otherwise. */
export function elisionIn(before: string, key: string, style: Style): string | null {
  if (/[\p{L}\p{N}]/u.test(key)) return null;
  const sign = style.quotes.inner[0];
  const at = before.lastIndexOf(sign);
  const word = at < 0 ? '' : before.slice(at + sign.length);
  if (!style.elisions.has(word.toLowerCase()) || /[\p{L}\p{N}]$/u.test(before.slice(0, at))) {
    return null;
  }
  // A quotation mark after the word means that it was quoted. Only ’n’ has an apostrophe on both sides.
  return key === "'" && word.toLowerCase() !== 'n' ? null : before.slice(at);
}
