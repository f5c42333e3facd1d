// The form of a series: its title, URL and description.

import { ownSeries, type SeriesRow } from '../../../operations/series/own-series.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import type { SeriesForm } from '../../../schemas/series/series.ts';
import { SERIES_LIMITS } from '../../../schemas/series/series-limits.ts';
import { areaField, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type PageContext, param } from '../shared/page-context.ts';

export const SERIES = '/desk/series';

export function seriesFrom({ fields }: PageContext): SeriesForm {
  const typed = (name: string) => (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
  return { title: typed('title'), slug: typed('slug'), description: typed('description') };
}

export const seriesUrl = (page: PageContext, slug: string) =>
  urlsOf(page.context.config.baseUrl).series(actorOf(page).slug, slug).page;

export const newSeriesPage = async (page: PageContext): Promise<Html> =>
  deskPage(page, {
    title: 'New series',
    here: 'Series',
    narrow: true,
    content: html`<h1>New series</h1>
<p class="standfirst">Readers see it once a piece in it is published.</p>
<form class="stack" method="post" action="${SERIES}/new">${csrfField(page)}
${fieldsOf(page, null)}
<div class="inline-group"><button class="primary">Save</button>
<a href="${SERIES}">Back to your series</a></div>
</form>`,
  });

export async function detailsPage(page: PageContext): Promise<Html> {
  const { row, mark } = await ownSeries(page.context, actorOf(page), param(page, 'id'));
  const base = `${SERIES}/${row.id}`;
  return deskPage(page, {
    title: row.title,
    here: 'Series',
    narrow: true,
    content: html`<h1 dir="auto">${row.title}</h1>
${
  page.problem?.code === 'series_changed' &&
  html`<p><a href="${base}/details">Discard my changes and reload</a></p>`
}
<form class="stack" method="post" action="${base}/details">${csrfField(page)}
<input type="hidden" name="mark" value="${mark}">
${fieldsOf(page, row)}
<div class="inline-group"><button class="primary">Save</button>
<a href="${base}">Back to the parts</a></div>
</form>`,
  });
}

const fieldsOf = (page: PageContext, row: SeriesRow | null): Html =>
  html`${textField(page, {
    name: 'title',
    label: 'Title',
    value: row?.title,
    required: true,
    maxLength: SERIES_LIMITS.title,
  })}
${areaField(page, {
  name: 'description',
  label: 'Description',
  rows: 3,
  value: row?.description,
  maxLength: SERIES_LIMITS.description,
  hint: 'What the series is about, in a sentence or two. You can leave it empty.',
})}
${textField(page, {
  name: 'slug',
  label: 'URL',
  prefix: `${decodeURI(seriesUrl(page, ''))}`,
  value: row?.slug,
  maxLength: PIECE_LIMITS.slug,
  hint: row ? 'Old URLs lead to the new one.' : 'Leave it empty to create one from the title.',
})}`;
