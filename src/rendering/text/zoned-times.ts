// Converts between local times of a time zone and moments.

import { SITE_LOCALE } from './locale.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Zone names of the time zone database, with UTC first. */
export const ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

/** Outdated names and aliases are accepted too, because browsers may send them. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat(SITE_LOCALE, { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d{1,3})?)?$/;

/**
 * Moment of a local time from a form field; null if the text isn't a time. If the hour occurs twice, the first one
 * counts; a time that is skipped is moved forward by the skipped span.
 */
export function momentAt(local: string, zone: string): Date | null {
  const [text, ...numbers] = LOCAL.exec(local) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = numbers.map(Number);
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  if (text === undefined || new Date(shown).toISOString().slice(0, 16) !== text.slice(0, 16))
    return null;
  const before = shown - offsetAt(shown - DAY_MS, zone);
  const after = shown - offsetAt(shown + DAY_MS, zone);
  const isShownAt = (moment: number) => moment + offsetAt(moment, zone) === shown;
  return new Date([before, after].filter(isShownAt).toSorted((one, two) => one - two)[0] ?? before);
}

/** Local time in the format of a form field. */
export const localTime = (moment: Date, zone: string): string =>
  new Date(moment.getTime() + offsetAt(moment.getTime(), zone)).toISOString().slice(0, 16);

/** Offset from UTC in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', era: 'short' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return shown - Math.floor(moment / 1000) * 1000;
}

/** “Monday 23 November, 09:00 (Europe/Berlin)”, with the year unless it is the current one. */
export function timeInZone(time: string, zone: string, now: Date): string {
  const moment = new Date(time);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(SITE_LOCALE, { ...options, timeZone: zone }).format(moment);
  const year = part({ year: 'numeric' });
  const isThisYear = localTime(now, zone).startsWith(year);
  const words = [part({ weekday: 'long' }), part({ day: 'numeric' }), part({ month: 'long' })];
  const clock = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${[...words, ...(isThisYear ? [] : [year])].join(' ')}, ${clock} (${zone})`;
}
