/** Word on the web: each item has a separate list, and headings are paragraphs. */

import { DomUtils, parseDocument } from 'htmlparser2';
import {
  type Element,
  elementsOf,
  isElement,
  type Page,
  parentOf,
  unwrap,
  within,
} from './elements.ts';

const hasClass = ({ attribs }: Element, name: string) =>
  (attribs['class'] ?? '').split(/\s+/).includes(name);

/** Converts the clipboard to the markup of desktop Word, from which lists are then built. */
export function sayAsWord(page: Page): void {
  for (const end of elementsOf(page, 'span')) if (hasClass(end, 'EOP')) DomUtils.removeElement(end);
  for (const each of elementsOf(page, 'p')) {
    const level = Number(each.attribs['aria-level']);
    if (each.attribs['role'] === 'heading' && level >= 1 && level <= 6) each.name = `h${level}`;
  }
  sayWithoutLists(page);
}

function sayWithoutLists(page: Page): void {
  for (const list of elementsOf(page, 'ul', 'ol')) {
    const items = list.children.filter(isElement);
    if (items.length === 0 || !items.every((item) => item.attribs['data-listid'])) continue;
    for (const [at, item] of items.entries()) sayAsParagraph(list, item, at);
    const around = parentOf(list);
    unwrap(list);
    if (around && hasClass(around, 'ListContainerWrapper')) unwrap(around);
  }
}

function sayAsParagraph(list: Element, item: Element, at: number): void {
  const { 'data-listid': id = '1', 'data-aria-level': level = '1' } = item.attribs;
  const number = Number(list.attribs['start'] ?? 1) + at;
  const mark = list.name === 'ol' ? `${number}.` : '·';
  for (const paragraph of within(item, 'p')) unwrap(paragraph);
  const [sign] = parseDocument(`<span style="mso-list:Ignore">${mark}</span>`).children;
  if (sign) DomUtils.prependChild(item, sign);
  item.name = 'p';
  item.attribs = {
    style: `mso-list:l${/\d+/.exec(id)?.[0] ?? 1} level${/\d+/.exec(level)?.[0] ?? 1}`,
  };
}
