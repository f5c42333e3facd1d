// Requests the cards of URLs that are alone on a line, one at a time, and saves the text with them.

import { StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { CARD_LIMITS } from '../../../../src/schemas/cards/card-limits.ts';
import type { CardValues } from '../../../../src/schemas/cards/providers.ts';
import { CallFailed, type Service } from '../page/calls.ts';
import type { Page } from '../page/content.ts';
import { cardLines, cardUrlAt, type Known, knownCards, learn } from './card-lines.ts';

/** How long the writer must pause before cards are requested, so that half-typed URLs are not sent. */
const PAUSE_MS = 700;

type Answer = { card: CardValues } | { card: null; reason: string };

interface Options {
  page: Page;
  service: Service;
  /** Saves the text again, so that a version includes its cards. */
  save(): Promise<boolean>;
}

export function showCards({ page, service, save }: Options): void {
  const { view, form } = page;
  const stored: CardValues[] = JSON.parse(form.dataset['cards'] ?? '[]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  /** Opening a piece must not create a version: until the writer changes something, new cards wait to be saved. */
  let [isChanged, isWaiting] = [false, false];
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(askForAll, PAUSE_MS);
  };
  const askForAll = async () => {
    if (isAsking) return;
    isAsking = true;
    let found = 0;
    for (let url = nextUrl(view); url !== undefined; url = nextUrl(view)) {
      const known = await ask(service, url);
      // The service can't be reached; the next change tries again.
      if (!known) break;
      view.dispatch({ effects: learn.of(new Map([[url, known]])) });
      if ('card' in known) found += 1;
    }
    isAsking = false;
    if (found === 0) return;
    if (isChanged) await save();
    else isWaiting = true;
  };
  const listener = EditorView.updateListener.of(({ docChanged }) => {
    if (!docChanged) return;
    // Every save from here on includes the cards.
    [isChanged, isWaiting] = [true, false];
    later();
  });
  const leave = async (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a[data-after-saving]');
    if (!isWaiting || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    isWaiting = false;
    await save();
    location.assign(link.href);
  };
  // In the capture phase, before the link's own listener: the page behind the link must have the cards shown here.
  document.addEventListener('click', leave, { capture: true });
  view.dispatch({ effects: StateEffect.appendConfig.of([cardLines, listener]) });
  view.dispatch({ effects: learn.of(new Map(stored.map((card) => [card.url, { card }]))) });
  if (form.hasAttribute('data-asks-for-cards')) later();
}

/** The first URL that the service hasn't been asked about, within the number of URLs that may have cards. */
function nextUrl({ state }: EditorView): string | undefined {
  const urls = new Set<string>();
  for (let number = 1; number <= state.doc.lines && urls.size < CARD_LIMITS.perPiece; number += 1) {
    const url = cardUrlAt(state, state.doc.line(number));
    if (url !== null) urls.add(url);
  }
  const known = state.field(knownCards);
  return [...urls].find((url) => !known.has(url));
}

async function ask(service: Service, url: string): Promise<Known | null> {
  try {
    const answer = await service.post<Answer>('/desk/edit/cards', { url });
    return answer.card ? { card: answer.card } : { reason: answer.reason };
  } catch (problem) {
    if (!(problem instanceof CallFailed)) throw problem;
    // The service has had too many requests: its reason is shown on this line, and the page doesn't ask again for this
    // URL.
    return problem.failure === 'unavailable' ? { reason: problem.message } : null;
  }
}
