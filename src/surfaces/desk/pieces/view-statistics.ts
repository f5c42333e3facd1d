// Readers of a piece: their number on each of the last days, as a chart and in a table.

import {
  type DayOfReaders,
  type PieceReaders,
  pieceReaders,
  SHOWN_DAYS,
  sum,
} from '../../../operations/views/view-statistics.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';

const WEEK = 7;

export function readership(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/readers', page);
}

const number = new Intl.NumberFormat(SITE_LOCALE);
const shortDay = new Intl.DateTimeFormat(SITE_LOCALE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const dayWords = (day: string) => shortDay.format(new Date(day));

export const readerWords = (count: number) =>
  `${number.format(count)} ${count === 1 ? 'reader' : 'readers'}`;

async function page(page: PageContext): Promise<Html> {
  const readers = await pieceReaders(page.context, actorOf(page), param(page, 'id'));
  const { piece, working } = readers.found;
  const headline = working.headline || 'Untitled';
  return deskPage(page, {
    title: `Readers of ${headline}`,
    here: 'Pieces',
    content: html`<h1 class="page-label">Readers</h1>
<h2 class="piece-title"><a href="/desk/edit/pieces/${piece.id}">${headline}</a></h2>
${figures(readers)}
${chart(readers.days)}
${table(readers.days)}
<p class="hint">Each reader counts once a day, in UTC. Programs, readers without JavaScript and your own visits
aren’t counted. We don’t store who the readers are.</p>`,
  });
}

function figures({ days, ever }: PieceReaders): Html {
  const counts = days.map(({ readers }) => readers);
  const figure = (words: string, count: number) =>
    html`<div><dt>${words}</dt><dd>${number.format(count)}</dd></div>`;
  return html`<dl class="totals">${figure('Today', counts.at(-1) ?? 0)}
${figure('7 days', sum(counts.slice(-WEEK)))}
${figure(`${SHOWN_DAYS} days`, sum(counts))}
${figure('Ever', ever)}</dl>`;
}

const BAR = 24;
const GAP = 6;
const HEIGHT = 160;
const LEAST = 2;

/** The chart stretches to its container's width; labels are outside the SVG, so that they stay legible on a phone. */
function chart(days: DayOfReaders[]): Html {
  const most = Math.max(...days.map(({ readers }) => readers));
  const width = days.length * BAR;
  const [first, last] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
  const words =
    `Readers per day from ${dayWords(first)} to ${dayWords(last)}, at most ${number.format(most)}. The table below ` +
    'has every day.';
  return html`<figure class="chart">
<p class="muted">${most > 0 ? `${readerWords(most)} on the best day` : 'Nobody yet'}</p>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">${days.map(
    ({ day, readers }, at) => bar(at, `${dayWords(day)}: ${readerWords(readers)}`, readers / most),
  )}<line x1="0" x2="${width}" y1="${HEIGHT}" y2="${HEIGHT}"/></svg>
<figcaption class="inline-group muted"><span>${dayWords(first)}</span>
<span class="align-end">${dayWords(last)}</span></figcaption></figure>`;
}

function bar(at: number, words: string, share: number): Html | null {
  if (!(share > 0)) return null;
  // A day with one reader stays visible, even if the best day had many.
  const height = Math.max(LEAST, Math.round(share * (HEIGHT - 1)));
  return html`<rect x="${at * BAR + GAP / 2}" y="${HEIGHT - height}" width="${BAR - GAP}" height="${height}">
<title>${words}</title></rect>`;
}

const table = (days: DayOfReaders[]) => html`<details><summary>Every day</summary>
<table><thead><tr><th scope="col">Day</th><th scope="col">Readers</th></tr></thead>
<tbody>${days.toReversed().map(
  ({ day, readers }) =>
    html`<tr><th scope="row"><time datetime="${day}">${dayWords(day)}</time></th>
<td>${number.format(readers)}</td></tr>`,
)}</tbody></table></details>`;
