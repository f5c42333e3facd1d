// Pasting: URLs become links, formatted pages become Markdown, everything else is pasted as it is.

import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Service } from '../../page/calls.ts';
import { makeRoom } from '../blocks/make-room.ts';
import { splitAt } from '../enter/inline-split.ts';
import { isVerbatim } from '../syntax.ts';
import { fitted } from './fitting.ts';
import { pasteIntoLink } from './pasted-in-link.ts';
import { notesApart } from './pasted-notes.ts';
import { pasteUrl } from './pasted-url.ts';
import { arrived, awaits, placeOf } from './pending.ts';
import { placed } from './placing.ts';

/** HTML with one of these formats is converted to Markdown; other HTML is pasted as plain text. */
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
      const isTaken =
        pasteIntoLink(view, plain) || pasteInto(view, service, plain, clip, wantsPlain());
      if (!isTaken) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** Whether Shift is held: Ctrl+Shift+V pastes without formats, but the paste event doesn't say so. */
function watchShift(view: EditorView): () => boolean {
  let isHeld = false;
  const watch = ({ shiftKey }: KeyboardEvent) => {
    isHeld = shiftKey;
  };
  view.dom.addEventListener('keydown', watch, true);
  view.dom.addEventListener('keyup', watch, true);
  return () => isHeld;
}

/** Returns false if the default paste does the same. */
function pasteInto(
  view: EditorView,
  service: Service,
  plain: string,
  clip: DataTransfer,
  isBare: boolean,
): boolean {
  if (!isBare && pasteUrl(view, plain.trim())) return true;
  const page = isBare ? null : formedPage(clip);
  const text = fitted(view.state, view.state.selection.main.from, plain);
  const ends = isBlocks(text, page) ? endsFor(view.state) : null;
  if (!page && !ends && text === plain) return false;
  const from = insert(view, text, ends);
  if (page) withForm(view, service, from, text, page);
  return true;
}

const isBlocks = (text: string, page: string | null) =>
  text.includes('\n') || /<(?:h[1-6]|[uo]l|table|blockquote|pre)\b/i.test(page ?? '');

interface Ends {
  readonly from: number;
  readonly to: number;
  readonly close: string;
  readonly open: string;
}

/** The marks that close before paragraphs pasted into bold text, and open again after them. */
function endsFor(state: EditorState): Ends {
  const { from, to } = state.selection.main;
  const [start, end] = [splitAt(state, from), splitAt(state, to)];
  return { from: start.pos, to: end.pos, close: start.close, open: end.open };
}

/** Inserts the plain text synchronously. Markdown replaces it once the service has converted the page. */
function insert(view: EditorView, text: string, ends: Ends | null): number {
  const { from, to } = ends ?? view.state.selection.main;
  const { close, open } = ends ?? { close: '', open: '' };
  const start = from + close.length;
  view.dispatch({
    changes: { from, to, insert: close + text + open },
    selection: { anchor: start + text.length },
    ...{ userEvent: 'input.paste', scrollIntoView: true },
  });
  return start;
}

let pasted = 0;

/** Replaces the pasted plain text with Markdown, if it hasn't been changed meanwhile. Undo restores the plain text. */
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
  const changes = placed(state, place, notesApart(answer.markdown, state.doc.toString()));
  if (!changes) return view.dispatch({ effects });
  view.dispatch({ changes, effects, userEvent: 'input.paste', scrollIntoView: true });
}

/** The HTML in the clipboard, if it has formats that plain text lacks. */
function formedPage(clipboard: DataTransfer): string | null {
  // Code editors put syntax colours on the clipboard as HTML; the plain text is what the writer wants.
  if (clipboard.types.includes('vscode-editor-data')) return null;
  const page = clipboard.getData('text/html');
  return FORMATTED.some((format) => format.test(page)) ? page : null;
}
