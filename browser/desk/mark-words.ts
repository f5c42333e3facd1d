// Lets the writer select words in a comparison or in the machine's view: a button below the selection starts a note on
// them.

import { goToForm, noteForm } from './note-form.ts';

/**
 * Elements with the text of one version. In those with `data-markable`, struck-out words belong to another version.
 */
const MARKABLE = '[data-markable], [data-markable-sides] .diff-text';

const AROUND = 64;

const form = noteForm();
if (form) offerNotes(form);

function offerNotes(form: HTMLFormElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'note-on-words';
  button.textContent = 'Write a note';
  button.hidden = true;
  document.body.append(button);
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    const marked = markedIn(getSelection());
    button.hidden = true;
    if (marked) goToForm(form, marked);
  });
  document.addEventListener('selectionchange', () => {
    const selection = getSelection();
    button.hidden = markedIn(selection) === null;
    if (button.hidden || !selection) return;
    const { bottom, left } = selection.getRangeAt(0).getBoundingClientRect();
    button.style.setProperty('top', `${scrollY + bottom + 8}px`);
    button.style.setProperty('left', `${Math.max(8, Math.min(left, innerWidth - 200))}px`);
  });
}

function markedIn(selection: Selection | null) {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: node } = range;
  const inside = node instanceof Element ? node : node.parentElement;
  const text = inside?.closest<HTMLElement>(MARKABLE);
  if (!text) return null;
  const isSide = text.dataset['markable'] === undefined;
  const exact = wordsOf(range.cloneContents(), isSide);
  if (exact.trim() === '') return null;
  const before = range.cloneRange();
  before.setStart(text, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const after = range.cloneRange();
  after.setStart(range.endContainer, range.endOffset);
  after.setEnd(text, text.childNodes.length);
  return {
    version: text.dataset['markable'] ?? versionOfSide(text),
    exact,
    prefix: wordsOf(before.cloneContents(), isSide).slice(-AROUND),
    suffix: wordsOf(after.cloneContents(), isSide).slice(0, AROUND),
    start: '',
  };
}

/**
 * The version on one side of a comparison: the older on the left, the newer on the right. Text in both is the newer's.
 */
function versionOfSide(text: HTMLElement): string {
  const sides = text.closest<HTMLElement>('[data-markable-sides]')?.dataset['markableSides'];
  const side = text instanceof HTMLTableCellElement ? text.cellIndex : 1;
  return sides?.split(' ')[side] ?? '';
}

/** The text without words that the version lacks, and without the ↵ of a changed line break. */
function wordsOf(fragment: DocumentFragment, isSide: boolean): string {
  if (!isSide) for (const removed of fragment.querySelectorAll('del')) removed.remove();
  for (const changed of fragment.querySelectorAll('ins, del')) {
    changed.textContent = changed.textContent.replace(/^↵(?=\n*$)/, '');
  }
  return fragment.textContent ?? '';
}
