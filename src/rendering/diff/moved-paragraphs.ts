// Moved paragraphs count as unchanged, so that they keep their author.

import type { Row } from './text-diff.ts';

type Kind = 'removed' | 'added';

const wholly = (row: Row, kind: Kind) =>
  row.every((part) => part.kind === kind) ? row.map(({ text }) => text).join('') : null;

/** Each moved paragraph appears once, as unchanged, at its new place. */
export function withMoved(rows: readonly Row[]): Row[] {
  const gone = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const words = wholly(row, 'removed')?.trim();
    if (!words) continue;
    const places = gone.get(words);
    if (places) places.push(at);
    else gone.set(words, [at]);
  }
  const isMoved = new Set<number>();
  const shown = rows.map((row): Row => {
    const text = wholly(row, 'added');
    const from = text === null ? undefined : gone.get(text.trim())?.shift();
    if (text === null || from === undefined) return row;
    isMoved.add(from);
    return [{ kind: 'unchanged', text }];
  });
  return shown.filter((_row, at) => !isMoved.has(at));
}
