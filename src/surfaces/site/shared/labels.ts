// How the site writes dates, product categories and counts.

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

/** Timestamps in the form of every table contain nothing to escape. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function dayOf(time: string): Html {
  const at = TIMESTAMP.test(time) ? time : new Date(time).toISOString();
  const date = dayWords(at.slice(0, 'YYYY-MM-DD'.length));
  const minute = clockWords(at.slice('YYYY-MM-DDT'.length, -':SS.mmmZ'.length));
  return trusted(`<time datetime="${at}" title="${date}, ${minute} UTC">${date}</time>`);
}

// Lists repeat the same days, and formatting one takes longer than the rest of its line.
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

/** Aligns the lines about a text with its own, if they start at the right. */
export const side = (locale: string) => directionOf(locale) === 'rtl' && html` dir="rtl"`;

/** The path of one of our URLs: links work under whichever host name the reader used. */
export const pathOf = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** The URL of an image: a path if it is ours, unchanged if it is not. */
export const ownPath = (url: string, baseUrl: string) =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
