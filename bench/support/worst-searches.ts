// Finds the hardest searches: texts that occur nowhere, made of trigrams that occur everywhere.

import { seeded } from './archive-generator.ts';

const CANDIDATES = 30;
const LENGTHS = [3, 4, 6, 9, 14, 20, 40, 80, 198];

/** Chains of the archive's most common trigrams, each overlapping the next by two characters. */
export function worstSearches(bodies: string[]): string[] {
  const common = commonTrigrams(bodies);
  const random = seeded(7);
  const byStart = Map.groupBy(common, (trigram) => trigram.slice(0, 2));
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)];
  return Array.from({ length: CANDIDATES }, (_, at) => {
    const length = LENGTHS[at % LENGTHS.length] ?? 3;
    let text = pick(common) ?? '';
    while (text.length < length) {
      const next = pick(byStart.get(text.slice(-2)) ?? []) ?? pick(common) ?? ' ';
      text += next.slice(2) || next;
    }
    return text.replace(/^ | $/g, 'e');
  });
}

/** Trigrams that most pieces of a sample contain. */
function commonTrigrams(bodies: string[]): string[] {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    const own = new Set<string>();
    for (let at = 0; at + 3 <= body.length; at += 1) own.add(body.slice(at, at + 3));
    for (const trigram of own) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return [...counts]
    .filter(([trigram, count]) => count >= bodies.length * 0.95 && !trigram.includes('\n'))
    .map(([trigram]) => trigram);
}
