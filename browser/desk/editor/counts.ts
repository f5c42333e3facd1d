// How much there is: words, minutes of reading, and what is left of headline and standfirst.

import type { Page } from './content.ts';

const WORDS_A_MINUTE = 230;
/** From here on it is worth knowing how much is left. */
const NEARLY = 0.7;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsIn(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return words;
}

export function showCounts(page: Page): void {
  // Addresses are not read.
  const words = wordsIn(page.view.state.doc.toString().replace(/\]\([^)]*\)/g, ']'));
  const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE));
  const count = page.form.querySelector('[data-count]');
  const number = new Intl.NumberFormat().format(words);
  if (count) count.textContent = `${number} ${words === 1 ? 'word' : 'words'} · ${minutes} min`;
}

/** Says what is left of a field, once little is. */
export function countDown(field: HTMLTextAreaElement): void {
  const left = document.createElement('p');
  left.className = 'hint left';
  field.after(left);
  const show = () => {
    const length = [...field.value].length;
    left.textContent = `${length} of ${field.maxLength} characters`;
    left.hidden = length < field.maxLength * NEARLY;
  };
  field.addEventListener('input', show);
  show();
}
