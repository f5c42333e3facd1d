// The writing surface: CodeMirror with the typography of the published page.

import { history, historyKeymap, simplifySelection, standardKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  keymap,
  placeholder,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { inlineImages } from './images/inline-images.ts';
import { blockMenu } from './menus/block-menu.ts';
import { footnoteKey } from './menus/blocks.ts';
import { bubble } from './menus/bubble.ts';
import { FORMATS } from './menus/formatting.ts';
import { editLinkAt } from './menus/link-popover.ts';
import { tableTools } from './menus/table-tools.ts';
import { restingCaret } from './surface/caret.ts';
import { lineDirections } from './surface/direction.ts';
import { find } from './surface/find.ts';
import { upToFields } from './surface/first-row.ts';
import { foldedLinks } from './surface/folded-links.ts';
import { wayBack } from './surface/footnotes.ts';
import { hangingLines } from './surface/hanging-lines.ts';
import { clearOfBars, typewriter } from './surface/scrolling.ts';
import { tableLines } from './surface/table-lines.ts';
import { tables } from './surface/tables.ts';
import { press } from './text/in-view.ts';
import { typing } from './typing/typing.ts';

const look = EditorView.theme({
  '&': { fontSize: 'var(--text-size)', background: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--serif)', lineHeight: '1.6', overflow: 'visible' },
  '.cm-content': { padding: '0 0 40vh', caretColor: 'var(--accent)', minHeight: '55vh' },
  '@media print': { '.cm-content': { padding: '0', minHeight: '0' } },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--selection)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '.cm-activeLine': { background: 'none' },
  // Markdown marks such as `~~` are not struck through themselves.
  '.md-mark': { textDecoration: 'none' },
  // CodeMirror styles a table's header cells as headings; they keep the size of the table's text.
  '.md-table *': { fontSize: 'inherit' },
  // Overrides of CodeMirror's defaults for search matches, panels and tooltips. The desk's style sheets have the rest.
  '.cm-searchMatch': { background: 'var(--found)' },
  '.cm-searchMatch-selected': {
    background: 'var(--selection)',
    outline: '2px solid var(--accent)',
  },
  '.cm-panels': { position: 'fixed', background: 'none', color: 'inherit', border: '0' },
  '.cm-panels.cm-panels-top': { border: '0' },
  '.cm-tooltip': { border: '1px solid var(--control)', background: 'var(--raised)' },
  '.cm-tooltip.block-menu > ul': {
    ...{ fontFamily: 'var(--sans)', fontSize: '14px' },
    // Tall enough to show every block without scrolling.
    maxHeight: '31rem',
  },
  '.cm-tooltip.block-menu > ul > li': { padding: '6px 14px', lineHeight: '20px' },
  '@media (pointer: coarse)': {
    '.cm-tooltip.block-menu > ul > li': { padding: '12px 14px' },
  },
  '.cm-completionDetail': { fontStyle: 'normal' },
  '.cm-tooltip.block-menu > ul > li[aria-selected]': {
    background: 'var(--ink)',
    color: 'var(--paper)',
    // If colours are forced (high contrast), this outline is the only sign of the selected option.
    outline: '2px solid transparent',
    outlineOffset: '-2px',
  },
});

const words = HighlightStyle.define([
  { tag: [tags.heading1, tags.heading2], fontSize: '1.35em', fontWeight: '500', lineHeight: '1.2' },
  { tag: tags.heading, fontSize: '1.12em', fontWeight: '500', lineHeight: '1.2' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.quote, fontStyle: 'italic' },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.82em' },
  { tag: tags.link, class: 'md-link' },
  { tag: tags.url, class: 'md-url' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.escape], class: 'md-mark' },
]);

/**
 * Mod-u means underlining to a writer, which Markdown doesn't have. CodeMirror would undo the last selection instead,
 * or the browser show the page's source.
 */
const NO_KEYS = [
  { key: 'Mod-u', run: () => true, preventDefault: true },
  { key: 'Escape', run: simplifySelection },
];

/** Functions of the page that the writing surface calls. */
interface Around {
  chooseImage(): void;
  isTypewriter(): boolean;
}

interface Surface extends Around {
  parent: HTMLElement;
  text: string;
  /** The id of the element that labels the surface. */
  labelId: string;
  nonce: string;
  onChange(): void;
}

export function openSurface(surface: Surface): EditorView {
  const { parent, text, labelId, nonce, onChange } = surface;
  const shortcuts = FORMATS.flatMap(({ key, apply }) => (key ? [{ key, run: apply }] : []));
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorState.phrases.of({ Completions: 'Blocks' }),
        history(),
        drawSelection(),
        restingCaret,
        dropCursor(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-labelledby': labelId,
          spellcheck: 'true',
          autocapitalize: 'sentences',
          // The text is prose: by default, CodeMirror turns a phone's autocorrection off.
          autocorrect: 'on',
        }),
        placeholder('Write here'),
        typing(),
        syntaxHighlighting(words),
        look,
        helpers(surface),
        upToFields,
        keymap.of([...shortcuts, ...NO_KEYS, ...historyKeymap, ...standardKeymap]),
        EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
      ],
    }),
  });
}

/** The extensions that show formatting in the text and help to write it. */
const helpers = ({ chooseImage, isTypewriter }: Around) => [
  highlightActiveLine(),
  press,
  inlineImages,
  foldedLinks(editLinkAt),
  bubble,
  blockMenu(chooseImage),
  tables,
  tableTools,
  tableLines,
  lineDirections,
  hangingLines,
  footnoteKey,
  wayBack,
  find,
  clearOfBars,
  typewriter(isTypewriter),
];
