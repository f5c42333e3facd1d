// A URL that is pasted: it makes selected words a link, and is one itself where nothing is selected.

import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { linked } from '../link.ts';
import { replaces } from '../replaced.ts';
import { isInCell } from './fitting.ts';

const URL_ALONE = /^https?:\/\/[^\s<>]+$/i;

export const isUrlAlone = (text: string) => URL_ALONE.test(text);

/** False if it is no URL, or takes the place of another one. */
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

/** First as it is, so that undo and Backspace lead back to that. */
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
