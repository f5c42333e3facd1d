/** Markdown parser: CommonMark, tables, strikethrough, footnotes and task lists; no HTML. */

import MarkdownItParser from 'markdown-it';
import { cards } from './cards.ts';
import { codeBlocks } from './code-blocks.ts';
import { elements } from './elements.ts';
import { figures } from './figures.ts';
import { footnotes } from './footnotes.ts';
import { headingIds } from './heading-ids.ts';
import { isSafeLink } from './link-urls.ts';
import { referenceLinks } from './reference-links.ts';
import { tableCells } from './table-cells.ts';
import { taskLists } from './task-lists.ts';

export const parser = new MarkdownItParser({ html: false, xhtmlOut: true, maxNesting: 100 });

parser.validateLink = isSafeLink;
parser.use(footnotes).use(taskLists).use(headingIds).use(codeBlocks).use(elements);
parser.use(tableCells).use(referenceLinks).use(cards).use(figures);
