/** Moves lists that are directly in lists, as word processors nest them, into the preceding item. */

import { DomUtils } from 'htmlparser2';
import {
  type Element,
  elementsOf,
  isElement,
  made,
  move,
  type Page,
  parentOf,
  textOf,
  unwrap,
} from './elements.ts';

const isList = (element: Element | null) => element?.name === 'ul' || element?.name === 'ol';

export function nestLists(page: Page): void {
  for (const list of elementsOf(page, 'ul', 'ol')) {
    if (!isList(parentOf(list))) continue;
    const before = DomUtils.prevElementSibling(list);
    if (before?.name === 'li') move(list, before);
    else {
      const item = made('li');
      DomUtils.prepend(list, item);
      move(list, item);
    }
  }
  for (const item of elementsOf(page, 'li')) makeTight(item);
}

/** Unwraps a paragraph that is the whole item, so that the list is tight. */
function makeTight(item: Element): void {
  const parts = item.children.filter(
    (child) => isElement(child) || DomUtils.textContent(child).trim() !== '',
  );
  const [first, ...rest] = parts;
  const isAlone = rest.every((part) => isElement(part) && isList(part));
  if (first && isElement(first) && first.name === 'p' && isAlone && textOf(first).trim() !== '') {
    unwrap(first);
  }
}
