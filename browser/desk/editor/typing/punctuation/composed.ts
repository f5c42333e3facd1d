// Finds the keys in composed text that punctuation rules apply to: a dead key with its letter, or a word from a phone's
// keyboard.

/** A word with an apostrophe, as phones compose it. */
const WORD = /^[\p{Script=Latin}\p{M}']+$/u;

/** The positions of keys to replace. Input methods for other scripts have their own punctuation. */
export function keysIn(composed: string): number[] {
  if (Array.from(composed).length === 1) return [0];
  if (!WORD.test(composed)) return [];
  return [...composed.matchAll(/(?<=\p{L}\p{M}*)'/gu)].map(({ index }) => index);
}
