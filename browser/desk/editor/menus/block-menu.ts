// The block menu: opens by `/` at the start of an empty line or by the `+` beside one, and is
// filtered by what is typed next. Escape leaves what was typed as text.

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
      // A person who types `/` and Enter means it.
      interactionDelay: 0,
      // Nor does whoever types fast wait for it.
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
    // With the slash, where there is one.
    insert(view, { from: view.state.doc.lineAt(from).from, to });
  },
});

const clearSpace = () => ({
  ...{ top: clearTop(), bottom: clearBottom() },
  ...{ left: 0, right: innerWidth },
});

/**
 * CodeMirror hides a menu within the scroll margins of a surface that scrolls by itself. This one scrolls with the
 * page: its first lines are as far from the bar as any.
 */
const shownAnywhere = EditorView.updateListener.of(({ state, startState }) => {
  const shown = state.facet(showTooltip);
  if (shown === startState.facet(showTooltip)) return;
  for (const tooltip of shown) if (tooltip) tooltip.clip = false;
});

/** After a slip, by deleting it: CodeMirror shows a menu by typing alone. */
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
  // By the `+`, which stands beside an empty line only.
  if (typed === undefined && !(explicit && line.text === '')) return null;
  return resultFor(blocks, typed === undefined ? line.from : line.from + 1, typed ?? '');
}

/** As one types on, it is filtered at once: Enter means what is seen. */
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

/** By the start of the name or of a word of it first, then by what else it is called. */
function found(blocks: readonly Block[], typed: string): Block[] {
  const wanted = typed.trim().toLowerCase();
  const isIn = (words: string) => ` ${words.toLowerCase()}`.includes(` ${wanted}`);
  const rank = ({ name, others }: Block) =>
    [name.toLowerCase().startsWith(wanted), isIn(name), isIn(others)].indexOf(true);
  return [0, 1, 2].flatMap((each) => blocks.filter((block) => rank(block) === each));
}

const isCode = (state: EditorState, at: number): boolean =>
  /Code/.test(syntaxTree(state).resolveInner(at, -1).name);
