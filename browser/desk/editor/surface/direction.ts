// Gives each line the direction of its own letters: right to left for Arabic or Hebrew, even between lines in other
// scripts.

import { type Line, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { directionOf } from '../../../../src/rendering/text/direction.ts';
import { decorateInView } from '../text/in-view.ts';
import { textLine } from '../typing/paragraphs.ts';
import { localeOf } from '../typing/punctuation/switch.ts';
import { codeBlockAt } from '../typing/syntax.ts';

const RTL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });

/** The direction of the first letter, as browsers decide it; null for a line without letters. */
function isRightToLeft(text: string): boolean | null {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter === undefined ? null : RTL.test(letter);
}

/**
 * The direction before a line: that of the last line with letters, or of the piece's language at the start of the text.
 */
function startOf(view: EditorView, line: Line): boolean {
  const before = textLine(view.state, line, -1);
  return (before && isRightToLeft(before.text)) ?? directionOf(localeOf(view)) === 'rtl';
}

/** An empty text has no visible ranges, yet it has a line. */
const rangesOf = ({ visibleRanges, viewport }: EditorView) =>
  visibleRanges.length > 0 ? visibleRanges : [viewport];

function directions(view: EditorView): DecorationSet {
  const { state } = view;
  const lines = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of rangesOf(view)) {
    let isRtl = startOf(view, state.doc.lineAt(from));
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
      const line = state.doc.lineAt(at);
      const own = isRightToLeft(line.text);
      // The syntax tree is needed only for a line that would go right to left, which most texts never have.
      if (own === false) isRtl = false;
      else if ((own ?? isRtl) && !codeBlockAt(state, line.from)) {
        isRtl = true;
        if (line.from > last) lines.add(line.from, line.from, rightToLeft);
      }
      last = Math.max(last, line.from);
    }
  }
  return lines.finish();
}

export const lineDirections = [
  EditorView.perLineTextDirection.of(true),
  decorateInView(directions),
];
