// Pasting a URL: it turns selected words into a link, or becomes a link if nothing is selected.

import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { linked } from '../link.ts';
import { replaces } from '../replaced.ts';
import { isInCell } from './fitting.ts';

const URL_ALONE = /^https?:\/\/[^\s<>]+$/i;

export const isUrlAlone = (text: string) => URL_ALONE.test(text);

/** Returns false if the text is not a URL, or if it replaces another URL. */
export function pasteUrl(view: EditorView, url: string): boolean {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  if (!isUrlAlone(url)) return false;
  if (empty) {
    insertLink(view, from, isInCell(state, from) ? url.replaceAll('|', '%7C') : url);
    return true;
  }
  const spec = isUrlAlone(state.sliceDoc(from, to).trim()) ? null : linked(state, from, to, url);
  if (!spec) return false;
  view.dispatch(spec, { userEvent: 'input.paste', scrollIntoView: true });
  return true;
}

/** Inserts the bare URL first, so that undo and Backspace return to it. */
function insertLink(view: EditorView, from: number, url: string): void {
  view.dispatch({
    changes: { from, insert: url },
    selection: { anchor: from + url.length },
    userEvent: 'input.paste',
  });
  const insert = `<${url}>`;
  const to = from + insert.length;
  view.dispatch({
    changes: { from, to: from + url.length, insert },
    selection: { anchor: to },
    effects: replaces.of({ from, to, typed: url }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}
