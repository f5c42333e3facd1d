/** Footnotes of word processors: a link in the text and one at the note point at each other. */

import { DomUtils } from 'htmlparser2';
import { closest, type Element, elementsOf, made, type Page, styleOf } from './elements.ts';

const COMMENT = /cmnt|mso(?:com|anchor)|_com_/i;
const NOTE = /mso-element:\s*(?:footnote|endnote)(?!-)/i;
const BLOCKS = ['p', 'div', 'li', 'td', 'body'];
/** Prefix of note ids, which no other id on the clipboard has. */
const ID = 'pasted-note-';

const targetOf = ({ attribs }: Element) =>
  /^(?:file:[^#]*)?#(.+)$/i.exec(attribs['href'] ?? '')?.[1];
const nameOf = ({ attribs }: Element) => attribs['id'] ?? attribs['name'];

export function pairNotes(page: Page): void {
  const links = elementsOf(page, 'a');
  const byName = new Map(links.map((link) => [nameOf(link), link]));
  const seen = new Set<Element>();
  const list = made('ol');
  for (const link of links) {
    const target = targetOf(link);
    const note = target === undefined ? undefined : byName.get(target);
    seen.add(link);
    if (!note || seen.has(note) || targetOf(note) !== nameOf(link)) continue;
    const block = closest(note, (each) => NOTE.test(styleOf(each))) ?? closest(note, isBlock);
    if (!block) continue;
    seen.add(note);
    DomUtils.removeElement(note);
    DomUtils.removeElement(block);
    if (COMMENT.test(`${nameOf(link)} ${targetOf(link)}`)) DomUtils.removeElement(link);
    else refer(link, addTo(list, block));
  }
  if (list.children.length > 0) DomUtils.appendChild(bodyOf(page), list);
  unlink(page);
}

const isBlock = ({ name }: Element) => BLOCKS.includes(name);

const bodyOf = (page: Page) => elementsOf(page, 'body')[0] ?? page;

function addTo(list: Element, block: Element): string {
  const id = `${ID}${list.children.length + 1}`;
  const item = made('li');
  item.attribs = { id };
  for (const child of [...block.children]) {
    DomUtils.removeElement(child);
    DomUtils.appendChild(item, child);
  }
  DomUtils.appendChild(list, item);
  return id;
}

function refer(link: Element, id: string): void {
  link.attribs = { href: `#${id}`, class: 'footnote-ref' };
}

/** Removes links to other places on the page, except those of notes, because their targets aren't imported. */
function unlink(page: Page): void {
  const items = new Set(elementsOf(page, 'li').map(nameOf));
  const hasNotes = elementsOf(page, 'a').some((link) => items.has(targetOf(link)));
  for (const link of elementsOf(page, 'a')) {
    const target = targetOf(link);
    if (target === undefined || items.has(target)) continue;
    const isBack = hasNotes && closest(link, ({ name }) => name === 'li') !== null;
    if (!isBack) delete link.attribs['href'];
  }
}
