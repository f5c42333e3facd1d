// The block menu: opens by `/` at the start of an empty line or by the `+` beside one, and is
// filtered by what is typed next. Escape leaves what was typed as text.

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, showTooltip, tooltips } from '@codemirror/view';
import { barHeight } from '../bar.ts';
import { type Block, blocksWith } from './blocks.ts';
import { embedHint } from './embed-hint.ts';
import { plusButton } from './plus.ts';

export function blockMenu(chooseImage: () => void): Extension {
  const options = blocksWith(chooseImage).map(optionFor);
  return [
    autocompletion({
      override: [(context) => offered(context, options)],
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
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    embedHint,
    plusButton,
  ];
}

const optionFor = ({ name, sign, insert }: Block, at: number): Completion => ({
  ...{ label: name, detail: sign, boost: -at },
  apply(view, _chosen, from, to) {
    // With the slash, where there is one.
    insert(view, { from: view.state.doc.lineAt(from).from, to });
  },
});

/** Between the bar and what covers the foot of the window: the row of tools, the keyboard of a phone. */
function clearSpace() {
  const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  const row = document.querySelector('.touch-row');
  const isFixed = row !== null && getComputedStyle(row).position === 'fixed';
  const bottom = isFixed ? Math.min(seen, row.getBoundingClientRect().top) : seen;
  return { top: barHeight(), left: 0, bottom, right: innerWidth };
}

/**
 * CodeMirror hides a menu within the scroll margins of a surface that scrolls by itself. This one scrolls with the
 * page: its first lines are as far from the bar as any.
 */
const shownAnywhere = EditorView.updateListener.of(({ state, startState }) => {
  const shown = state.facet(showTooltip);
  if (shown === startState.facet(showTooltip)) return;
  for (const tooltip of shown) if (tooltip) tooltip.clip = false;
});

const SLASH = /^\/[\w ]*$/;
const WORDS = /^[\w ]*$/;

function offered(context: CompletionContext, options: Completion[]): CompletionResult | null {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  if (pos !== line.to || isCode(state, pos)) return null;
  if (SLASH.test(line.text)) return { from: line.from + 1, options, validFor: WORDS };
  // By the `+`, which stands beside an empty line only.
  return explicit && line.text === '' ? { from: line.from, options, validFor: WORDS } : null;
}

const isCode = (state: EditorState, at: number): boolean =>
  /Code/.test(syntaxTree(state).resolveInner(at, -1).name);
