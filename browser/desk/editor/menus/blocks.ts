// The blocks that the block menu offers on an empty line.

import { type EditorView, keymap } from '@codemirror/view';
import { addFootnote } from '../surface/footnotes.ts';
import { EMPTY_TABLE } from '../surface/table-text.ts';
import { CARET, insertBlock } from '../text/insert-block.ts';
import { askForEmbed } from './embed-hint.ts';

export interface Block {
  name: string;
  /** The Markdown of the block, for writers who would rather type it. */
  sign: string;
  /** Synonyms by which a writer may look for the block. */
  others: string;
  insert(view: EditorView, span: { from: number; to: number }): void;
}

const of = (name: string, sign: string, others: string, text: string): Block => ({
  ...{ name, sign, others },
  insert: (view, span) => insertBlock(view, span, text),
});

export function blocksWith(chooseImage: () => void): Block[] {
  return [
    of('Heading 2', '##', 'h2 title subtitle section', '## '),
    of('Heading 3', '###', 'h3 title subtitle section', '### '),
    of('List', '-', 'bullet bulleted unordered points ul', '- '),
    of('Numbered list', '1.', 'number ordered steps ol', '1. '),
    of('Quote', '>', 'blockquote citation cite pullquote', '> '),
    of('Code', '```', 'pre snippet program', `\`\`\`\n${CARET}\n\`\`\``),
    {
      ...{ name: 'Image', sign: '![]()', others: 'picture photo figure img upload' },
      insert(view, span) {
        insertBlock(view, span, '');
        chooseImage();
      },
    },
    of('Divider', '---', 'line hr horizontal rule separator break', `---\n\n${CARET}`),
    of('Table', '| |', 'grid columns rows cells', EMPTY_TABLE),
    {
      ...{ name: 'Footnote', sign: '[^1]', others: 'note reference endnote' },
      insert(view, { from, to }) {
        view.dispatch({ changes: { from, to } });
        addFootnote(view);
      },
    },
    {
      ...{
        name: 'Embed',
        sign: 'URL',
        others: 'video youtube vimeo post card link mastodon bluesky',
      },
      insert(view, span) {
        insertBlock(view, span, '');
        askForEmbed(view);
      },
    },
  ];
}

export const footnoteKey = keymap.of([{ key: 'Mod-Alt-f', run: addFootnote }]);
