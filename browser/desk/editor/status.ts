// The status line: says whether changes are saved, unsaved, refused or in conflict.

import { button, element } from './element.ts';
import type { FieldError } from './page/calls.ts';
import { fieldOf, type Page } from './page/content.ts';
import type { State } from './saving/states.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const BESIDE = {
  merged: ', merged with what was saved elsewhere',
  shown: ' elsewhere. This page shows it now.',
};

/** States that need no attention. In every other state, something keeps the changes from being saved. */
const ORDINARY = new Set(['saved', 'writing', 'saving']);

/** The last announcement. “Saved” is announced once; after that, only problems and their end. */
let heard = '';

/** Announces the state to screen readers, which would otherwise read out every save. */
export function announce(page: Page, state: State, isStored: boolean): void {
  const isTrouble = errorsIn(state).length > 0 || !ORDINARY.has(state.kind);
  if (!isTrouble && state.kind !== 'saved') return;
  const words = isTrouble ? wordsFor(page, state, isStored)[0] : 'Saved';
  if (words === heard) return;
  heard = words;
  const region = document.querySelector('[data-announced]');
  if (region) region.textContent = words;
}

export function showState(page: Page, line: HTMLElement, state: State, isStored = true): void {
  const errors = errorsIn(state);
  line.toggleAttribute('data-unsaved', errors.length > 0 || !ORDINARY.has(state.kind));
  const [words, action] = wordsFor(page, state, isStored);
  // The style sheet cuts off a text that is too long, but never the button after it.
  line.replaceChildren(element('span', {}, words), ...(action ? [action] : []));
  line.title = words;
  for (const old of page.form.querySelectorAll('.error[data-call]')) old.remove();
  for (const control of page.form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    describe(control, `${control.getAttribute('name') ?? 'body_md'}-refused`, false);
  }
  for (const error of errors) {
    const name = fieldOf(error);
    if (!name) continue;
    const place = name === 'body_md' ? page.view.dom : page.field(name);
    const id = `${name}-refused`;
    place.setAttribute('aria-invalid', 'true');
    describe(place, id, true);
    place.after(element('p', { class: 'error', id, 'data-call': '' }, error.reason));
  }
}

/** Adds an id to a control's `aria-describedby` or removes it, and keeps the other ids, such as the hint's. */
function describe(control: Element, id: string, isSo: boolean): void {
  const others = (control.getAttribute('aria-describedby') ?? '').split(' ');
  const ids = others.filter((other) => other && other !== id);
  if (isSo) ids.push(id);
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}

function errorsIn(state: State): readonly FieldError[] {
  if (state.kind === 'refused') return state.errors;
  return (state.kind === 'saved' && state.but) || [];
}

/** The labels of the fields that the errors are about. */
function namesOf(page: Page, errors: readonly FieldError[]): string {
  const names = errors.map((error) => {
    const field = fieldOf(error);
    if (field === 'body_md') return 'Text';
    const label = field && page.field(field).labels?.[0]?.textContent;
    return label ?? error.field;
  });
  return [...new Set(names)].join(', ');
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** The time of day if the piece was saved today, otherwise the date. */
const whenSaved = (at: Date) =>
  at.toDateString() === new Date().toDateString() ? clock.format(at) : day.format(at);

/** Says where unsaved changes are kept for now. */
const placeWords = (isStored: boolean, further = '') =>
  isStored
    ? `Your changes are stored in this browser${further}.`
    : 'This browser can’t store your changes: don’t close this page.';

/** The sentence for a state, with a button or link if the writer can do something about it. */
function wordsFor(
  page: Page,
  state: State,
  isStored: boolean,
): [words: string, action?: HTMLElement] {
  switch (state.kind) {
    case 'saved':
      return state.but?.length
        ? [savedWords(page, state.at, state.but), toTrouble(page, 'Show')]
        : [savedWords(page, state.at, []) + (state.beside ? BESIDE[state.beside] : '')];
    case 'empty':
      return ['Nothing to publish yet. Write a headline first.'];
    case 'writing':
      return ['Writing…'];
    case 'saving':
      return ['Saving…'];
    case 'offline':
      return [`Can’t reach the server. ${placeWords(isStored, ' until it’s back')}`];
    case 'unavailable':
      return [`${state.reason} ${placeWords(isStored, ' and will be saved')}`];
    case 'signed-out': {
      const attributes = { href: '/desk/sign-in', target: '_blank' };
      return [
        `You’re signed out. ${placeWords(isStored)}`,
        element('a', attributes, 'Sign in in a new tab'),
      ];
    }
    case 'another-account': {
      const owner = page.form.dataset['accountName'] ?? '';
      const attributes = { href: '/desk/sign-in', target: '_blank' };
      return [
        `You’re signed in as ${state.name}, and this is ${owner}’s text. ${placeWords(isStored)}`,
        element('a', attributes, `Sign in as ${owner}`),
      ];
    }
    case 'refused':
      return state.errors.length > 0
        ? [
            `Not saved: check ${namesOf(page, state.errors)}. ${placeWords(isStored)}`,
            toTrouble(page, 'Show'),
          ]
        : [`Not saved: ${state.reason} ${placeWords(isStored)}`];
    case 'conflict':
      return ['Not saved: this piece was changed elsewhere.', toTrouble(page, 'Choose')];
  }
}

const toTrouble = (page: Page, label: string) =>
  button(label, () => goToTrouble(page), { class: 'link-button' });

function savedWords(page: Page, at: string, but: readonly FieldError[]): string {
  const words = `Saved ${whenSaved(new Date(at))}`;
  return but.length > 0
    ? `${words}, except ${namesOf(page, but)}: stored in this browser for now.`
    : words;
}

/** Focuses what blocks saving: the conflict, or the first invalid field. */
export function goToTrouble(page: Page): void {
  const trouble = page.form.querySelector<HTMLElement>('.conflict, [aria-invalid="true"]');
  if (!trouble) return;
  // The drawer listens for this event and opens if the element is inside it.
  trouble.dispatchEvent(new Event('reveal', { bubbles: true }));
  trouble.scrollIntoView({ block: 'center' });
  if (trouble === page.view.dom) page.view.focus();
  else trouble.focus({ preventScroll: true });
}
