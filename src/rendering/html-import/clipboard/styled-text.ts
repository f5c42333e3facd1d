/** Turns bold and italic styles into elements, and removes images that are only on the writer's machine. */

import { DomUtils, parseDocument } from 'htmlparser2';
import { type Element, elementsOf, type Page } from './elements.ts';

export function sayByName(page: Page): void {
  for (const each of elementsOf(page, 'img')) {
    if (!/^https?:/i.test(each.attribs['src'] ?? '')) DomUtils.removeElement(each);
  }
  // Inner elements come first, because converting an outer one copies the inner ones as they are then.
  for (const each of elementsOf(page, 'span', 'b', 'strong').toReversed()) say(each);
}

function say(each: Element): void {
  const { style = '' } = each.attribs;
  const weight = /(?<![\w-])font-weight:\s*(\w+)/i.exec(style)?.[1];
  const isBold = weight === 'bold' || Number(weight) >= 600;
  const isItalic = /(?<![\w-])font-style:\s*italic/i.test(style);
  if (each.name !== 'span') {
    if (weight && !isBold) each.name = 'span';
  } else if (isBold) {
    each.name = 'strong';
    if (isItalic) each.children = parseDocument(`<em>${DomUtils.getInnerHTML(each)}</em>`).children;
  } else if (isItalic) {
    each.name = 'em';
  }
}
