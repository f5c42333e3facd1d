// The site's words for days, categories and lengths.

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

/** The day in words; the exact time is in the title. */
export function dayOf(time: string): Html {
  const at = new Date(time);
  const exact = `${day.format(at)}, ${clock.format(at)} UTC`;
  return html`<time datetime="${time}" title="${exact}">${day.format(at)}</time>`;
}

export const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

/** The language of some words and which way it is written, as attributes. */
export const tongue = (locale: string) => html` lang="${locale}" dir="${directionOf(locale)}"`;

/** An address of ours as pages link to it: under whatever host name the reader came by. */
export const pathOf = (address: string) => new URL(address).pathname;

/** A picture's address: ours by its path, another's as it is. */
export const ownPath = (address: string, baseUrl: string) =>
  address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address;
