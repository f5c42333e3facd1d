// The shadow root of an element that asks for a widget: out of reach for the styles of its page.

import { element } from './element.ts';
import { STYLES } from './styles.ts';

const roots = new WeakMap<Element, ShadowRoot>();

// Unlike a style element, it is not stopped by a page's policy on styles.
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLES);

function rootOf(target: HTMLElement): ShadowRoot {
  const known = roots.get(target);
  if (known) return known;
  const root = target.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  roots.set(target, root);
  return root;
}

/** As high as so many letters, in the size that a widget has on this page. */
const letters = (count: number) => `calc(clamp(12px, 1em, 24px) * ${count})`;

function fill(target: HTMLElement, room: number, space: HTMLElement): void {
  space.style.minHeight = letters(room);
  rootOf(target).replaceChildren(space);
}

/** What the page itself has put into the element, with room for what will take its place. */
export const showFallback = (target: HTMLElement, room: number) =>
  fill(target, room, element('div', {}, element('slot', {})));

/** The room is around the widget and not in it: what is short looks short, and nothing moves up. */
export const showWidget = (target: HTMLElement, drawn: HTMLElement, room: number) =>
  fill(target, room, element('div', { class: 'room' }, drawn));

/** Back to what the page has there, in an element that was given a root. */
export function giveBack(target: HTMLElement): void {
  if (roots.has(target)) showFallback(target, 0);
}
