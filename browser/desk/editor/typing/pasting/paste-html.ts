// Pasting: URLs as links, pages and word processors' texts as Markdown, everything else as it is.

import type { EditorView } from '@codemirror/view';
import type { Service } from '../../saving/calls.ts';
import { makeRoom } from '../blocks/make-room.ts';
import { isVerbatim } from '../syntax.ts';
import { fitted } from './fitting.ts';
import { notesApart } from './pasted-notes.ts';
import { pasteUrl } from './pasted-url.ts';
import { arrived, awaits, placeOf } from './pending.ts';

/** Formats that Markdown has; HTML without any of them is pasted as plain text. */
const FORMATTED = [
  /<(?:a\s|b\b|strong|i\b|em\b|s\b|del|h[1-6r]\b|[uo]l\b|blockquote|code|table)/i,
  /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i,
  /mso-list:|<sup|<pre|role="?heading|Cocoa HTML Writer|font:\s*(?:bold|italic)/i,
];

export function takePastedPages(view: EditorView, service: Service): void {
  const wantsPlain = watchShift(view);
  view.dom.addEventListener(
    'paste',
    (event) => {
      const { clipboardData: clip } = event;
      const plain = clip?.getData('text/plain').replace(/\r\n?/g, '\n');
      if (event.defaultPrevented || !clip || !plain) return;
      makeRoom(view, plain, 'input.paste');
      const { from } = view.state.selection.main;
      if (isVerbatim(view.state, from)) return;
      const isBare = wantsPlain();
      const text = fitted(view.state, from, plain);
      const isUrl = !isBare && pasteUrl(view, plain.trim());
      const page = isUrl || isBare ? null : formedPage(clip);
      if (!isUrl && !page && text === plain) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isUrl) put(view, service, text, page);
    },
    true,
  );
}

/** Ctrl+Shift+V pastes without formats; the event itself does not say which it was. */
function watchShift(view: EditorView): () => boolean {
  let isHeld = false;
  const watch = ({ shiftKey }: KeyboardEvent) => {
    isHeld = shiftKey;
  };
  view.dom.addEventListener('keydown', watch, true);
  view.dom.addEventListener('keyup', watch, true);
  return () => isHeld;
}

/** As plain text at once; what it is formatted like takes its place when the service has said it. */
function put(view: EditorView, service: Service, text: string, page: string | null): void {
  const { from } = view.state.selection.main;
  insert(view, text);
  if (page) withForm(view, service, from, text, page);
}

function insert(view: EditorView, text: string): void {
  const change = view.state.replaceSelection(text);
  view.dispatch(change, { userEvent: 'input.paste', scrollIntoView: true });
}

let pasted = 0;

/** The words become Markdown where they stand, if they still do. Undo brings the plain ones back. */
async function withForm(
  view: EditorView,
  service: Service,
  from: number,
  plain: string,
  page: string,
): Promise<void> {
  pasted += 1;
  const id = pasted;
  view.dispatch({ effects: awaits.of({ id, from, to: from + plain.length }) });
  const answer = await service
    .post<{ markdown: string }>('/desk/edit/pasted', { html: page })
    .catch(() => null);
  const { state } = view;
  const place = placeOf(state, id);
  const effects = arrived.of(id);
  const isThere = place !== null && state.sliceDoc(place.from, place.to) === plain;
  if (!answer || !isThere || answer.markdown === plain) return view.dispatch({ effects });
  const markdown = apart(view, place, notesApart(answer.markdown, state.doc.toString()));
  view.dispatch({
    changes: { ...place, insert: fitted(state, place.from, markdown) },
    effects,
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

interface Place {
  readonly from: number;
  readonly to: number;
}

const BLOCK = /^(?:#{1,6} |> |[-*+] |\d+[.)] |```|\|)|\n/;

/** What is more than words in a line begins and ends with one of its own. */
function apart({ state }: EditorView, { from, to }: Place, markdown: string): string {
  if (!BLOCK.test(markdown)) return markdown;
  const before = state.sliceDoc(state.doc.lineAt(from).from, from).trim();
  const after = state.sliceDoc(to, state.doc.lineAt(to).to).trim();
  return `${before && '\n\n'}${markdown}${after && '\n\n'}`;
}

/** The page in the clipboard, if it says more than its text does. */
function formedPage(clipboard: DataTransfer): string | null {
  // A program's editor gives its colours as a page; its text is what is meant.
  if (clipboard.types.includes('vscode-editor-data')) return null;
  const page = clipboard.getData('text/html');
  return FORMATTED.some((format) => format.test(page)) ? page : null;
}
