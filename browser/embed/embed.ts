// embed.js: finds the widget elements on any page, renders them, and follows their changes.

import { dataOf } from './data.ts';
import { restoreFallback, showFallback, showWidget } from './frame.ts';
import { isFirstCopy, isOthers, isOurs, SOURCE } from './service.ts';
import { soon } from './task-queue.ts';
import { ATTRIBUTES, MARK, minimumHeight, optionsOf, reservedHeight } from './widget-attributes.ts';
import { widget } from './widgets.ts';

interface State {
  /** The values of the attributes that this state is for. */
  asked: string;
  done: boolean;
}

const states = new WeakMap<Element, State>();

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      near.unobserve(target);
      void soon(() => void show(target));
    }
  },
  { rootMargin: '400px' },
);

/** Renders an element if its attributes have changed. */
function see(target: HTMLElement): void {
  const asked = ATTRIBUTES.map((name) => target.getAttribute(name)).join();
  const before = states.get(target);
  if (!target.isConnected || before?.asked === asked) return;
  if (isOthers(target) || !(before || isOurs(target))) return;
  states.set(target, { asked, done: false });
  try {
    const wish = optionsOf(target);
    // The current widget stays until the next one is ready.
    if (!before?.done) showFallback(target, reservedHeight(wish));
    near.observe(target);
  } catch (error) {
    fail(target, error);
  }
}

/** An element removed before it was rendered is forgotten, and handled again if it comes back. */
function leave(target: HTMLElement): void {
  if (!target.isConnected && !states.get(target)?.done) release(target);
}

/** Forgets an element that is no longer a widget and shows its own content again. */
function release(target: HTMLElement): void {
  near.unobserve(target);
  states.delete(target);
  if (!isOthers(target)) restoreFallback(target);
}

async function show(target: HTMLElement): Promise<void> {
  const state = states.get(target);
  const isCurrent = () => !!state && states.get(target) === state && !isOthers(target);
  try {
    const wish = optionsOf(target);
    const data = await dataOf(SOURCE, wish.slug);
    await soon(() => {
      if (!state || !isCurrent()) return;
      showWidget(target, widget(wish, data), minimumHeight(wish));
      state.done = true;
      tell(target, 'ready', { kind: wish.kind, slug: wish.slug });
    });
  } catch (error) {
    if (isCurrent()) fail(target, error);
  }
}

function fail(target: HTMLElement, error: unknown): void {
  const state = states.get(target);
  if (state) state.done = true;
  near.unobserve(target);
  restoreFallback(target);
  tell(target, 'error', { reason: error instanceof Error ? error.message : String(error) });
}

const tell = (target: HTMLElement, what: 'ready' | 'error', detail: object) =>
  target.dispatchEvent(
    new CustomEvent(`service-widget:${what}`, { bubbles: true, composed: true, detail }),
  );

const hasElements = (node: Node): node is Node & ParentNode => 'querySelectorAll' in node;

/** The widget elements in a node, the node included. */
function* within(node: Node): Generator<HTMLElement> {
  if (node instanceof HTMLElement && node.hasAttribute(MARK)) yield node;
  if (hasElements(node)) yield* node.querySelectorAll<HTMLElement>(`[${MARK}]`);
}

function follow({ type, target, addedNodes, removedNodes }: MutationRecord): void {
  if (type === 'attributes' && target instanceof HTMLElement) {
    if (target.hasAttribute(MARK)) see(target);
    else release(target);
  }
  for (const node of removedNodes) for (const each of within(node)) leave(each);
  for (const node of addedNodes) seeAll(node);
}

function seeAll(node: Node): void {
  for (const each of within(node)) void soon(() => see(each));
}

const changes = new MutationObserver((records) => records.forEach(follow));

/** Renders the widgets in a document or shadow root, and observes it for later changes. */
function scan(root: Node): void {
  seeAll(root);
  changes.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}

declare global {
  interface Window {
    /** For pages with shadow roots, which this script can't find by itself. */
    Standfirst?: { scan(root: Node): void };
  }
}

if (isFirstCopy) {
  const others = window.Standfirst;
  window.Standfirst = {
    scan(root) {
      others?.scan(root);
      scan(root);
    },
  };
  scan(document);
}
