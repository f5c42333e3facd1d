// The blocks that the menu offers, by `/` or `+` on an empty line.

import { type EditorView, keymap } from '@codemirror/view';
import { addFootnote } from '../surface/footnotes.ts';
import { EMPTY_TABLE } from '../surface/table-text.ts';
import { askForEmbed } from './embed-hint.ts';
import { CARET, insertBlock } from './insert-block.ts';

export interface Block {
  name: string;
  /** How it is written, for those who would rather type it. */
  sign: string;
  insert(view: EditorView, span: { from: number; to: number }): void;
}

const of = (name: string, sign: string, text: string): Block => ({
  ...{ name, sign },
  insert: (view, span) => insertBlock(view, span, text),
});

export function blocksWith(chooseImage: () => void): Block[] {
  return [
    of('Heading 2', '##', '## '),
    of('Heading 3', '###', '### '),
    of('List', '-', '- '),
    of('Numbered list', '1.', '1. '),
    of('Quote', '>', '> '),
    of('Code', '```', `\`\`\`\n${CARET}\n\`\`\``),
    {
      ...{ name: 'Image', sign: '![]()' },
      insert(view, span) {
        insertBlock(view, span, '');
        chooseImage();
      },
    },
    of('Divider', '---', `---\n\n${CARET}`),
    of('Table', '| |', EMPTY_TABLE),
    {
      ...{ name: 'Footnote', sign: '[^1]' },
      insert(view, { from, to }) {
        view.dispatch({ changes: { from, to } });
        addFootnote(view);
      },
    },
    {
      ...{ name: 'Embed', sign: 'URL' },
      insert(view, span) {
        insertBlock(view, span, '');
        askForEmbed(view);
      },
    },
  ];
}

export const footnoteKey = keymap.of([{ key: 'Mod-Alt-f', run: addFootnote }]);
