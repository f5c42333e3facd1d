// The desk's words for a version: which, when, how and by whom it was saved.

import type { VersionNote } from '../../operations/versions.ts';
import { type Html, html } from '../../rendering/html.ts';
import { SITE_LOCALE } from '../../rendering/locale.ts';

const ORIGIN_WORDS: { readonly [origin: string]: string } = {
  created: 'created',
  saved: 'saved',
  autosaved: 'autosaved',
  restored: 'restored',
  imported: 'imported',
};

/** Nobody but its writer and their keys saves a piece at the desk. */
const savedBy = ({ saved_by_kind, saved_by_name }: VersionNote): Html => {
  if (saved_by_kind === 'key') return html`<span class="machine">key “${saved_by_name}”</span>`;
  return html`${saved_by_kind === 'writer' ? 'you' : saved_by_name}`;
};

export const savedHow = (version: VersionNote, now: Date): Html =>
  html`${ORIGIN_WORDS[version.origin] ?? version.origin} ${moment(version.saved_at, now)} by ${savedBy(version)}`;

export const versionTitle = (version: VersionNote, now: Date): Html =>
  html`Version ${version.number} <span class="muted saved">${savedHow(version, now)}</span>`;

/** In a choice, where there is no room for marks. */
export const versionChoice = (version: VersionNote): string => {
  const by = version.saved_by_kind === 'key' ? `, key “${version.saved_by_name}”` : '';
  return `Version ${version.number}, ${exact.format(new Date(version.saved_at))}${by}`;
};

const exact = new Intl.DateTimeFormat(SITE_LOCALE, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat(SITE_LOCALE, { timeStyle: 'short', timeZone: 'UTC' });

/** With the hour, also of another day: there may be many versions of it. */
function moment(time: string, now: Date): Html {
  const at = new Date(time);
  const isToday = at.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
  return html`<time datetime="${time}" title="${exact.format(at)} UTC">${(isToday ? clock : exact).format(at)}</time>`;
}
