// What was composed rather than typed: a dead key with its letter, or a word on the keyboard of a phone.

/** A word as a phone composes it, with an apostrophe in it. */
const WORD = /^[\p{Script=Latin}\p{M}']+$/u;

/** Where in it are signs as a key would give them. An input method for other scripts has its own. */
export function keysIn(composed: string): number[] {
  if (Array.from(composed).length === 1) return [0];
  if (!WORD.test(composed)) return [];
  return [...composed.matchAll(/(?<=\p{L}\p{M}*)'/gu)].map(({ index }) => index);
}
