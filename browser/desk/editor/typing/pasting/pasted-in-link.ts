// Pasting into the words of a link or an alt text: words stay inside, a URL over selected words becomes the link's
// target.

import type { EditorView } from '@codemirror/view';
import { linkAt } from '../../text/link-nodes.ts';
import { destination } from '../link.ts';
import { inOneLine } from './fitting.ts';
import { isUrlAlone } from './pasted-url.ts';

/** A paragraph or another link inside a link's words would break the link. Returns false outside a link. */
export function pasteIntoLink(view: EditorView, plain: string): boolean {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  const link = linkAt(state, from);
  if (!link || from < link.words.from || to > link.words.to) return false;
  const url = plain.trim();
  const spec =
    !empty && link.kind === 'Link' && isUrlAlone(url)
      ? { changes: { ...link.url, insert: destination(url) } }
      : state.replaceSelection(inOneLine(plain));
  view.dispatch(spec, { userEvent: 'input.paste', scrollIntoView: true });
  return true;
}
