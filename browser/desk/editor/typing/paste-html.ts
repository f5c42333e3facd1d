// Pasting from a web page or word processor: inserts the plain text, then replaces it with Markdown.

import type { EditorView } from '@codemirror/view';
import type { Service } from '../saving/calls.ts';

/** Formats that Markdown has; HTML without any of them is pasted as plain text. */
const FORMATTED = [
  /<(?:a\s|b\b|strong|i\b|em\b|s\b|del|h[1-6r]\b|[uo]l\b|blockquote|code|table)/i,
  /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i,
];

export function takePastedPages(view: EditorView, service: Service): void {
  view.dom.addEventListener(
    'paste',
    (event) => {
      if (event.defaultPrevented || !event.clipboardData) return;
      const plain = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
      const page = formedPage(event.clipboardData);
      if (!page || !plain) return;
      event.preventDefault();
      event.stopPropagation();
      const { from } = view.state.selection.main;
      insert(view, plain);
      withForm(view, service, from, plain, page);
    },
    true,
  );
}

function insert(view: EditorView, text: string): void {
  const change = view.state.replaceSelection(text);
  view.dispatch(change, { userEvent: 'input.paste', scrollIntoView: true });
}

/** The words become Markdown where they stand, if they still do. Undo brings the plain ones back. */
async function withForm(
  view: EditorView,
  service: Service,
  from: number,
  plain: string,
  page: string,
): Promise<void> {
  const answer = await service
    .post<{ markdown: string }>('/desk/edit/pasted', { html: page })
    .catch(() => null);
  const to = from + plain.length;
  if (!answer || view.state.sliceDoc(from, to) !== plain || answer.markdown === plain) return;
  view.dispatch({
    changes: { from, to, insert: apart(view, from, to, answer.markdown) },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

const BLOCK = /^(?:#{1,6} |> |[-*+] |\d+[.)] |```|\|)|\n/;

/** What is more than words in a line begins and ends with one of its own. */
function apart({ state }: EditorView, from: number, to: number, markdown: string): string {
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
