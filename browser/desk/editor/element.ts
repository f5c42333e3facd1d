// Creates elements; strings become text nodes, never HTML.

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: { [attribute: string]: string } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

export function button(label: string, act: () => void, attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

/** Sets `hidden` only when it changes: writing the same value again makes the browser recalculate styles. */
export function show(made: HTMLElement, isShown: boolean): void {
  if (made.hidden === isShown) made.hidden = !isShown;
}
