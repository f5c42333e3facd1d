// The API reference: filters its sections by the words typed, copies samples, and remembers their language.

import { rememberLanguage } from './sample-language.ts';

const field = document.querySelector<HTMLInputElement>('#find');
const tally = document.querySelector<HTMLElement>('.reference-search [role=status]');
const found = [...document.querySelectorAll<HTMLElement>('[data-find]')].map((section) => ({
  section,
  text: (section.textContent ?? '').toLowerCase(),
}));

/** Shows the sections that contain every word typed, and hides parts that are left empty. */
function find(typed: string): void {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { section, text } of found) {
    section.hidden = !words.every((word) => text.includes(word));
  }
  for (const part of document.querySelectorAll<HTMLElement>(
    '.sections > section:not([data-find])',
  )) {
    part.hidden = part.querySelector('[data-find]:not([hidden])') === null;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.reference-index a')) {
    const target = document.getElementById(link.hash.slice(1));
    const entry = link.parentElement;
    if (entry && target) entry.hidden = target.hidden;
  }
  const shown = found.filter(({ section }) => !section.hidden).length;
  const count = shown > 0 ? `${shown} of ${found.length}` : 'No results';
  if (tally) tally.textContent = words.length > 0 ? count : '';
}

if (field) {
  const box = field.closest<HTMLElement>('.reference-search');
  if (box) box.hidden = false;
  field.addEventListener('input', () => find(field.value));
  find(field.value);
}

/** Browsers allow copying only in secure contexts; on other pages there is no button. */
function offerCopy(sample: Element, clipboard: Clipboard): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await clipboard.writeText(sample.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  sample.append(button);
}

if (navigator.clipboard) {
  for (const sample of document.querySelectorAll('.sample')) offerCopy(sample, navigator.clipboard);
}

rememberLanguage();

// On a phone the open index covers the section that a link in it leads to.
for (const fold of document.querySelectorAll<HTMLDetailsElement>('.index-fold')) {
  fold.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) fold.open = false;
  });
}

// The target of a link may have been hidden by an earlier search.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (field && target?.closest('[hidden]')) {
    field.value = '';
    find('');
    target.scrollIntoView();
  }
});
