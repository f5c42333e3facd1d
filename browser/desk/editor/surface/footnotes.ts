// Footnotes: adds a reference at the caret and the note's text at the end of the piece, and leads back from there.

import type { EditorState } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { button } from '../element.ts';
import { decorateInView, followsCaret } from '../text/in-view.ts';

const NUMBERED = /\[\^(\d+)\]/g;
const DEFINITION = /^\[\^([^\]]+)\]:/;

/** Goes from a footnote's text back to its reference. Elsewhere in the text, adds a footnote. */
export function addFootnote(view: EditorView): boolean {
  return goBack(view) || add(view);
}

function add(view: EditorView): boolean {
  const { state } = view;
  const text = state.doc.toString();
  const used = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
  const name = `[^${Math.max(0, ...used) + 1}]`;
  const at = placeFor(state);
  const rest = text.trimEnd();
  // Footnotes follow each other line by line; a blank line separates them from other text.
  const last = rest.slice(rest.lastIndexOf('\n') + 1);
  const gap = at >= rest.length || !DEFINITION.test(last) ? '\n\n' : '\n';
  const end = Math.max(rest.length, at);
  const insert = `${gap}${name}: `;
  view.dispatch({
    changes:
      at === end
        ? { from: at, to: text.length, insert: name + insert }
        : [
            { from: at, insert: name },
            { from: end, to: text.length, insert },
          ],
    selection: { anchor: end + name.length + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
  return true;
}

/** The place of the reference: the caret, or on an empty line the end of the words before it. */
function placeFor({ doc, selection }: EditorState): number {
  const { to } = selection.main;
  const line = doc.lineAt(to);
  if (line.text.trim()) return to;
  const before = doc.sliceString(0, line.from).trimEnd();
  return before.length > 0 ? before.length : to;
}

function goBack(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.head);
  const name = DEFINITION.exec(line.text)?.[1];
  if (name === undefined) return false;
  const at = doc.toString().indexOf(`[^${name}]`);
  if (at < 0 || at >= line.from) return false;
  view.dispatch({
    selection: { anchor: at + `[^${name}]`.length },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
  });
  view.focus();
  return true;
}

class BackButton extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(view: EditorView): HTMLElement {
    const back = button('↩', () => goBack(view), {
      class: 'footnote-back',
      'aria-label': 'Back to the text',
      title: 'Back to the text (Ctrl+Alt+F)',
      tabindex: '-1',
    });
    back.addEventListener('mousedown', (event) => event.preventDefault());
    return back;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const back = Decoration.widget({ widget: new BackButton(), side: 1 });

function backOn({ doc, selection }: EditorState): DecorationSet {
  const line = doc.lineAt(selection.main.head);
  return DEFINITION.test(line.text) ? Decoration.set(back.range(line.to)) : Decoration.none;
}

export const wayBack = decorateInView(({ state }) => backOn(state), followsCaret);
