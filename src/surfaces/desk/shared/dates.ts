// Times in the desk's lists, in words: how long ago, or the date.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From this age in days, a date is shown instead of "n days ago". */
const LONG_AGO_DAYS = 7;

const utc = { timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat(SITE_LOCALE, { day: 'numeric', month: 'short', ...utc });
const dayOfYear = new Intl.DateTimeFormat(SITE_LOCALE, { dateStyle: 'medium', ...utc });
export const exact = new Intl.DateTimeFormat(SITE_LOCALE, {
  ...{ dateStyle: 'medium', timeStyle: 'short', ...utc },
});

export function ago(time: string, now: Date): Html {
  const since = now.getTime() - Date.parse(time);
  if (since < MINUTE_MS) return timeElement(time, 'just now');
  if (since < HOUR_MS) return timeElement(time, `${Math.floor(since / MINUTE_MS)} min ago`);
  if (since < DAY_MS) return timeElement(time, `${Math.floor(since / HOUR_MS)} h ago`);
  const days = Math.floor(since / DAY_MS);
  if (days < LONG_AGO_DAYS) return timeElement(time, days === 1 ? 'yesterday' : `${days} days ago`);
  return onDay(time, now);
}

export function onDay(time: string, now: Date): Html {
  const at = new Date(time);
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear();
  return timeElement(time, (isThisYear ? day : dayOfYear).format(at));
}

export function inDays(time: string, now: Date): Html {
  const days = Math.ceil((Date.parse(time) - now.getTime()) / DAY_MS);
  if (days <= 0) return timeElement(time, 'today');
  return timeElement(time, days === 1 ? 'in 1 day' : `in ${days} days`);
}

export const timeElement = (time: string, words: string) =>
  html`<time datetime="${time}" title="${exact.format(new Date(time))} UTC">${words}</time>`;
