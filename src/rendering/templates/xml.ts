// Template tag of XML documents: values are escaped, so the result is always well-formed.

import { escapeMarkup } from './escape.ts';

export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Xml | null | undefined | false | readonly Value[];

export function xml(strings: TemplateStringsArray, ...values: Value[]): Xml {
  return new Xml(strings.reduce((text, part, at) => text + shown(values[at - 1]) + part));
}

/** Characters that XML 1.0 doesn't allow, including lone surrogates. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const writable = (text: string) => text.replace(UNWRITABLE, '\u{FFFD}');

function shown(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Xml) return value.text;
  if (typeof value === 'object') return value.map(shown).join('');
  // A bare CR would be read as LF.
  return escapeMarkup(writable(String(value))).replaceAll('\r', '&#13;');
}

export const xmlDocument = ({ text }: Xml) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
