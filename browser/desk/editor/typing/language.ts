// The Markdown of the editor: what it shows as a format is what the service renders as one.

import { markdown, markdownLanguage } from '@codemirror/lang-markdown';

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>;
type MarkdownConfig = Exclude<Extensions, readonly unknown[]>;

const LONGEST_LABEL = 100;

const footnotes: MarkdownConfig = {
  defineNodes: ['Footnote'],
  parseInline: [
    {
      name: 'Footnote',
      before: 'Link',
      parse(line, next, pos) {
        if (next !== '['.charCodeAt(0)) return -1;
        const mark = /^\[\^[^\s\]]+\](?!\()/.exec(line.slice(pos, pos + LONGEST_LABEL))?.[0];
        return mark ? line.addElement(line.elt('Footnote', pos, pos + mark.length)) : -1;
      },
    },
  ],
};

/**
 * The service has no bare links, raised letters or emoji names. Enter, Backspace and pasting have
 * rules of their own here.
 */
export const markdownSupport = markdown({
  base: markdownLanguage,
  extensions: [{ remove: ['Autolink', 'Subscript', 'Superscript', 'Emoji'] }, footnotes],
  addKeymap: false,
  pasteURLAsLink: false,
});
