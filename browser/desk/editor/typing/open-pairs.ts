// Marks that were opened without a selection: typing fills them, and leaving them removes empty marks.

import {
  EditorState,
  StateEffect,
  StateField,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { isBlank } from './containers.ts';
import { brokenLength } from './paragraphs.ts';

interface Pair {
  /** The positions before the opening mark and after the closing mark. */
  readonly from: number;
  readonly to: number;
  readonly mark: string;
}

export const opensPair = StateEffect.define<Pair>();

const pairField = StateField.define<Pair | null>({
  create: () => null,
  update(pair, { effects, changes, newDoc, newSelection }) {
    for (const effect of effects) if (effect.is(opensPair)) return effect.value;
    const moved = pair && mapped(pair, changes);
    return moved && isInside(moved, newSelection.main.head) && isWhole(moved, newDoc)
      ? moved
      : null;
  },
});

export const openPair = (state: EditorState) => state.field(pairField, false) ?? null;

const mapped = ({ from, to, mark }: Pair, changes: Transaction['changes']): Pair => ({
  from: changes.mapPos(from, 1),
  to: changes.mapPos(to, -1),
  mark,
});

const isInside = ({ from, to, mark }: Pair, pos: number) =>
  pos >= from + mark.length && pos <= to - mark.length;

const isWhole = ({ from, to, mark }: Pair, doc: EditorState['doc']) =>
  to - from >= 2 * mark.length &&
  doc.sliceString(from, from + mark.length) === mark &&
  doc.sliceString(to - mark.length, to) === mark;

/** Moves spaces at the ends outside the marks. Marks without words are removed. */
function tidied({ from, to, mark }: Pair, doc: EditorState['doc']): TransactionSpec | null {
  const inside = doc.sliceString(from + mark.length, to - mark.length);
  const words = inside.trim();
  if (words === inside && words !== '') return null;
  const [start = '', end = ''] = words === '' ? [inside, ''] : inside.split(words);
  const insert = words === '' ? inside : `${start}${mark}${words}${mark}${end}`;
  return { changes: { from, to, insert } };
}

const tidyWhenLeft = EditorState.transactionFilter.of((transaction) => {
  const { startState, changes, newSelection, newDoc } = transaction;
  if (transaction.isUserEvent('undo') || transaction.isUserEvent('redo')) return transaction;
  const pair = openPair(startState);
  const { head, empty } = newSelection.main;
  const moved = pair && mapped(pair, changes);
  if (moved && !isInside(moved, head) && isWhole(moved, newDoc)) {
    const tidy = tidied(moved, newDoc);
    if (!tidy) return transaction;
    // A caret that ends up within the marks moves out on the side at which it left.
    const isIn = empty && head > moved.from && head <= moved.to;
    const isBehind = head > moved.from + moved.mark.length;
    const selection = isIn && { selection: { anchor: isBehind ? endOf(tidy) : moved.from } };
    return [transaction, { ...tidy, ...selection, sequential: true }];
  }
  const loose = transaction.docChanged ? null : looseBreak(startState);
  if (!loose || newDoc.lineAt(head).from === loose.line) return transaction;
  return [transaction, { changes: { from: loose.from, to: loose.to }, sequential: true }];
});

const endOf = ({ changes }: TransactionSpec): number => {
  const { from = 0, insert = '' } = { ...Object(changes) };
  return Number(from) + String(insert).length;
};

/** A line break with no text after it, at the caret, which would be published as a backslash. */
function looseBreak({ doc, selection }: EditorState) {
  const line = doc.lineAt(selection.main.head);
  if (line.number === 1 || !isBlank(line)) return null;
  const above = doc.line(line.number - 1);
  const length = brokenLength(above);
  return length > 0 ? { from: above.to - length, to: line.to, line: line.from } : null;
}

/** The edit that tidies the text when the writer leaves it. */
export function tidyNow(state: EditorState): TransactionSpec | null {
  const pair = openPair(state);
  const loose = looseBreak(state);
  const tidy = pair && tidied(pair, state.doc);
  return tidy ?? (loose && { changes: { from: loose.from, to: loose.to } });
}

export const openPairs = [pairField, tidyWhenLeft];
