// Elements from words: text is only ever text, and a link leads only to a web address.

export type Child = Node | string | false | null | undefined;

interface Attributes {
  [name: string]: string;
}

export function element(
  name: string,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) if (child) made.append(child);
  return made;
}

export const link = (address: string, attributes: Attributes, ...children: readonly Child[]) =>
  element(
    'a',
    /^https?:/i.test(address) ? { ...attributes, href: address } : attributes,
    ...children,
  );

/** Words that are read in their own direction, whichever way the page is written. */
export const words = (text: string) => element('bdi', {}, text);

/** Somebody's own words, in whichever language: nobody says which. */
export const theirs = (text: string) => element('bdi', { lang: '' }, text);
