// Template tag of every page: values are escaped, unless they are HTML already.

import { escapeHtml } from './escape.ts';

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Value = string | number | Html | null | undefined | false | readonly Value[];

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  let text = strings[0] ?? '';
  for (let at = 0; at < values.length; at += 1) text += shown(values[at]) + strings[at + 1];
  return new Html(text);
}

/** HTML that needs no escaping, such as the sanitiser's or a badge. */
export const trusted = (text: string) => new Html(text);

/** Flattens HTML that many pages contain; a concatenated string is a tree that every page would walk again. */
export function settled(made: Html): Html {
  // Reading a character makes V8 flatten the string.
  made.text.charCodeAt(0);
  return made;
}

function shown(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'number') return String(value);
  return shownAll(value);
}

function shownAll(values: readonly Value[]): string {
  let text = '';
  for (const value of values) text += shown(value);
  return text;
}
