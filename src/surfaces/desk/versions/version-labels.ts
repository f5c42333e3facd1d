// The desk's labels for a version: its number, and when, how and by whom it was saved.

import type { VersionNote } from '../../../operations/pieces/versions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';
import { isProgram } from '../../../schemas/vocabulary.ts';
import { exact, timeElement } from '../shared/dates.ts';

const ORIGIN_WORDS: { readonly [origin: string]: string } = {
  created: 'created',
  saved: 'saved',
  autosaved: 'autosaved',
  restored: 'restored',
  imported: 'imported',
  taken: 'taken from a proposal',
};

/** Versions are saved only by a piece's writer and the writer's keys. */
const savedBy = ({ saved_by_kind, saved_by_name }: VersionNote): Html => {
  if (isProgram(saved_by_kind)) {
    return html`<span class="machine">${saved_by_kind} “${saved_by_name}”</span>`;
  }
  return html`${saved_by_kind === 'writer' ? 'you' : saved_by_name}`;
};

const originOf = ({ origin }: VersionNote) => ORIGIN_WORDS[origin] ?? origin;

export const savedHow = (version: VersionNote, now: Date): Html =>
  html`${originOf(version)} ${moment(version.saved_at, now)} by ${savedBy(version)}`;

export const savedWhom = (version: VersionNote): Html =>
  html`${originOf(version)} by ${savedBy(version)}`;

export const versionTitle = (version: VersionNote, now: Date): Html =>
  html`Version ${version.number} <span class="muted save-note">${savedHow(version, now)}</span>`;

export const versionChoice = (version: VersionNote): string => {
  const { saved_by_kind: kind, saved_by_name: name } = version;
  const by = isProgram(kind) ? `, ${kind} “${name}”` : '';
  return `Version ${version.number}, ${exact.format(new Date(version.saved_at))}${by}`;
};

const clock = new Intl.DateTimeFormat(SITE_LOCALE, { timeStyle: 'short', timeZone: 'UTC' });

const weekday = new Intl.DateTimeFormat(SITE_LOCALE, { dateStyle: 'full', timeZone: 'UTC' });

const DAY_MS = 24 * 60 * 60 * 1000;

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

export function dayName(time: string, now: Date): string {
  const at = new Date(time);
  if (dayOf(at) === dayOf(now)) return 'Today';
  const isYesterday = dayOf(at) === dayOf(new Date(now.getTime() - DAY_MS));
  return isYesterday ? 'Yesterday' : weekday.format(at);
}

export const clockTime = (time: string): Html => timeElement(time, clock.format(new Date(time)));

/** The time is always shown, because a day can have many versions. */
function moment(time: string, now: Date): Html {
  const day = dayName(time, now);
  if (day === 'Today') return clockTime(time);
  if (day === 'Yesterday') return html`yesterday, ${clockTime(time)}`;
  return timeElement(time, exact.format(new Date(time)));
}
