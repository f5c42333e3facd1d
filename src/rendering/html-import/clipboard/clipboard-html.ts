/** Normalises clipboard HTML of word processors to ordinary HTML. */

import { DomUtils, parseDocument } from 'htmlparser2';
import { sayByClass } from './class-styles.ts';
import { nameHeadings } from './large-paragraphs.ts';
import { dropLeftovers, dropStyles } from './leftovers.ts';
import { nestLists } from './nested-lists.ts';
import { pairNotes } from './note-pairs.ts';
import { sayByName } from './styled-text.ts';
import { buildWordLists } from './word-lists.ts';
import { sayAsWord } from './word-web.ts';

export function clipboardHtml(source: string): string {
  const page = parseDocument(source);
  sayByClass(page);
  nameHeadings(page);
  dropStyles(page);
  sayAsWord(page);
  buildWordLists(page);
  nestLists(page);
  pairNotes(page);
  sayByName(page);
  dropLeftovers(page);
  return DomUtils.getOuterHTML(page);
}
