// The editor's Markdown parser, which recognises the same formats as the service renders.

import { defineLanguageFacet, Language, LanguageSupport } from '@codemirror/language';
import { type MarkdownConfig, parser, Strikethrough, Table, TaskList } from '@lezer/markdown';

const LONGEST_LABEL = 100;

/** The start of a footnote's text, which Markdown would otherwise parse as the definition of a link. */
const DEFINITION = /^\[\^[^\s\]]+\]:/;
/** The start of a line that ends a footnote: a blank line, another footnote, or a block. */
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
        // Inside a list or quote, continuation lines begin with marks and can't be used as they are.
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

/** A URL or an email address in angle brackets. */
const AUTOLINK = /^<(?:[a-z][-\w+.]+:[^\s<>]+|[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d.-]+)>/i;
const LONGEST_URL = 2000;

/**
 * Parses HTML tags and comments as plain words, which is how they are published. Otherwise, all text after an unclosed
 * tag would be part of it and have no formats.
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

/** The parser is set up without HTML and code languages, whose nodes would all be visited again at each key press. */
const markdown = parser.configure([Table, TaskList, Strikethrough, footnotes, noTags]);

export const markdownSupport = new LanguageSupport(
  new Language(defineLanguageFacet(), markdown, [], 'markdown'),
);
