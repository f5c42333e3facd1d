// Shows a table's lines in a monospaced font, so that its columns line up.

import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView } from '@codemirror/view';
import { decorateInView } from '../text/in-view.ts';

const row = Decoration.line({ class: 'md-table' });

function rowsIn({ state, visibleRanges }: EditorView): DecorationSet {
  const rows = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const range of visibleRanges) {
    syntaxTree(state).iterate({
      from: range.from,
      to: range.to,
      enter({ name, from, to }) {
        if (name !== 'Table') return;
        const end = Math.min(to, range.to);
        for (let line = state.doc.lineAt(Math.max(from, range.from)); ; ) {
          if (line.from > last) rows.add(line.from, line.from, row);
          last = Math.max(last, line.from);
          if (line.to >= end || line.number === state.doc.lines) break;
          line = state.doc.line(line.number + 1);
        }
      },
    });
  }
  return rows.finish();
}

export const tableLines = decorateInView(rowsIn);
