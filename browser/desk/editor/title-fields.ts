// Headline and standfirst as the first lines of the page: Enter and the arrow keys move on to the next line, and
// punctuation becomes typographic as in the text.

import type { EditorView } from '@codemirror/view';
import type { Page } from './page/content.ts';
import { redraw } from './text/in-view.ts';
import { keysIn } from './typing/punctuation/composed.ts';
import { styleFor } from './typing/punctuation/quotes.ts';
import { replacementFor } from './typing/punctuation/rules.ts';
import { isPunctuating, localeOf } from './typing/punctuation/switch.ts';

export function writeInFields(page: Page): void {
  const [headline, sub] = ['headline', 'sub'].map((name) => page.field(name));
  if (!(headline instanceof HTMLTextAreaElement) || !(sub instanceof HTMLTextAreaElement)) return;
  walk(headline, { down: () => startOf(sub) });
  walk(sub, { up: () => endOf(headline), down: () => startOfText(page.view) });
  for (const field of [headline, sub]) {
    field.addEventListener('paste', pasteOneLine);
    punctuate(field, page.view);
  }
  sayLanguage(page, [headline, sub, page.view.contentDOM]);
}

/** Sets `lang` on the fields and the text, for screen readers and the browser's spelling checker. */
function sayLanguage(page: Page, places: readonly HTMLElement[]): void {
  const say = () => {
    const locale = localeOf(page.view).trim();
    if (!isLanguage(locale)) return;
    for (const place of places) place.lang = locale;
    // Lines without letters take their direction from the language.
    page.view.dispatch({ effects: redraw.of(null) });
  };
  page.languageShown = say;
  const field = page.field('locale');
  for (const event of ['input', 'change']) field.addEventListener(event, say);
  say();
}

/** False for a language tag that is only half typed. */
function isLanguage(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

interface Neighbours {
  up?(): void;
  down(): void;
}

function startOf(field: HTMLTextAreaElement): void {
  field.focus();
  field.setSelectionRange(0, 0);
}

function endOf(field: HTMLTextAreaElement): void {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function startOfText(view: EditorView): void {
  view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
  view.focus();
}

function walk(field: HTMLTextAreaElement, { up, down }: Neighbours): void {
  field.addEventListener('keydown', (event) => {
    const { key, isComposing, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (isComposing || shiftKey || ctrlKey || altKey || metaKey) return;
    const go = key === 'ArrowUp' ? up : key === 'ArrowDown' ? down : undefined;
    if (key === 'Enter') {
      event.preventDefault();
      down();
    } else if (go && hasOneRow(field)) {
      event.preventDefault();
      go();
    } else if (go) {
      // In a headline of several rows, the key first moves the caret. If the caret stays put, the key leaves the field.
      const { selectionStart } = field;
      setTimeout(() => {
        const isStill = document.activeElement === field && field.selectionStart === selectionStart;
        if (isStill) go();
      });
    }
  });
}

function hasOneRow(field: HTMLTextAreaElement): boolean {
  const { lineHeight } = getComputedStyle(field);
  return field.scrollHeight < Number.parseFloat(lineHeight) * 1.8;
}

/** Inserts text as a step of the browser's own undo history, which only this deprecated command does. */
function typeInto(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.setSelectionRange(from, to);
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

/** A headline is one line, so pasted line breaks become spaces. */
function pasteOneLine(event: ClipboardEvent): void {
  const field = event.currentTarget;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (!(field instanceof HTMLTextAreaElement) || !/[\r\n]/.test(text)) return;
  event.preventDefault();
  const line = text.trim().replace(/\s*[\r\n]+\s*/g, ' ');
  typeInto(field, field.selectionStart, field.selectionEnd, line);
}

function punctuate(field: HTMLTextAreaElement, view: EditorView): void {
  /** The last key that was replaced. Backspace restores it while the field's value is unchanged. */
  let last: { from: number; value: string; typed: string } | null = null;
  const replace = (start: number, end: number, key: string): boolean => {
    const style = isPunctuating(view) ? styleFor(localeOf(view)) : null;
    const found = style && replacementFor(field.value.slice(0, start), key, style);
    if (!found) return false;
    const from = start - found.removed;
    typeInto(field, from, end, found.insert);
    last = { from, value: field.value, typed: found.typed };
    return true;
  };
  field.addEventListener('beforeinput', (event) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || isComposing || data?.length !== 1) return;
    if (replace(field.selectionStart, field.selectionEnd, data)) event.preventDefault();
  });
  afterComposing(field, (from, composed) => {
    for (const index of keysIn(composed).reverse()) {
      const behind = field.value.length - field.selectionEnd;
      replace(from + index, from + index + 1, composed.slice(index, index + 1));
      const caret = field.value.length - behind;
      field.setSelectionRange(caret, caret);
    }
  });
  field.addEventListener('keydown', (event) => {
    const { selectionStart, selectionEnd, value } = field;
    if (event.key !== 'Backspace' || last?.value !== value || selectionStart !== selectionEnd)
      return;
    event.preventDefault();
    typeInto(field, last.from, selectionEnd, last.typed);
    last = null;
  });
}

/** Calls `act` with the text that an input method, a dead key or a phone's keyboard inserted, and its position. */
function afterComposing(
  field: HTMLTextAreaElement,
  act: (from: number, composed: string) => void,
): void {
  let from = 0;
  field.addEventListener('compositionstart', () => {
    from = field.selectionStart;
  });
  field.addEventListener('compositionend', () => {
    setTimeout(() => act(from, field.value.slice(from, field.selectionEnd)));
  });
}
