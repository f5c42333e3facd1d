// The writing surface: CodeMirror with the typography of the published page.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { textChanges } from '../../../src/rendering/diff/paragraphs.ts';
import { inlineImages } from './images/inline-images.ts';
import { FORMATS } from './typing/formatting.ts';
import { typing } from './typing/typing.ts';

const look = EditorView.theme({
  // Border and background are in the desk's layers, which anything said here would win over.
  '&': { fontSize: '19px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--serif)', lineHeight: '1.6' },
  '.cm-content': {
    padding: '16px 18px 40vh',
    caretColor: 'var(--accent)',
    minHeight: '55vh',
    maxWidth: '70ch',
    margin: '0 auto',
  },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--wash)' },
  '.cm-placeholder': { color: 'var(--muted)', fontStyle: 'italic' },
});

const words = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.5em', fontWeight: '600', lineHeight: '1.25' },
  { tag: tags.heading2, fontSize: '1.3em', fontWeight: '600' },
  { tag: tags.heading, fontSize: '1.1em', fontWeight: '600' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.quote, fontStyle: 'italic', color: 'var(--muted)' },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.82em' },
  { tag: tags.link, textDecoration: 'underline', textUnderlineOffset: '3px' },
  { tag: tags.url, color: 'var(--muted)', fontSize: '0.85em' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--muted)' },
]);

interface Surface {
  parent: HTMLElement;
  text: string;
  /** The id of the element that names it. */
  labelId: string;
  nonce: string;
  onChange(): void;
}

export function openSurface({ parent, text, labelId, nonce, onChange }: Surface): EditorView {
  const shortcuts = FORMATS.flatMap(({ key, apply }) => (key ? [{ key, run: apply }] : []));
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-labelledby': labelId,
          spellcheck: 'true',
          dir: 'auto',
          autocapitalize: 'sentences',
        }),
        placeholder('Write here, in Markdown.'),
        typing(),
        syntaxHighlighting(words),
        look,
        inlineImages,
        keymap.of([...shortcuts, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
      ],
    }),
  });
}

/** Replaces what differs, so that the caret stays where it is; undo brings it back. */
export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: textChanges(view.state.doc.toString(), text) });
}
