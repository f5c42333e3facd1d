// The conflict dialog: shows each place that both sides changed, with the difference marked, and lets the writer
// choose. All other places are merged already.

import type { Collision } from '../../../../src/rendering/diff/merge.ts';
import {
  type Choices,
  collisionsIn,
  type Merge,
} from '../../../../src/rendering/diff/merge-contents.ts';
import { textOf } from '../../../../src/rendering/diff/paragraphs.ts';
import { difference, type Part } from '../../../../src/rendering/diff/text-diff.ts';
import type { ContentField } from '../../../../src/schemas/content-fields.ts';
import { coverLines } from '../../../../src/schemas/images/covers.ts';
import { button, element } from '../element.ts';
import type { Content, Page } from '../page/content.ts';

export interface Other {
  version: number;
  content: Content;
  saved_at: string;
  saved_by: string;
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function conflictDialog(
  page: Page,
  { other, merge }: { other: Other; merge: Merge },
  choose: (choices: Choices) => void,
): HTMLElement {
  const count = collisionsIn(merge);
  const all = (side: 'mine' | 'theirs') => Array.from({ length: count }, () => side);
  const saved = `Saved ${clock.format(new Date(other.saved_at))} by ${other.saved_by}`;
  const rows = collisions(page, merge).map((each, at) => row(each, at, saved, count > 1));
  const chosen = () =>
    rows.map((each) => {
      const value = each.querySelector<HTMLInputElement>('input:checked')?.value;
      return value === 'theirs' || value === 'both' ? value : 'mine';
    });
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
    element(
      'p',
      {},
      count === 1
        ? 'Both of you changed this passage. Everything else has been merged, and both texts are kept as versions.'
        : `Both of you changed these ${count} passages. Everything else has been merged, and both texts are kept ` +
            'as versions.',
    ),
    element(
      'div',
      { class: 'inline-group' },
      button('Keep mine', () => choose(all('mine')), { class: 'primary' }),
      button('Use the other version', () => choose(all('theirs'))),
      ...(count > 1 ? [button('Use my choices below', () => choose(chosen()))] : []),
    ),
    ...rows,
  );
}

/** A place that both sides changed. */
interface Collided {
  name: string;
  mine: string;
  theirs: string;
  isText: boolean;
}

const shownText = (name: ContentField, content: Content) =>
  name === 'image' ? coverLines(content.image) : content[name];

function collisions(page: Page, { fields, body, mine, theirs }: Merge): Collided[] {
  const parts = body.filter((part): part is Collision => part.kind === 'collision');
  return [
    ...fields.map((name) => ({
      ...{ name: page.field(name).labels?.[0]?.textContent ?? name, isText: false },
      ...{ mine: shownText(name, mine), theirs: shownText(name, theirs) },
    })),
    ...parts.map((part, at) => ({
      ...{ name: parts.length > 1 ? `Text, place ${at + 1}` : 'Text', isText: true },
      ...{ mine: textOf(part.mine).trimEnd(), theirs: textOf(part.theirs).trimEnd() },
    })),
  ];
}

function row(collided: Collided, at: number, saved: string, isChosen: boolean): HTMLElement {
  const { name, mine, theirs, isText } = collided;
  const parts = difference(theirs, mine).flat();
  const side = (title: string, value: 'mine' | 'theirs', kind: Part['kind'], text: string) =>
    element(
      'div',
      {},
      isChosen ? choice(at, value, title) : element('p', { class: 'muted' }, title),
      element(
        'div',
        { class: 'diff-text', tabindex: '0', dir: 'auto', role: 'group', 'aria-label': title },
        ...(text === '' ? [element('em', {}, 'nothing')] : marked(parts, kind)),
      ),
    );
  return element(
    'fieldset',
    { class: 'conflict-place' },
    element('legend', {}, name),
    element(
      'div',
      { class: 'conflict-sides' },
      side(saved, 'theirs', 'removed', theirs),
      side('Yours, not saved yet', 'mine', 'added', mine),
    ),
    ...(isChosen && isText ? [choice(at, 'both', 'Keep both, one after the other')] : []),
  );
}

function choice(at: number, value: string, words: string): HTMLElement {
  const field = element('input', { type: 'radio', name: `conflict-${at}`, value });
  field.checked = value === 'mine';
  // The radio button is not a field of the piece, so its input must not count as a change.
  field.addEventListener('input', (event) => event.stopPropagation());
  return element('label', { class: 'choice' }, field, ` ${words}`);
}

/** One side of the comparison; text that the other side lacks is marked. */
const marked = (parts: readonly Part[], kind: Part['kind']) =>
  parts
    .filter((part) => part.kind === 'unchanged' || part.kind === kind)
    .map((part) => {
      if (part.kind === 'unchanged') return part.text;
      return element(kind === 'removed' ? 'del' : 'ins', {}, part.text);
    });
