// Two texts where there can be one: both are shown, and the writer chooses.

import type { Theirs } from './calls.ts';
import type { Content } from './content.ts';
import { button, element } from './element.ts';

export type Choice = 'mine' | 'theirs';

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function askWhich(
  mine: Content,
  theirs: Theirs,
  choose: (choice: Choice) => void,
): HTMLElement {
  const side = (title: string, text: { headline: string; sub: string | null; body_md: string }) =>
    element(
      'div',
      {},
      element('h3', {}, title),
      element('p', { class: 'headline' }, text.headline || 'Without a headline'),
      element('p', { class: 'standfirst' }, text.sub ?? ''),
      element('pre', { tabindex: '0' }, text.body_md),
    );
  const saved = `${clock.format(new Date(theirs.saved_at))} by ${theirs.saved_by}`;
  return element(
    'section',
    {
      class: 'conflict',
      role: 'alertdialog',
      'aria-live': 'assertive',
      'aria-labelledby': 'conflict-title',
    },
    element('h2', { id: 'conflict-title' }, 'This piece was changed elsewhere'),
    element('p', {}, 'Both texts stay among the versions, whichever you choose.'),
    element(
      'div',
      { class: 'sides' },
      side(`Saved ${saved}`, theirs),
      side('Yours, not saved', mine),
    ),
    element(
      'div',
      { class: 'row' },
      button('Keep mine', () => choose('mine'), { class: 'primary' }),
      button('Take the other', () => choose('theirs')),
    ),
  );
}
