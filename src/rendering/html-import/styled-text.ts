// HTML from word processors' clipboards: bold and italic as styles, and local images.

import { DomUtils, parseDocument } from 'htmlparser2';

const STYLED = ['span', 'b', 'strong'];

const elementsOf = (page: ReturnType<typeof parseDocument>) =>
  DomUtils.getElementsByTagName((name) => STYLED.includes(name), page);

type Element = ReturnType<typeof elementsOf>[number];

/** With elements for bold and italic, and without images that only that machine has. */
export function sayByName(html: string): string {
  const page = parseDocument(html);
  for (const each of DomUtils.getElementsByTagName('img', page)) {
    if (!/^https?:/i.test(each.attribs['src'] ?? '')) DomUtils.removeElement(each);
  }
  // The innermost first: what is inside another has its name already when that gets one.
  for (const each of elementsOf(page).toReversed()) say(each);
  return DomUtils.getOuterHTML(page);
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
