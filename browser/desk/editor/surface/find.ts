// Find and replace in the whole text, of which the page contains only the visible part.

import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  searchKeymap,
  setSearchQuery,
} from '@codemirror/search';
import { EditorSelection, type SelectionRange } from '@codemirror/state';
import {
  EditorView,
  keymap,
  type Panel,
  runScopeHandlers,
  type ViewUpdate,
} from '@codemirror/view';
import { button, element } from '../element.ts';

/** Counting stops here, since matches are counted one by one while the writer types. */
const MOST_COUNTED = 1000;

function findPanel(view: EditorView): Panel {
  const wanted = element('input', {
    ...{ type: 'text', id: 'find-words', placeholder: 'Find', 'main-field': 'true' },
  });
  const instead = element('input', {
    ...{ type: 'text', id: 'find-instead', placeholder: 'Replace with' },
  });
  const matchCase = element('input', { type: 'checkbox', id: 'find-case' });
  const count = element('p', { class: 'muted', role: 'status' });
  const show = ({ search: words, replace, caseSensitive }: SearchQuery) => {
    if (wanted.value !== words) wanted.value = words;
    if (instead.value !== replace) instead.value = replace;
    matchCase.checked = caseSensitive;
    count.textContent = countWords(view);
  };
  const commit = () => {
    const query = new SearchQuery({
      ...{ search: wanted.value, replace: instead.value },
      ...{ caseSensitive: matchCase.checked, literal: true },
    });
    if (!query.eq(getSearchQuery(view.state))) {
      view.dispatch({ effects: setSearchQuery.of(query) });
    }
  };
  for (const field of [instead, matchCase]) field.addEventListener('input', commit);
  wanted.addEventListener('input', () => {
    commit();
    goToFirst(view);
  });
  const act = (label: string, command: (target: EditorView) => boolean) =>
    button(label, () => {
      commit();
      command(view);
      count.textContent = countWords(view);
    });
  const dom = element(
    'div',
    { class: 'find', role: 'search', 'aria-label': 'Find and replace' },
    element('label', { for: wanted.id }, 'Find'),
    wanted,
    element('div', { class: 'inline-group' }, act('Previous', findPrevious), act('Next', findNext)),
    element('label', { for: instead.id }, 'Replace with'),
    instead,
    element(
      'div',
      { class: 'inline-group' },
      act('Replace', replaceNext),
      act('Replace all', replaceAll),
    ),
    element('label', { class: 'check' }, matchCase, 'Match case'),
    count,
    button('Close', () => closeSearchPanel(view), { class: 'link-button' }),
  );
  dom.addEventListener('keydown', (event) => {
    // Escape closes the panel and must not reach the elements around it.
    if (event.key === 'Escape') event.stopPropagation();
    if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault();
    else if (event.key === 'Enter' && event.target === wanted) {
      event.preventDefault();
      commit();
      (event.shiftKey ? findPrevious : findNext)(view);
    } else if (event.key === 'Enter' && event.target === instead) {
      event.preventDefault();
      commit();
      replaceNext(view);
    }
  });
  // In a low window the panel is a single row that scrolls, and a browser doesn't bring a half-visible field into view.
  dom.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  let counting: ReturnType<typeof setTimeout> | undefined;
  return {
    dom,
    top: true,
    mount: () => wanted.select(),
    update({ docChanged, selectionSet, transactions }: ViewUpdate) {
      for (const { effects } of transactions) {
        for (const effect of effects) if (effect.is(setSearchQuery)) show(effect.value);
      }
      if (!docChanged && !selectionSet) return;
      clearTimeout(counting);
      counting = setTimeout(() => {
        count.textContent = countWords(view);
      }, 150);
    },
    destroy: () => clearTimeout(counting),
  };
}

/** Selects the next match after the caret, or the first match if there is none, as browsers do. */
function goToFirst(view: EditorView): void {
  const query = getSearchQuery(view.state);
  if (!query.valid) return;
  const { from } = view.state.selection.main;
  const after = query.getCursor(view.state, from).next();
  const found = after.done ? query.getCursor(view.state).next() : after;
  if (found.done) return;
  const range = EditorSelection.range(found.value.from, found.value.to);
  view.dispatch({ selection: range, effects: inTheMiddle(range), userEvent: 'select.search' });
}

/** Scrolls a match to the middle: at the edge of the window, the text around it would be hidden. */
const inTheMiddle = (range: SelectionRange) => EditorView.scrollIntoView(range, { y: 'center' });

/** The number of the selected match and the number of all matches. */
function countWords({ state }: EditorView): string {
  const query = getSearchQuery(state);
  if (!query.valid) return '';
  const { from, to } = state.selection.main;
  const matches = query.getCursor(state);
  let found = 0;
  let here = 0;
  for (let next = matches.next(); !next.done; next = matches.next()) {
    found += 1;
    if (next.value.from === from && next.value.to === to) here = found;
    if (found === MOST_COUNTED) return `More than ${MOST_COUNTED} matches`;
  }
  if (found === 0) return 'No matches';
  const all = `${found} ${found === 1 ? 'match' : 'matches'}`;
  return here > 0 ? `${here} of ${all}` : all;
}

/** CodeMirror's search keys without those for programmers, such as going to a line by its number. */
const KEYS = searchKeymap.filter(({ key }) => /^(?:Mod-[fg]|F3|Escape)$/.test(key ?? ''));

export const find = [
  search({ top: true, createPanel: findPanel, literal: true, scrollToMatch: inTheMiddle }),
  keymap.of([...KEYS, { key: 'Mod-h', run: openSearchPanel, preventDefault: true }]),
];

/**
 * Ctrl+F also works from the headline and the details: the browser's own search sees only the visible part of the text.
 */
export function findFromAnywhere(form: HTMLFormElement, view: EditorView): void {
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key !== 'f' || event.defaultPrevented) return;
    event.preventDefault();
    openSearchPanel(view);
  });
  // Text pasted into the panel's fields must not be inserted into the piece.
  form.addEventListener(
    'paste',
    (event) => {
      const isInPanel = event.target instanceof Element && event.target.closest('.cm-panels');
      if (isInPanel) event.stopPropagation();
    },
    true,
  );
}

/** A button for devices without Ctrl+F, such as phones. */
export function findButton(view: EditorView, act: () => void): HTMLElement {
  const open = button('Find and replace', () => {
    act();
    openSearchPanel(view);
  });
  return element('p', { class: 'inline-group' }, open);
}
