// A piece as a part of a series: the line above its headline, and the links at its foot.

import type { PiecePage, PieceSeries } from '../../../operations/public-pages/page-lookup.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { pathOf, tongue } from '../shared/labels.ts';

type Beside = Pick<PiecePage, 'previous' | 'next'>;

export const hasOtherParts = (page: PiecePage): page is PiecePage & { series: PieceSeries } =>
  page.series !== null && page.series.parts > 1;

/** Links at the foot of the page: other parts of the series, or the author's previous and next pieces. */
export const besideIn = (page: PiecePage): Beside => (hasOtherParts(page) ? page.series : page);

export function partLine(series: PieceSeries): Html {
  const link = html`<a href="${pathOf(series.url)}"><cite dir="auto">${series.title}</cite></a>`;
  return html`<p class="part-line"><span lang="en" dir="ltr">${placeWords(series)} ${link}</span></p>`;
}

const placeWords = ({ part, parts }: PieceSeries) =>
  parts > 1 ? `Part ${part} of ${parts} of` : `Part ${part} of`;

export const seriesNavigation = (series: PieceSeries): Html =>
  html`<nav class="adjacent-pieces of-series" aria-label="Parts of ${series.title}">
${partLine(series)}
${adjacentLinks(series, { previous: 'Previous part', next: 'Next part' })}
</nav>`;

export const adjacentLinks = (
  { previous, next }: Beside,
  words: { previous: string; next: string },
): Html => html`${
  previous &&
  html`<a rel="prev" href="${pathOf(previous.url)}"><span>${words.previous}</span>
<strong${tongue(previous.locale)}>${previous.title}</strong></a>`
}
${
  next &&
  html`<a rel="next" class="next-page" href="${pathOf(next.url)}"><span>${words.next}</span>
<strong${tongue(next.locale)}>${next.title}</strong></a>`
}`;
