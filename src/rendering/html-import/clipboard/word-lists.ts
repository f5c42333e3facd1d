/** Lists of Word: paragraphs whose style names their list and level. */

import { DomUtils } from 'htmlparser2';
import {
  type Element,
  elementsOf,
  isElement,
  made,
  move,
  type Page,
  styleOf,
  textOf,
  within,
} from './elements.ts';

interface Item {
  readonly element: Element;
  readonly list: string;
  readonly level: number;
  /** Number of an ordered item; null for a bullet. */
  readonly number: number | null;
}

type OpenList = Omit<Item, 'number'>;

const LIST = /mso-list:\s*(l\d+)\s+level(\d+)/i;
const IGNORED = /mso-list:\s*ignore/i;
const ORDERED = /^(?:(\d{1,9})|[a-z]{1,5})[.)]$/i;
const DEEPEST = 9;

export function buildWordLists(page: Page): void {
  let open: OpenList[] = [];
  let last: Element | null = null;
  for (const paragraph of elementsOf(page, 'p')) {
    const item = itemOf(paragraph);
    if (!item) continue;
    const isNext = last !== null && DomUtils.prevElementSibling(paragraph) === open[0]?.element;
    if (!isNext) open = [];
    open = placed(item, open);
    last = paragraph;
  }
}

function itemOf(element: Element): Item | null {
  const [, list = '', level = ''] = LIST.exec(styleOf(element)) ?? [];
  if (list === '') return null;
  const marks = within(element, 'span').filter((span) => IGNORED.test(styleOf(span)));
  const ordered = ORDERED.exec(marks.map(textOf).join('').replace(/\s/g, ''));
  for (const mark of marks) DomUtils.removeElement(mark);
  const number = ordered && Number(ordered[1] ?? 1);
  return { element, list, level: Math.min(DEEPEST, Number(level)), number };
}

/** Puts the item into the list of its level, which is made if needed. */
function placed(item: Item, before: readonly OpenList[]): OpenList[] {
  const open = before.filter(({ level }) => level <= item.level);
  const inner = open.at(-1);
  const isSame = inner?.level === item.level && (inner.list === item.list || open.length > 1);
  const kept = isSame ? open : open.filter(({ level }) => level < item.level);
  const { element } = item;
  if (!isSame) {
    const list = made(item.number === null ? 'ul' : 'ol');
    if (item.number !== null && item.number !== 1) list.attribs['start'] = String(item.number);
    const around = kept.at(-1)?.element;
    const parent = around && lastItem(around);
    if (parent) DomUtils.appendChild(parent, list);
    else DomUtils.prepend(element, list);
    kept.push({ element: list, list: item.list, level: item.level });
  }
  const into = kept.at(-1)?.element;
  element.name = 'li';
  element.attribs = {};
  if (into) move(element, into);
  return kept;
}

const lastItem = ({ children }: Element): Element | null => {
  const last = children.at(-1);
  return last && isElement(last) ? last : null;
};
