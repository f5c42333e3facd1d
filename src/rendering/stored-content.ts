// Rendered text as publications store it: JSON strings, an ETag and facts about the text.

import { hash } from 'node:crypto';
import { writable } from './templates/xml.ts';
import { readingMinutes } from './text/reading-time.ts';

export interface StoredContent {
  /** JSON strings with their quotes, because most clients request JSON. */
  html_json: string;
  text_json: string;
  etag: string;
  /** Reading time in minutes; 0 if it isn't known yet. */
  minutes: number;
  /** 1 if no URL in the HTML is relative and XML can represent all of it, so that any feed may include it. */
  is_portable: 0 | 1;
}

interface Content {
  html: string;
  text: string;
}

const ETAG_CHARACTERS = 22;

export function storedContent({ html, text }: Content): StoredContent {
  const [html_json, text_json] = [JSON.stringify(html), JSON.stringify(text)];
  return {
    html_json,
    text_json,
    etag: hash('sha256', `${html_json}${text_json}`, 'base64url').slice(0, ETAG_CHARACTERS),
    minutes: readingMinutes(text),
    is_portable: isPortable({ html, text }) ? 1 : 0,
  };
}

const RELATIVE_URL = /<(?:a|img)\b[^>]* (?:href|src)="(?![a-z][a-z0-9+.-]*:)/i;

const isPortable = ({ html, text }: Content) =>
  !RELATIVE_URL.test(html) && writable(html) === html && writable(text) === text;

export const htmlIn = ({ html_json }: Pick<StoredContent, 'html_json'>) => stringFrom(html_json);

export const textIn = ({ text_json }: Pick<StoredContent, 'text_json'>) => stringFrom(text_json);

function stringFrom(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'string') throw new TypeError('Expected a JSON string.');
  return value;
}
