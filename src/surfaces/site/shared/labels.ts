// Formats for dates, product categories and counts on the site.

import { type Html, html, trusted } from '../../../rendering/templates/html.ts';
import { directionOf } from '../../../rendering/text/direction.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';
import type { ProductCategory } from '../../../schemas/vocabulary.ts';

export const PRODUCT_NAMES: { readonly [category in ProductCategory]: string } = {
  book: 'Books',
  course: 'Courses',
  template: 'Templates',
  tool: 'Tools',
  service: 'Services',
  event: 'Events',
  art: 'Art',
  other: 'Other',
};

const day = new Intl.DateTimeFormat(SITE_LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(SITE_LOCALE, { dateStyle: 'full', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(SITE_LOCALE, { timeStyle: 'short', timeZone: 'UTC' });

export const dateLine = (now: Date) => weekday.format(now);

/** Timestamps as stored, which contain nothing to escape. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function dayOf(time: string): Html {
  const at = TIMESTAMP.test(time) ? time : new Date(time).toISOString();
  const date = dayWords(at.slice(0, 'YYYY-MM-DD'.length));
  const minute = clockWords(at.slice('YYYY-MM-DDT'.length, -':SS.mmmZ'.length));
  return trusted(`<time datetime="${at}" title="${date}, ${minute} UTC">${date}</time>`);
}

// Results are cached, because lists repeat the same days, and formatting one takes longer than the rest of its line.
const dayWords = remembered((date) => day.format(new Date(`${date}T00:00:00Z`)));
const clockWords = remembered((minute) => clock.format(new Date(`1970-01-01T${minute}:00Z`)));

const REMEMBERED = 5_000;

function remembered(words: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const found = known.get(key) ?? words(key);
    if (known.size < REMEMBERED) known.set(key, found);
    return found;
  };
}

export const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

export const tongue = (locale: string) => html` lang="${locale}" dir="${directionOf(locale)}"`;

/** Aligns the lines around a text with the text, if it is written from right to left. */
export const side = (locale: string) => directionOf(locale) === 'rtl' && html` dir="rtl"`;

/** Path of one of our URLs, for links that work under every host name of the site. */
export const pathOf = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** URL of an image: a path if the image is ours, otherwise unchanged. */
export const ownPath = (url: string, baseUrl: string) =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
