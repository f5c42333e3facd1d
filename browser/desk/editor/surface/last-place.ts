// Stores the position of the caret in this browser, so that a piece reopens where the writer left it.

import type { EditorView } from '@codemirror/view';

/** How many pieces are remembered, the last opened first. Others open at their beginning. */
const MOST_PIECES = 50;

interface LastPlace {
  piece: string;
  head: number;
  scroll: number;
}

const keyOf = (account: string) => `writing places ${account}`;

function read(account: string): LastPlace[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]');
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

export function rememberPlace(view: EditorView, account: string, piece: string): void {
  const store = () => {
    const { head } = view.state.selection.main;
    const others = read(account).filter((place) => place.piece !== piece);
    const all = [{ piece, head, scroll: scrollY }, ...others].slice(0, MOST_PIECES);
    try {
      localStorage.setItem(keyOf(account), JSON.stringify(all));
    } catch {
      // Storage is full or forbidden: the piece opens at its beginning.
    }
  };
  addEventListener('pagehide', store);
  document.addEventListener('visibilitychange', () => document.hidden && store());
}

/** Restores the position, unless the writer has already moved the focus. */
export function returnToPlace(view: EditorView, account: string, piece: string): void {
  const place = read(account).find((one) => one.piece === piece);
  if (!place || document.activeElement !== document.body) return;
  const { head, scroll } = place;
  if (!(head > 0 && head <= view.state.doc.length)) return;
  view.dispatch({ selection: { anchor: head } });
  view.contentDOM.focus({ preventScroll: true });
  scrollTo(0, scroll);
}
