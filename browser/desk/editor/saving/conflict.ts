// A conflict: shows both versions, and the writer chooses one.

import { FACT_FIELDS } from '../../../../src/schemas/content-fields.ts';
import type { Content, Page } from '../content.ts';
import { button, element } from '../element.ts';

export type Choice = 'mine' | 'theirs';

export interface Other {
  version: number;
  content: Content;
  saved_at: string;
  saved_by: string;
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function conflictDialog(
  page: Page,
  other: Other,
  choose: (choice: Choice) => void,
): HTMLElement {
  const mine = page.read();
  const theirs = other.content;
  const facts = FACT_FIELDS.filter((name) => mine[name].trim() !== theirs[name].trim());
  const sameText = mine.body_md === theirs.body_md;
  const side = (title: string, text: Content) =>
    element(
      'div',
      {},
      element('h3', {}, title),
      element('p', { class: 'headline' }, text.headline || 'Without a headline'),
      element('p', { class: 'standfirst' }, text.sub),
      element(
        'dl',
        { class: 'facts' },
        ...facts.flatMap((name) => [
          element('dt', {}, page.field(name).labels?.[0]?.textContent ?? name),
          element('dd', {}, text[name] || 'none'),
        ]),
      ),
      sameText
        ? element('p', { class: 'muted' }, 'The text is the same in both.')
        : element('pre', { tabindex: '0', dir: 'auto' }, text.body_md),
    );
  const saved = `${clock.format(new Date(other.saved_at))} by ${other.saved_by}`;
  return element(
    'section',
    {
      class: 'conflict',
      role: 'alertdialog',
      tabindex: '-1',
      'aria-live': 'assertive',
      'aria-labelledby': 'conflict-title',
    },
    element('h2', { id: 'conflict-title' }, 'This piece was changed elsewhere'),
    element('p', {}, 'Whichever you choose, the other one stays in the versions.'),
    element(
      'div',
      { class: 'inline-group' },
      button('Keep mine', () => choose('mine'), { class: 'primary' }),
      button('Use the other', () => choose('theirs')),
    ),
    element(
      'div',
      { class: 'conflict-sides' },
      side(`Saved ${saved}`, theirs),
      side('Yours, not saved yet', mine),
    ),
  );
}
