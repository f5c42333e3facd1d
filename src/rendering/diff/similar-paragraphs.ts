// Pairs old paragraphs with similar new ones, if several changed together.

import { wordsOf } from '../text/words.ts';

type Pair = readonly [old: string | undefined, now: string | undefined];

/** Share of common words from which two paragraphs are paired. */
const ALIKE = 0.3;
const MOST_COMPARISONS = 10_000;

/** Every paragraph occurs once, in order: in a pair, or alone. */
export function pairedBySimilarity(old: readonly string[], now: readonly string[]): Pair[] {
  if (old.length * now.length > MOST_COMPARISONS) return alone(old, now);
  const [before, after] = [old.map(bag), now.map(bag)];
  const alike = before.map((one) => after.map((two) => likeness(one, two)));
  const best = table(alike, now.length);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const here = best[i]?.[j] ?? 0;
    if (here === (best[i + 1]?.[j] ?? 0)) pairs.push([old[i++], undefined]);
    else if (here === (best[i]?.[j + 1] ?? 0)) pairs.push([undefined, now[j++]]);
    else pairs.push([old[i++], now[j++]]);
  }
  return [...pairs, ...alone(old.slice(i), now.slice(j))];
}

const alone = (old: readonly string[], now: readonly string[]): Pair[] => [
  ...old.map((one): Pair => [one, undefined]),
  ...now.map((two): Pair => [undefined, two]),
];

const bag = (text: string) => new Set(wordsOf(text));

function likeness(one: Set<string>, two: Set<string>): number {
  const shared = [...one].filter((word) => two.has(word)).length;
  const share = (2 * shared) / Math.max(1, one.size + two.size);
  return share >= ALIKE ? share : 0;
}

/** Best total similarity from each cell to the end, without crossing pairs. */
function table(alike: number[][], width: number): number[][] {
  const best: number[][] = [Array.from({ length: width + 1 }, () => 0)];
  for (const row of [...alike].reverse()) {
    const below = best[0] ?? [];
    const line = Array.from({ length: width + 1 }, () => 0);
    for (let j = width - 1; j >= 0; j -= 1) {
      const own = row[j] ?? 0;
      const paired = own > 0 ? own + (below[j + 1] ?? 0) : 0;
      line[j] = Math.max(below[j] ?? 0, line[j + 1] ?? 0, paired);
    }
    best.unshift(line);
  }
  return best;
}
