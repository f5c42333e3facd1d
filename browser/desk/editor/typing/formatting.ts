// The formats of the toolbar and its shortcuts, applied to the selection. Each can be undone.

import { redo, undo } from '@codemirror/commands';
import { EditorSelection, type SelectionRange } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

interface Format {
  name: string;
  /** The label of the button. */
  sign: string;
  key?: string;
  apply(view: EditorView): boolean;
}

/** Adds the marks around the selection, or removes them. */
const around =
  (mark: string) =>
  (view: EditorView): boolean => {
    const { state } = view;
    const changes = state.changeByRange((range) => {
      const { from, to } = range;
      const before = state.sliceDoc(Math.max(0, from - mark.length), from);
      const after = state.sliceDoc(to, to + mark.length);
      // At the end of formatted text: moves past the mark.
      if (range.empty && after === mark && before !== mark) {
        return { range: moved(range, mark.length) };
      }
      if (before === mark && after === mark) {
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: moved(range, -mark.length),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: moved(range, mark.length),
      };
    });
    view.dispatch(state.update(changes, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

const moved = ({ anchor, head }: SelectionRange, by: number) =>
  EditorSelection.range(anchor + by, head + by);

/** Adds a prefix to every selected line, or removes it if all have it. */
const lines =
  (has: RegExp, signFor: (nth: number) => string) =>
  (view: EditorView): boolean => {
    const { state } = view;
    const { from, to } = state.selection.main;
    const first = state.doc.lineAt(from).number;
    const last = state.doc.lineAt(to).number;
    const chosen = Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at));
    const all = chosen.every(({ text }) => has.test(text));
    const changes = chosen.map((line, at) => {
      const length = has.exec(line.text)?.[0].length ?? 0;
      return { from: line.from, to: line.from + length, insert: all ? '' : signFor(at) };
    });
    // The cursor goes after the insertion, ready to type.
    const selection = state.selection.map(state.changes(changes), 1);
    view.dispatch(state.update({ changes, selection, userEvent: 'input', scrollIntoView: true }));
    return true;
  };

/** Makes the selection the text of a link and selects its URL; without a selection, the text. */
function link(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, to);
  const insert = `[${words}](https://)`;
  const address = from + words.length + 3;
  const chosen = words
    ? EditorSelection.range(address, address + 'https://'.length)
    : EditorSelection.cursor(from + 1);
  view.dispatch(
    state.update({
      changes: { from, to, insert },
      selection: chosen,
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
}

export const FORMATS: Format[] = [
  { name: 'Bold', sign: 'B', key: 'Mod-b', apply: around('**') },
  { name: 'Italic', sign: 'I', key: 'Mod-i', apply: around('*') },
  { name: 'Heading', sign: 'H', key: 'Mod-Alt-2', apply: lines(/^#{1,6} /, () => '## ') },
  { name: 'Link', sign: 'Link', key: 'Mod-k', apply: link },
  { name: 'Quote', sign: 'Quote', key: 'Mod-Shift-9', apply: lines(/^> ?/, () => '> ') },
  { name: 'List', sign: 'List', key: 'Mod-Shift-8', apply: lines(/^[-*+] /, () => '- ') },
  {
    name: 'Numbered list',
    sign: 'Numbered',
    key: 'Mod-Shift-7',
    apply: lines(/^\d+[.)] /, (nth) => `${nth + 1}. `),
  },
  { name: 'Code', sign: 'Code', key: 'Mod-e', apply: around('`') },
  { name: 'Undo', sign: 'Undo', apply: undo },
  { name: 'Redo', sign: 'Redo', apply: redo },
];
