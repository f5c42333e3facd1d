// The Markdown of the editor: what it shows as a format is what the service renders as one.

import { defineLanguageFacet, Language, LanguageSupport } from '@codemirror/language';
import { type MarkdownConfig, parser, Strikethrough, Table, TaskList } from '@lezer/markdown';

const LONGEST_LABEL = 100;

/** The text of a footnote, which would otherwise be taken for the URL of a reference. */
const DEFINITION = /^\[\^[^\s\]]+\]:/;
/** What ends it: a blank line, another footnote, or a block that ends a paragraph. */
const NEXT = /^(?:\[\^[^\s\]]+\]:|#{1,6}\s|>|```|~~~|[-+*]\s|1[.)]\s|$)/;

const footnotes: MarkdownConfig = {
  defineNodes: ['Footnote'],
  parseBlock: [
    {
      name: 'FootnoteText',
      before: 'LinkReference',
      parse(context, line) {
        if (line.indent > line.baseIndent + 3 || !DEFINITION.test(line.text.slice(line.pos))) {
          return false;
        }
        const start = context.lineStart + line.pos;
        let text = line.text.slice(line.pos);
        // In a list or quote, further lines have its marks before them.
        const isPlain = line.basePos === 0 && line.pos === 0;
        while (context.nextLine() && isPlain && !NEXT.test(line.text.trim()))
          text += `\n${line.text}`;
        const inline = context.parser.parseInline(text, start);
        context.addElement(context.elt('Paragraph', start, start + text.length, inline));
        return true;
      },
    },
  ],
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

/** A URL or an e-mail address in angle brackets. */
const AUTOLINK = /^<(?:[a-z][-\w+.]+:[^\s<>]+|[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d.-]+)>/i;
const LONGEST_URL = 2000;

/**
 * Tags and comments are words: they are published as such. Otherwise all that follows one without an end would be
 * taken for a part of it, and have no formats.
 */
const noTags: MarkdownConfig = {
  remove: ['HTMLBlock'],
  parseInline: [
    {
      name: 'NoTag',
      before: 'HTMLTag',
      parse(line, next, pos) {
        if (next !== '<'.charCodeAt(0)) return -1;
        return AUTOLINK.test(line.slice(pos, pos + LONGEST_URL)) ? -1 : pos + 1;
      },
    },
  ],
};

/** Without tags and code of other languages, for which every node would be looked at again at each key. */
const markdown = parser.configure([Table, TaskList, Strikethrough, footnotes, noTags]);

export const markdownSupport = new LanguageSupport(
  new Language(defineLanguageFacet(), markdown, [], 'markdown'),
);
