// The desk's labels for statuses, times, languages and tags.

import { ACT_NAMES, ACTS, type ActName } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';
import type { Status } from '../../../schemas/vocabulary.ts';

export const STATUS_WORDS: { readonly [status in Status]: string } = {
  draft: 'Draft',
  pending: 'In review',
  approved: 'Published',
  rejected: 'Rejected',
  changes_requested: 'Changes requested',
};

export const statusChip = (status: Status) =>
  html`<span class="chip ${status}">${STATUS_WORDS[status]}</span>`;

const day = new Intl.DateTimeFormat(SITE_LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(SITE_LOCALE, { timeStyle: 'short', timeZone: 'UTC' });

export const exactTime = (time: string): string =>
  `${day.format(new Date(time))}, ${clock.format(new Date(time))} UTC`;

export function when(time: string, now: Date): Html {
  const at = new Date(time);
  const isToday = at.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
  const shown = isToday ? clock.format(at) : day.format(at);
  return html`<time datetime="${time}" title="${exactTime(time)}" data-when>${shown}</time>`;
}

/** Entries of the state log that aren't acts. */
const LOGGED_BESIDE: { readonly [entry: string]: string } = {
  create: 'Created',
  import: 'Imported',
  change_slug: 'URL changed',
  restore: 'Restored from the trash',
  schedule: 'Scheduled',
  approve_later: 'Approved for its scheduled time',
  move_schedule: 'Rescheduled',
  cancel_schedule: 'Schedule cancelled',
};

const isAct = (name: string): name is ActName => Object.hasOwn(ACTS, name);

export const actLogged = (act: string) =>
  isAct(act) ? ACTS[act].words.logged : (LOGGED_BESIDE[act] ?? act);

/** Message after each act, by the act's name. */
export const DONE: { readonly [act: string]: string } = {
  ...Object.fromEntries(ACT_NAMES.map((act) => [act, ACTS[act].words.done])),
  approve_later: 'Approved. It will be published at the time that its writer chose.',
  cancel_schedule: 'The schedule has been cancelled.',
};

const languages = new Intl.DisplayNames(SITE_LOCALE, { type: 'language' });

/** The tag is shown with its name, because some names are ambiguous and some tags have none. */
export function languageName(tag: string): string {
  const name = nameOf(tag);
  return name === tag ? tag : `${name} (${tag})`;
}

/** Private-use tags and some of the oldest tags have no name. */
function nameOf(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function tagWords({ tags }: { tags: string }): string {
  const list: string[] = JSON.parse(tags);
  return list.length > 0 ? list.join(', ') : 'none';
}
