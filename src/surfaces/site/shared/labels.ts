// How the site writes dates, product categories and counts.

import { type Html, html } from '../../../rendering/templates/html.ts';
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

/** The date in words; the exact time is in the title. */
export function dayOf(time: string): Html {
  const at = new Date(time);
  const exact = `${day.format(at)}, ${clock.format(at)} UTC`;
  return html`<time datetime="${time}" title="${exact}">${day.format(at)}</time>`;
}

export const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

/** The `lang` and `dir` attributes of a text. */
export const tongue = (locale: string) => html` lang="${locale}" dir="${directionOf(locale)}"`;

/** The path of one of our URLs: pages link to it under whichever host name the reader used. */
export const pathOf = (url: string) => new URL(url).pathname;

/** The URL of an image: a path if it is ours, unchanged if it is not. */
export const ownPath = (url: string, baseUrl: string) =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
