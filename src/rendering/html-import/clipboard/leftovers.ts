/** Removes unseen clipboard content: comments, hidden parts, reviewers' deletions, empty paragraphs, extra spaces. */

import { DomUtils } from 'htmlparser2';
import {
  closest,
  type Element,
  elementsOf,
  isElement,
  type Page,
  parentOf,
  styleOf,
  textOf,
  textsOf,
  within,
} from './elements.ts';

const HIDDEN = /mso-element:\s*comment-list|display:\s*none|mso-hide:\s*all/i;
const UNSEEN =
  /(?:^|\s)(?:MsoCommentReference|msocomanchor|msocomtxt|Apple-interchange-newline)(?:\s|$)/i;
const NOTES = /mso-element:\s*(?:footnote|endnote)-list/i;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = [
  ...['p', 'div', 'ul', 'ol', 'table', 'blockquote', 'pre', 'hr', 'section', ...HEADINGS],
];
const FULL = ['img', 'hr', 'table', 'input'];

export function dropStyles(page: Page): void {
  for (const each of elementsOf(page, 'style', 'xml', 'script')) DomUtils.removeElement(each);
}

export function dropLeftovers(page: Page): void {
  for (const each of elementsOf(page)) {
    const { class: names = '' } = each.attribs;
    if (/(?:^|\s)MsoTitle(?:\s|$)/.test(names)) each.name = 'h1';
    const isUnseen = isTakenAway(each) || HIDDEN.test(styleOf(each)) || UNSEEN.test(names);
    if (isUnseen || (each.name === 'hr' && isAboveNotes(each))) DomUtils.removeElement(each);
  }
  for (const br of elementsOf(page, 'br')) if (isBetweenBlocks(br)) DomUtils.removeElement(br);
  const isEmpty = (each: Element) =>
    textOf(each).trim() === '' && within(each, ...FULL).length === 0;
  for (const each of elementsOf(page, 'p', ...HEADINGS)) {
    if (isEmpty(each)) DomUtils.removeElement(each);
  }
  spaceOnce(page);
}

/** Reviewers' deletions have a date or an author; text that the writer struck out has neither. */
const isTakenAway = ({ name, attribs }: Element) =>
  name === 'del' && ('datetime' in attribs || 'cite' in attribs);

const isAboveNotes = (rule: Element) =>
  closest(
    rule,
    (each) => NOTES.test(styleOf(each)) || /footnote/i.test(each.attribs['class'] ?? ''),
  ) !== null;

function isBetweenBlocks(br: Element): boolean {
  const before = DomUtils.prevElementSibling(br);
  const after = DomUtils.nextElementSibling(br);
  const hasText = (parentOf(br)?.children ?? []).some(
    (each) => !isElement(each) && DomUtils.textContent(each).trim() !== '',
  );
  const isBlock = (each: Element | null) => each === null || BLOCKS.includes(each.name);
  return !hasText && isBlock(before) && isBlock(after);
}

/** Collapses runs of spaces. A single no-break space is kept, because the writer meant it. */
function spaceOnce(page: Page): void {
  for (const text of textsOf(page)) {
    const parent = isElement(text.parent) ? text.parent : null;
    if (parent && closest(parent, ({ name }) => name === 'pre')) continue;
    const spaced = text.data.replace(/[\s\u00a0]{2,}/g, ' ');
    const isFiller = parent?.attribs['class'] === 'Apple-converted-space';
    text.data = isFiller ? spaced.replaceAll('\u00a0', ' ') : spaced;
  }
}
