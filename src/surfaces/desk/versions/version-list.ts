// The versions of a piece by day, with the changes that each one made.

import {
  type ListedVersion,
  listVersions,
  type VersionList,
} from '../../../operations/pieces/versions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type PageContext, param, query } from '../shared/page-context.ts';
import { clockTime, dayName, savedHow, savedWhom } from './version-labels.ts';

/** Text that isn't a version number must not reach the database. */
export const numberIn = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

export async function listPage(page: PageContext): Promise<Html> {
  const below = numberIn(query(page, 'below'));
  const id = param(page, 'id');
  const found = await listVersions(page.context, actorOf(page), id, below);
  const { piece, working, versions, hasMore } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return deskPage(page, {
    title: `Versions of ${working.headline || 'a piece without a headline'}`,
    here: 'Pieces',
    content: html`<h1>Versions</h1>
<p class="standfirst">Every saved version of <a href="${base}">${working.headline || 'this piece'}</a>, newest first.
Open one to read it, see what changed, or restore it.</p>
${below === null && lastOfEarlier(page, base, found)}
${byDay(versions).map((day) => dayList(page, base, day))}
<p class="muted">Days and times are in UTC.</p>
${hasMore && olderLink(base, versions)}`,
  });
}

function lastOfEarlier(
  { context }: PageContext,
  base: string,
  { beforeToday, working }: VersionList,
) {
  if (!beforeToday || beforeToday.number === working.number) return null;
  const url = `${base}/versions/${beforeToday.number}?with=${working.number}`;
  return html`<p class="notice">Before today: <a href="${url}">version ${beforeToday.number}</a>,
${savedHow(beforeToday, context.now())}.</p>`;
}

const olderLink = (base: string, versions: readonly ListedVersion[]) =>
  html`<p class="back-links">
<a href="${base}/versions?below=${versions.at(-1)?.number}">Older versions</a></p>`;

const byDay = (versions: readonly ListedVersion[]): ListedVersion[][] => [
  ...Map.groupBy(versions, ({ saved_at }) => saved_at.slice(0, 10)).values(),
];

function dayList({ context }: PageContext, base: string, versions: ListedVersion[]): Html {
  const name = dayName(versions[0]?.saved_at ?? '', context.now());
  return html`<h2 class="version-day">${name}</h2>
<ul class="entry-list versions">${versions.map((version) => item(base, version))}</ul>`;
}

const item = (base: string, version: ListedVersion) => html`<li>
<h3>${clockTime(version.saved_at)} <a href="${base}/versions/${version.number}">Version ${version.number}</a></h3>
<div class="entry-side">${version.isLive && html`<span class="chip approved">Live</span>`}
${version.isWorking && html`<span class="chip">Working copy</span>`}
<span class="muted">${wordCount(version.words)}</span></div>
<p><span class="save-note">${savedWhom(version)}</span>${change(version)}</p></li>`;

const wordCount = (count: number) =>
  `${count.toLocaleString(SITE_LOCALE)} ${count === 1 ? 'word' : 'words'}`;

function change({ change: found }: ListedVersion): Html | null {
  if (!found) return null;
  const { added, removed } = found;
  if (added === 0 && removed === 0) return html` · no changes to the text`;
  const parts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean);
  const unit = added + removed === 1 ? 'word' : 'words';
  return html` · <span class="count">${parts.join(' ')}</span> ${unit}`;
}
