/** Finds, makes and moves elements of a parsed page. */

import { DomUtils, parseDocument } from 'htmlparser2';

export type Page = ReturnType<typeof parseDocument>;
export type Element = ReturnType<typeof elementsOf>[number];

export const elementsOf = (page: Page, ...names: string[]) =>
  DomUtils.getElementsByTagName((name) => names.length === 0 || names.includes(name), page);

export const within = (element: Element, ...names: string[]): Element[] =>
  DomUtils.getElementsByTagName((name) => names.includes(name), element.children);

export function made(name: 'ul' | 'ol' | 'li'): Element {
  const [element] = elementsOf(parseDocument(`<${name}></${name}>`), name);
  if (!element) throw new Error(`No ${name} was made.`);
  DomUtils.removeElement(element);
  return element;
}

export function move(element: Element, into: Element): void {
  DomUtils.removeElement(element);
  DomUtils.appendChild(into, element);
}

/** Replaces the element with its children. */
export function unwrap(element: Element): void {
  for (const child of [...element.children]) {
    DomUtils.removeElement(child);
    DomUtils.prepend(element, child);
  }
  DomUtils.removeElement(element);
}

type Node = Element['children'][number];

export const isElement = (node: Node | Element['parent']): node is Element =>
  node !== null && 'attribs' in node;

export const textsOf = (page: Page) =>
  DomUtils.find(
    (node) => node.type === 'text',
    page.children,
    true,
    Number.POSITIVE_INFINITY,
  ).filter((node) => 'data' in node);

export const styleOf = ({ attribs }: Element) => attribs['style'] ?? '';

export const textOf = (element: Element) => DomUtils.textContent(element);

export const parentOf = ({ parent }: Element): Element | null =>
  isElement(parent) ? parent : null;

/** Nearest matching ancestor, or the element itself. */
export function closest(element: Element, fits: (each: Element) => boolean): Element | null {
  for (let each: Element | null = element; each; each = parentOf(each)) if (fits(each)) return each;
  return null;
}
