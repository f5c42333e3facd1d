// Toggles bold and italic over a selection.

import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { type SyntaxNode, treeAt } from '../syntax.ts';
import { type Segment, segmentsIn } from './segments.ts';
import {
  type Format,
  inlineNodes,
  isGroup,
  type Letters,
  lettersOf,
  type Unit,
  unitsIn,
} from './units.ts';
import { isUnchanged } from './verify.ts';
import { type Outer, type Part, write } from './write.ts';

interface Line extends Segment {
  readonly units: readonly Unit[];
}

/** Returns null if nothing in the selection can have the format. */
export function toggleOver(
  state: EditorState,
  format: Format,
  from: number,
  to: number,
): TransactionSpec | null {
  const area = wholeNodes(state, from, to);
  const nodes = inlineNodes(treeAt(state, area.to).topNode, area.from, area.to);
  const lines = segmentsIn(state, area.from, area.to).map((segment) => ({
    ...segment,
    units: unitsIn(state, nodes, segment.from, segment.to),
  }));
  const isChosen = (each: Letters) => each.from < to && each.to > from && each.text.trim() !== '';
  const chosen = lines.flatMap(({ units }) => lettersOf(units).filter(isChosen));
  const words = chosen.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const judged = words.length > 0 ? words : chosen;
  if (judged.length === 0) return null;
  const isOn = judged.every(({ formats }) => formats.has(format));
  const set = (each: Letters): Letters =>
    each.from < to && each.to > from
      ? { ...each, formats: changed(each.formats, format, !isOn) }
      : each;
  const isIn = (each: Letters) => each.from >= area.from && each.to <= area.to;
  const setEscaped = (each: Letters) => (isIn(each) ? escaped(set(each)) : each);
  for (const each of [set, setEscaped]) {
    for (const outer of ['longest', 'bold', 'italic'] as const) {
      const spec = written(state, lines, { set: each, isChosen, outer });
      if (isUnchanged(state, state.update(spec).state, area)) return spec;
    }
  }
  return null;
}

interface Writing {
  readonly set: (each: Letters) => Letters;
  readonly isChosen: (each: Letters) => boolean;
  readonly outer: Outer;
}

const changed = (formats: ReadonlySet<Format>, format: Format, isOn: boolean) =>
  isOn ? new Set([...formats, format]) : new Set([...formats].filter((each) => each !== format));

/** Escapes a literal asterisk or underscore, which could be taken for a mark. */
const escaped = (each: Letters): Letters =>
  /^[*_]$/.test(each.text) ? { ...each, text: `\\${each.text}` } : each;

/** Extends the selection to every formatted stretch that it touches, since their marks are rewritten. */
function wholeNodes(state: EditorState, from: number, to: number): Segment {
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const touched = inlineNodes(
    treeAt(state, to).topNode,
    Math.max(first.from, from - 1),
    Math.min(last.to, to + 1),
  );
  const isWide = (node: SyntaxNode) => node.to >= from && node.from <= to;
  const wide = touched.filter(isWide);
  return {
    from: Math.min(from, ...wide.map((node) => node.from)),
    to: Math.max(to, ...wide.map((node) => node.to)),
  };
}

/** Writes the lines again with new marks and selects the same words. */
function written(
  state: EditorState,
  lines: readonly Line[],
  { set, isChosen, outer }: Writing,
): TransactionSpec {
  const changes: { from: number; to: number; insert: string }[] = [];
  let added = 0;
  let start: number | null = null;
  let end = 0;
  for (const { from, to, units } of lines) {
    const parts = write(
      units.map((unit) => withLetters(unit, set)),
      { before: '', after: '' },
      ['bold', 'italic'],
      outer,
    );
    let at = from + added;
    for (const { text, of } of parts) {
      if (of && isChosen(of)) {
        start ??= at;
        end = at + text.length;
      }
      at += text.length;
    }
    const insert = textOf(parts);
    changes.push({ from, to, insert });
    added += insert.length - (to - from);
  }
  const { anchor, head } = state.selection.main;
  const [low, high] = [start ?? anchor, Math.max(start ?? anchor, end)];
  const selection =
    anchor <= head ? EditorSelection.range(low, high) : EditorSelection.range(high, low);
  return { changes: changes.map((each) => smallest(state, each)), selection };
}

function withLetters(unit: Unit, set: (each: Letters) => Letters): Unit {
  if (!isGroup(unit)) return set(unit);
  return { ...unit, units: unit.units.map((each) => withLetters(each, set)) };
}

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');

/** Reduces a change to the part that differs. */
function smallest(state: EditorState, change: { from: number; to: number; insert: string }) {
  const old = state.sliceDoc(change.from, change.to);
  const { insert } = change;
  let start = 0;
  while (start < Math.min(old.length, insert.length) && old[start] === insert[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, insert.length) - start;
  while (end < most && old.at(-1 - end) === insert.at(-1 - end)) end += 1;
  return {
    from: change.from + start,
    to: change.to - end,
    insert: insert.slice(start, insert.length - end),
  };
}
