// The shadow root of a widget, which the page's styles cannot reach.

import { element } from './element.ts';

/** The minified assets/widgets.css, which the bundler inserts. */
declare const WIDGET_STYLES: string;

/**
 * The key under which an element keeps its shadow root: an element can't have two, so the script of a second service
 * reuses it.
 */
const ROOT = Symbol.for('service-widget');

// A constructed style sheet, unlike a style element, is not blocked by the page's CSP.
const sheet = new CSSStyleSheet();
sheet.replaceSync(WIDGET_STYLES);

function rootOf(target: HTMLElement): ShadowRoot {
  const known: unknown = Reflect.get(target, ROOT);
  const root = known instanceof ShadowRoot ? known : target.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  Reflect.set(target, ROOT, root);
  return root;
}

/** A height in em, at the font size of widgets on this page. */
const letters = (count: number) => `calc(clamp(12px,1em,24px) * ${count})`;

function fill(target: HTMLElement, room: number, space: HTMLElement): void {
  space.style.minHeight = letters(room);
  rootOf(target).replaceChildren(space);
}

/** Shows the element's own content, with space reserved for the widget. */
export const showFallback = (target: HTMLElement, room: number) =>
  fill(target, room, element('div', {}, element('slot', {})));

/** Reserves the space around the widget, not inside it: short content looks short, and nothing shifts. */
export const showWidget = (target: HTMLElement, drawn: HTMLElement, room: number) =>
  fill(target, room, element('div', { class: 'room' }, drawn));

/** Shows the element's own content again. */
export function restoreFallback(target: HTMLElement): void {
  if (ROOT in target) showFallback(target, 0);
}
