// Compares two texts: short ones on the main thread, long ones in the rendering thread.

import { withMoved } from '../diff/moved-paragraphs.ts';
import { difference, type Row } from '../diff/text-diff.ts';
import { wordChanges, wordCounts } from '../diff/word-changes.ts';
import type { Comparison, WordCounts } from './rendering-tasks.ts';
import { renderingThread, SHORT_TEXT, TEXT_MS } from './rendering-thread.ts';

export const MOST_ROWS = 5_000;
/**
 * Texts with at most this many characters in all are counted on the main thread: counting is much quicker than
 * rendering.
 */
const SHORT_TEXTS = 100_000;

export const compare = (old: string, now: string): Promise<Row[]> =>
  compared({ kind: 'compare', old, now, withMoved: false });

/** Comparison in which a paragraph that only moved appears once, at its new place. */
export const compareWithMoved = (old: string, now: string): Promise<Row[]> =>
  compared({ kind: 'compare', old, now, withMoved: true });

async function compared(task: Comparison): Promise<Row[]> {
  const { old, now } = task;
  if (old.length + now.length <= SHORT_TEXT) {
    const rows = difference(old, now);
    return task.withMoved ? withMoved(rows) : rows;
  }
  const { parts } = await renderingThread.run(task, TEXT_MS);
  const [part] = parts;
  return part && 'rows' in part ? shown(part.rows, task) : whole(task);
}

/** Joins rows by kind if there are too many; if there are still too many, each text is shown as a whole. */
function shown(rows: Row[], task: Comparison): Row[] {
  if (rows.length <= MOST_ROWS) return rows;
  const joined = together(rows);
  return joined.length <= MOST_ROWS ? joined : whole(task);
}

function together(rows: readonly Row[]): Row[] {
  const runs: { kind: string; texts: string[]; row: Row }[] = [];
  for (const row of rows) {
    const [first, ...more] = row;
    const last = runs.at(-1);
    const kind = first && more.length === 0 ? first.kind : 'mixed';
    if (first && last && kind !== 'mixed' && last.kind === kind) last.texts.push(first.text);
    else runs.push({ kind, texts: first ? [first.text] : [], row });
  }
  return runs.map(({ row, texts }) => {
    const [first] = row;
    return first && texts.length > 1 ? [{ ...first, text: texts.join('') }] : row;
  });
}

function whole({ old, now }: Comparison): Row[] {
  const rows: Row[] = [[{ kind: 'removed', text: old }], [{ kind: 'added', text: now }]];
  return rows.filter(([part]) => part?.text !== '');
}

/** Number of words in each text, and of words added and removed compared with the next text. */
export async function countWords(texts: readonly string[]): Promise<WordCounts> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= SHORT_TEXTS) {
    return { counts: wordCounts(texts), changes: wordChanges(texts) };
  }
  const { parts } = await renderingThread.run({ kind: 'count', texts }, TEXT_MS);
  const [part] = parts;
  if (part && 'words' in part) return part.words;
  return { counts: texts.map(() => 0), changes: texts.map(() => null) };
}
