// Marks lines of the source that will be joined with the next line when published.

import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { element } from '../element.ts';
import { decorateInView } from '../text/in-view.ts';

const EXPLANATION =
  'This line and the next will be joined when published. Press Shift+Enter for a line break, or Enter for a new ' +
  'paragraph.';

class JoinedMark extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    return element(
      'span',
      { class: 'joined-line', title: EXPLANATION, 'aria-hidden': 'true' },
      '↩',
    );
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const mark = Decoration.widget({ widget: new JoinedMark(), side: 1 });

/** A footnote's text is not joined with the line before it. */
const FOOTNOTE = /^ {0,3}\[\^[^\]]+\]:/;

/** The ends of lines inside a paragraph that have no explicit line break. */
function joinedAt(state: EditorState, from: number, to: number): number[] {
  const found: number[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      if (name !== 'Paragraph') return;
      let line = state.doc.lineAt(Math.max(start, from));
      while (line.to < Math.min(end, to)) {
        const next = state.doc.line(line.number + 1);
        const isBroken = /\\$| {2}$/.test(line.text) || FOOTNOTE.test(next.text);
        if (!isBroken && line.to > start) found.push(line.to);
        line = next;
      }
    },
  });
  return found;
}

function marksIn(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (const at of joinedAt(view.state, from, to)) marks.push(mark.range(at));
  }
  return Decoration.set(marks, true);
}

export const joinedLines = [
  decorateInView(marksIn),
  EditorView.baseTheme({
    '.joined-line': {
      color: 'var(--muted)',
      fontSize: '0.8em',
      marginLeft: '0.4em',
      cursor: 'help',
    },
  }),
];
