// Creates elements: strings become text nodes, and links only lead to http and https URLs.

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

export const link = (url: string, attributes: Attributes, ...children: readonly Child[]) =>
  element('a', /^https?:/i.test(url) ? { ...attributes, href: url } : attributes, ...children);

/** Text whose direction doesn't depend on the page around it. */
export const words = (text: string) => element('bdi', {}, text);

/** Text by the author, whose language is unknown. */
export const theirs = (text: string) => element('bdi', { lang: '' }, text);
