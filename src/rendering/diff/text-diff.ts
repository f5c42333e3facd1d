// Diff of two texts: by paragraph first, then by word inside changed paragraphs.

import { diffArrays } from 'diff';
import { wordsAndGaps } from '../text/words.ts';
import { pairedBySimilarity } from './similar-paragraphs.ts';

export interface Part {
  readonly kind: 'unchanged' | 'removed' | 'added';
  readonly text: string;
}

export type Row = readonly Part[];

/**
 * Steps that all comparisons of two texts may take together. Finding d changes takes d² / 2 steps, so texts that have
 * nothing in common would take minutes; beyond this budget, the rest is shown as removed and added.
 */
const MOST_STEPS = 1_500_000;

export function difference(old: string, now: string): Row[] {
  const budget = new Budget(MOST_STEPS);
  const [before, after] = [paragraphs(old), paragraphs(now)];
  const rows: Row[] = [];
  for (const { removed, added, count } of runs(budget, before.map(bare), after.map(bare))) {
    const [removedParts, addedParts] = [before.splice(0, removed), after.splice(0, added)];
    for (const [one, two] of pairedBySimilarity(removedParts, addedParts))
      rows.push(changed(budget, one, two));
    const kept = after.splice(0, count);
    before.splice(0, count).forEach((one, at) => {
      rows.push(changed(budget, one, kept[at] ?? ''));
    });
  }
  return rows;
}

function paragraphs(text: string): string[] {
  const pieces = text.split(/(\n{2,})/);
  const joined = pieces.flatMap((piece, at) =>
    at % 2 === 0 ? piece + (pieces[at + 1] ?? '') : [],
  );
  return joined.filter((piece) => piece !== '');
}

/** Blank lines don't count, so that a last paragraph equals the same paragraph in the middle of a text. */
const bare = (paragraph: string) => paragraph.replace(/\n+$/, '');

function changed(budget: Budget, old = '', now = ''): Row {
  if (old === now) return [{ kind: 'unchanged', text: old }];
  if (old === '' || now === '') return parts('', old, now);
  const [before, after] = [wordsAndGaps(old), wordsAndGaps(now)];
  const row: Part[] = [];
  for (const { removed, added, count } of legible(runs(budget, before, after), before)) {
    const [removedParts, addedParts] = [before.splice(0, removed), after.splice(0, added)];
    after.splice(0, count);
    row.push(
      ...parts(before.splice(0, count).join(''), removedParts.join(''), addedParts.join('')),
    );
  }
  return row;
}

function parts(after: string, removedText: string, addedText: string): Part[] {
  const space = removedText.slice(removedText.trimEnd().length);
  const shared = addedText.endsWith(space) ? space.length : 0;
  const all: Part[] = [
    { kind: 'removed', text: removedText.slice(0, removedText.length - shared) },
    { kind: 'added', text: addedText.slice(0, addedText.length - shared) },
    { kind: 'unchanged', text: removedText.slice(removedText.length - shared) + after },
  ];
  return all.filter(({ text }) => text !== '');
}

/** Step of a diff: `count` unchanged units follow the removed and added ones. */
interface Run {
  removed: number;
  added: number;
  count: number;
}

function runs(budget: Budget, old: readonly string[], now: readonly string[]): Run[] {
  const found: Run[] = [];
  let run: Run = { removed: 0, added: 0, count: 0 };
  for (const change of budget.spend(old, now)) {
    if (change.removed) run.removed += change.count;
    else if (change.added) run.added += change.count;
    else {
      found.push({ ...run, count: change.count });
      run = { removed: 0, added: 0, count: 0 };
    }
  }
  return [...found, run];
}

const changes = (run: Run | undefined) => (run ? run.removed + run.added > 0 : false);

/** Merges a lone space or punctuation mark into the changes around it, so that the diff is readable. */
function legible(given: Run[], old: readonly string[]): Run[] {
  const joined: Run[] = [];
  let open: Run = { removed: 0, added: 0, count: 0 };
  let at = 0;
  for (const [index, { removed, added, count }] of given.entries()) {
    open = { removed: open.removed + removed, added: open.added + added, count };
    const between = old.slice(at + removed, at + removed + count).join('');
    at += removed + count;
    const isInside = changes(open) && changes(given[index + 1]);
    if (isInside && !/[\p{L}\p{N}\n]/u.test(between)) {
      open = { removed: open.removed + count, added: open.added + count, count: 0 };
    } else {
      joined.push(open);
      open = { removed: 0, added: 0, count: 0 };
    }
  }
  return joined;
}

class Budget {
  #steps: number;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Spends at most a quarter of the remaining steps; if they don't suffice, everything counts as changed. */
  spend(old: readonly string[], now: readonly string[]) {
    const maxEditLength = Math.floor(Math.sqrt(this.#steps / 2));
    const found = diffArrays([...old], [...now], { maxEditLength });
    const edits = found?.reduce(
      (sum, each) => sum + (each.added || each.removed ? each.count : 0),
      0,
    );
    this.#steps -= (edits ?? maxEditLength) ** 2 / 2;
    return (
      found ?? [
        { removed: true, added: false, count: old.length },
        { removed: false, added: true, count: now.length },
      ]
    );
  }
}
