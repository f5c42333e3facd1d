// Counts the words added and removed between two texts, without a full diff, which is cheap.

import { wordsOf } from '../text/words.ts';

export interface WordChange {
  readonly added: number;
  readonly removed: number;
}

/**
 * For texts newest first, what each changed against the one after it; null for the last. A word
 * that only moved has neither come nor gone.
 */
export function wordChanges(texts: readonly string[]): (WordChange | null)[] {
  const counts = texts.map(countsOf);
  return counts.map((now, at) => {
    const old = counts[at + 1];
    return old ? { added: more(now, old), removed: more(old, now) } : null;
  });
}

export const wordCounts = (texts: readonly string[]): number[] =>
  texts.map((text) => wordsOf(text).length);

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How many words are in the one but not in the other. */
function more(one: Map<string, number>, other: Map<string, number>): number {
  let sum = 0;
  for (const [word, count] of one) sum += Math.max(0, count - (other.get(word) ?? 0));
  return sum;
}
