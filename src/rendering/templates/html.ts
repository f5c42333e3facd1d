// The template tag of every page: values are escaped, unless they are HTML already.

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
  return new Html(strings.reduce((text, part, at) => text + shown(values[at - 1]) + part));
}

/** HTML from a trusted source: the sanitiser, the badge. */
export const trusted = (text: string) => new Html(text);

function shown(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(shown).join('');
  return escapeHtml(String(value));
}
