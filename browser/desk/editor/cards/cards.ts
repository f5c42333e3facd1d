// Asks for the cards of URLs that stand alone on a line, one at a time, and has them saved with the text.

import { StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CardValues } from '../../../../src/schemas/cards/providers.ts';
import { CARDS } from '../../../../src/schemas/limits.ts';
import type { Page } from '../content.ts';
import { CallFailed, type Service } from '../saving/calls.ts';
import { cardLines, cardUrlAt, type Known, knownCards, learn } from './card-lines.ts';

/** A URL that is still being typed is not asked for. */
const PAUSE_MS = 700;

type Answer = { card: CardValues } | { card: null; reason: string };

interface Options {
  page: Page;
  service: Service;
  /** There are cards that the version lacks: a new one is to have them. */
  arrived(): void;
}

export function showCards({ page, service, arrived }: Options): void {
  const { view, form } = page;
  const stored: CardValues[] = JSON.parse(form.dataset['cards'] ?? '[]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
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
      // The service can't be reached: the next change tries again.
      if (!known) break;
      view.dispatch({ effects: learn.of(new Map([[url, known]])) });
      if ('card' in known) found += 1;
    }
    isAsking = false;
    if (found > 0) arrived();
  };
  const listener = EditorView.updateListener.of(({ docChanged }) => docChanged && later());
  view.dispatch({ effects: StateEffect.appendConfig.of([cardLines, listener]) });
  view.dispatch({ effects: learn.of(new Map(stored.map((card) => [card.url, { card }]))) });
  if (form.hasAttribute('data-asks-for-cards')) later();
}

/** The first that nothing is known of, among as many as may have cards. */
function nextUrl({ state }: EditorView): string | undefined {
  const urls = new Set<string>();
  for (let number = 1; number <= state.doc.lines && urls.size < CARDS.perPiece; number += 1) {
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
    // Too many were asked for: it says so once, and the page asks no more for this one.
    return problem.failure === 'unavailable' ? { reason: problem.message } : null;
  }
}
