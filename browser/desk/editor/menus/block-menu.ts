// The block menu, opened by `/` at the start of an empty line or by the `+` next to it, and filtered while the writer
// types. Escape closes the menu and leaves the typed text.

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, showTooltip, tooltips } from '@codemirror/view';
import { type Block, blocksWith } from './blocks.ts';
import { clearBottom, clearTop } from './clear-space.ts';
import { embedHint } from './embed-hint.ts';
import { plusButton } from './plus.ts';

export function blockMenu(chooseImage: () => void): Extension {
  const blocks = blocksWith(chooseImage);
  return [
    autocompletion({
      override: [(context) => offered(context, blocks)],
      icons: false,
      // Enter right after `/` must choose an option.
      interactionDelay: 0,
      // The menu must open immediately, even for fast typists.
      activateOnTypingDelay: 0,
      tooltipClass: () => 'block-menu',
      optionClass: () => 'block-option',
    }),
    tooltips({ tooltipSpace: clearSpace }),
    shownAnywhere,
    shownAgain,
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    embedHint,
    plusButton,
  ];
}

const optionFor = ({ name, sign, insert }: Block): Completion => ({
  ...{ label: name, detail: sign },
  apply(view, _chosen, from, to) {
    // The replaced range begins at the line's start, so it includes the slash.
    insert(view, { from: view.state.doc.lineAt(from).from, to });
  },
});

const clearSpace = () => ({
  ...{ top: clearTop(), bottom: clearBottom() },
  ...{ left: 0, right: innerWidth },
});

/**
 * CodeMirror hides a menu that lies within the scroll margins, as if the surface scrolled by itself. This surface
 * scrolls with the page, so its menus are never clipped.
 */
const shownAnywhere = EditorView.updateListener.of(({ state, startState }) => {
  const shown = state.facet(showTooltip);
  if (shown === startState.facet(showTooltip)) return;
  for (const tooltip of shown) if (tooltip) tooltip.clip = false;
});

/** Reopens the menu after the writer deletes a typing error: CodeMirror opens a menu only when something is typed. */
const shownAgain = EditorView.updateListener.of(({ view, state, transactions }) => {
  if (!transactions.some((one) => one.isUserEvent('delete'))) return;
  const { head } = state.selection.main;
  if (completionStatus(state) === null && SLASH.test(state.doc.lineAt(head).text)) {
    startCompletion(view);
  }
});

const SLASH = /^\/([\w ]*)$/;

function offered({ state, pos, explicit }: CompletionContext, blocks: Block[]) {
  const line = state.doc.lineAt(pos);
  if (pos !== line.to || isCode(state, pos)) return null;
  const [, typed] = SLASH.exec(line.text) ?? [];
  // Without a slash, only the `+` next to an empty line opens the menu.
  if (typed === undefined && !(explicit && line.text === '')) return null;
  return resultFor(blocks, typed === undefined ? line.from : line.from + 1, typed ?? '');
}

/** Filters synchronously while the writer types, so that Enter chooses what is visible. */
const resultFor = (blocks: Block[], start: number, typed: string): CompletionResult => ({
  from: start,
  options: found(blocks, typed).map(optionFor),
  filter: false,
  update(_current, from, to, { state }) {
    const words = state.sliceDoc(from, to);
    const isEnd = to === state.doc.lineAt(to).to;
    return isEnd && /^[\w ]*$/.test(words) ? resultFor(blocks, from, words) : null;
  },
});

/**
 * The blocks that match: those whose name starts with the typed words, then those with a matching word, then those with
 * a matching synonym.
 */
function found(blocks: readonly Block[], typed: string): Block[] {
  const wanted = typed.trim().toLowerCase();
  const isIn = (words: string) => ` ${words.toLowerCase()}`.includes(` ${wanted}`);
  const rank = ({ name, others }: Block) =>
    [name.toLowerCase().startsWith(wanted), isIn(name), isIn(others)].indexOf(true);
  return [0, 1, 2].flatMap((each) => blocks.filter((block) => rank(block) === each));
}

const isCode = (state: EditorState, at: number): boolean =>
  /Code/.test(syntaxTree(state).resolveInner(at, -1).name);
