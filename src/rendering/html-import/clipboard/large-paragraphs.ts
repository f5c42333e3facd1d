/** Headings of Apple Pages, which the clipboard contains as paragraphs in a larger font. */

import { DomUtils } from 'htmlparser2';
import { type Element, elementsOf, type Page, textOf, unwrap, within } from './elements.ts';

const RULE = /p\.(p\d+)\s*\{[^}]*?font:[^;}]*?([\d.]+)px/g;
const LONGEST = 160;

/** Font sizes, relative to the text, from which a paragraph is a heading 2 (LARGE) or a heading 3 (LARGER). */
const LARGE = 1.5;
const LARGER = 1.15;

export function nameHeadings(page: Page): void {
  const sheet = elementsOf(page, 'style')
    .map((style) => DomUtils.textContent(style))
    .join('\n');
  const sizes = new Map([...sheet.matchAll(RULE)].map(([, name, size]) => [name, Number(size)]));
  const sized = elementsOf(page, 'p').flatMap((paragraph) => {
    const size = sizes.get(paragraph.attribs['class'] ?? '');
    return size ? [{ paragraph, size }] : [];
  });
  const body = commonest(sized);
  for (const { paragraph, size } of sized) {
    const { length } = textOf(paragraph).trim();
    if (size < body * LARGER || length === 0 || length > LONGEST) continue;
    paragraph.name = size >= body * LARGE ? 'h2' : 'h3';
    // Bold is redundant in a heading.
    for (const bold of within(paragraph, 'b', 'strong')) unwrap(bold);
  }
}

function commonest(sized: readonly { paragraph: Element; size: number }[]): number {
  const lengths = new Map<number, number>();
  for (const { paragraph, size } of sized) {
    lengths.set(size, (lengths.get(size) ?? 0) + textOf(paragraph).trim().length);
  }
  const [most] = [...lengths].sort(([, one], [, two]) => two - one);
  return most?.[0] ?? 0;
}
