// Counts words added and removed between texts, which is cheaper than a diff.

import { wordsOf } from '../text/words.ts';

export interface WordChange {
  readonly added: number;
  readonly removed: number;
}

/** Words changed in each text, compared with the next, older one; null for the last. Moved words don't count. */
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

function more(one: Map<string, number>, other: Map<string, number>): number {
  let sum = 0;
  for (const [word, count] of one) sum += Math.max(0, count - (other.get(word) ?? 0));
  return sum;
}
