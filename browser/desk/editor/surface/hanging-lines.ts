// Hanging indents for lists and quotes: the continuation rows of a wrapped line begin below its first word, not its
// mark.

import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { element } from '../element.ts';
import { decorateInView, redraw } from '../text/in-view.ts';
import { containersAt, contentStart } from '../typing/containers.ts';
import { codeBlockAt } from '../typing/syntax.ts';

/** Widths by marks. The page has one font for its text, so one cache serves all lines. */
const widths = new Map<string, number>();

/** Measures marks in the page itself, since a canvas lacks the kerning and figures of the text's font. */
function widthOf({ scrollDOM }: EditorView, marks: string): number {
  const known = widths.get(marks);
  if (known !== undefined) return known;
  const probe = element('span', { class: 'marks-probe', 'aria-hidden': 'true' }, marks);
  scrollDOM.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  widths.set(marks, width);
  return width;
}

function hanging(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view;
  const lines = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
      const line = state.doc.lineAt(at);
      const containers = line.from > last && line.length > 0 ? containersAt(state, line.to) : [];
      const marks = line.text.slice(0, contentStart(line, containers));
      last = Math.max(last, line.from);
      if (marks === '' || marks.includes('\t') || codeBlockAt(state, line.from)) continue;
      const width = `${widthOf(view, marks).toFixed(2)}px`;
      const style = `padding-inline-start: ${width}; text-indent: -${width}`;
      lines.add(line.from, line.from, Decoration.line({ attributes: { style } }));
    }
  }
  return lines.finish();
}

/** Measures again once the fonts are loaded, since the first widths may be those of a fallback font. */
const onceLoaded = ViewPlugin.define((view) => {
  document.fonts.ready.then(() => {
    widths.clear();
    if (view.dom.isConnected) view.dispatch({ effects: redraw.of(null) });
  });
  return {};
});

export const hangingLines = [
  decorateInView(hanging),
  onceLoaded,
  EditorView.baseTheme({
    '.marks-probe': { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' },
  }),
];
