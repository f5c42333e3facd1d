// The word count, the reading time, and the characters left in headline and standfirst.

import type { Text } from '@codemirror/state';
import { readingMinutes } from '../../../src/rendering/text/reading-time.ts';
import type { Page } from './page/content.ts';

/** The share of a field's limit from which its count is shown. */
const NEARLY = 0.7;
const NEARLY_FULL = 0.9;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A cache of counts by line: in a long text, almost all lines are unchanged. */
let counted = new Map<string, number>();

function wordsIn(text: Text): number {
  const lines = new Map<string, number>();
  let words = 0;
  for (const line of text.iterLines()) {
    const count = lines.get(line) ?? counted.get(line) ?? wordsOf(line);
    lines.set(line, count);
    words += count;
  }
  counted = lines;
  return words;
}

function wordsOf(line: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(readOf(line))) if (isWordLike) words += 1;
  return words;
}

/** The text without URLs and alt texts, which don't count as words. */
const readOf = (text: string) =>
  text.replace(/!\[[^\]]*\]\([^)]*\)/g, '').replace(/\]\([^)]*\)/g, ']');

const number = new Intl.NumberFormat();

/** Shows the word count, or the progress towards the goal if there is one. */
export function showCounts(page: Page, goal: number): void {
  const { doc } = page.view.state;
  const words = wordsIn(doc);
  // The published page uses the same calculation.
  const minutes = readingMinutes(readOf(doc.toString()));
  const longest = Number(page.form.dataset['longest']);
  const line = [
    goal > 0
      ? `${number.format(words)} of ${number.format(goal)} words`
      : `${number.format(words)} ${words === 1 ? 'word' : 'words'}`,
    ...(words > 0 ? [`${minutes} min`] : []),
    ...charactersLeft(doc, longest),
  ].join(' · ');
  const place = document.querySelector('[data-count]');
  if (place) place.textContent = line;
}

/** Puts the count in the bar, or below the text if the bar has no room. */
export function placeCount(page: Page, isNarrow: MediaQueryList): void {
  const count = document.querySelector('[data-count]');
  const saved = document.querySelector('[data-saved]');
  if (!count || !saved) return;
  const place = () => (isNarrow.matches ? page.view.dom.parentElement : saved)?.after(count);
  isNarrow.addEventListener('change', place);
  place();
}

/**
 * The number of characters, a surrogate pair counting once. An array of all characters would be large for a long text.
 */
const charactersIn = (text: string) =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

function charactersLeft(text: Text, longest: number): string[] {
  // A character takes one or two units of `length`, so a short enough text needs no exact count.
  if (text.length < longest * NEARLY_FULL) return [];
  const length = charactersIn(text.toString());
  if (length < longest * NEARLY_FULL) return [];
  if (length > longest) return [`${number.format(length - longest)} characters too long`];
  return [`${number.format(length)} of ${number.format(longest)} characters`];
}

/** Shows the characters left in a field once there are few; longer text is never cut off. */
export function countDown(field: HTMLTextAreaElement): void {
  const longest = field.maxLength;
  field.removeAttribute('maxlength');
  const left = document.createElement('p');
  left.className = 'hint left';
  field.after(left);
  const show = () => {
    const length = charactersIn(field.value);
    left.textContent =
      length > longest
        ? `${length} characters: ${length - longest} too many`
        : `${length} of ${longest} characters`;
    left.hidden = length < longest * NEARLY;
  };
  field.addEventListener('input', show);
  show();
}
