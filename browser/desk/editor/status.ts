// Says in one line how it stands with the words: saved, kept here, refused, or changed elsewhere.

import type { Page } from './content.ts';
import { element } from './element.ts';
import type { State } from './saving.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function showState(page: Page, line: HTMLElement, state: State): void {
  line.dataset['state'] = state.kind;
  line.replaceChildren(...wordsFor(state));
  for (const old of page.form.querySelectorAll('.error[data-call]')) old.remove();
  if (state.kind !== 'refused') return;
  for (const { field, reason } of state.errors) {
    const control = page.field(field.replace(/\[.*$/, ''));
    control.after(element('p', { class: 'error', 'data-call': '' }, reason));
  }
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Today by the clock, else by the day. */
const whenSaved = (at: Date) =>
  at.toDateString() === new Date().toDateString() ? clock.format(at) : day.format(at);

function wordsFor(state: State): (Node | string)[] {
  switch (state.kind) {
    case 'saved':
      return [`Saved ${whenSaved(new Date(state.at))}`];
    case 'writing':
      return ['Writing…'];
    case 'saving':
      return ['Saving…'];
    case 'away':
      return ['No connection. Your words are kept in this browser and sent when it is back.'];
    case 'signed-out': {
      const attributes = { href: '/desk/sign-in', target: '_blank' };
      return [
        'You are signed out. Your words are kept in this browser. ',
        element('a', attributes, 'Sign in'),
        ', then come back here.',
      ];
    }
    case 'refused':
      return [`Not saved: ${state.reason} Your words are kept in this browser.`];
    case 'conflict':
      return ['Not saved: this piece was changed elsewhere. Choose above.'];
  }
}
