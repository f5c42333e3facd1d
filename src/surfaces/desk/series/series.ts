// The writer's series: the list of series, and a page for each with its parts in order.

import {
  createSeries,
  type DeskPart,
  deleteSeries,
  type ListedSeries,
  movePart,
  type OwnSeries,
  ownSeries,
  ownSeriesList,
  partCandidates,
  putInSeries,
  saveSeries,
} from '../../../operations/series/own-series.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { SERIES_LIMITS } from '../../../schemas/series/series-limits.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { choiceField } from '../shared/form-fields.ts';
import { STATUS_WORDS, statusChip } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import {
  actorOf,
  type Desk,
  type GoTo,
  type PageContext,
  param,
  query,
} from '../shared/page-context.ts';
import { detailsPage, newSeriesPage, SERIES, seriesFrom, seriesUrl } from './series-form.ts';

export function series(desk: Desk): void {
  desk.writer(SERIES, listPage);
  desk.writer(`${SERIES}/new`, newSeriesPage, async (page) => {
    const id = await createSeries(page.context, actorOf(page), seriesFrom(page));
    return { goTo: `${SERIES}/${id}?done=created` };
  });
  desk.writer(`${SERIES}/:id`, partsPage, addPart);
  desk.writer(`${SERIES}/:id/details`, detailsPage, async (page) => {
    const [id, mark] = [param(page, 'id'), page.fields['mark'] ?? ''];
    await saveSeries(page.context, actorOf(page), { id, mark, given: seriesFrom(page) });
    return { goTo: `${SERIES}/${id}?done=saved` };
  });
  desk.writer(`${SERIES}/:id/place`, partsPage, takePlace);
  desk.writer(`${SERIES}/:id/remove`, partsPage, async (page) => {
    const { row, parts } = await seriesIn(page);
    const piece = parts.find(({ id }) => id === page.fields['part']);
    if (piece) {
      const put = { pieceId: piece.id, seriesId: null, chosen: 'piece' } as const;
      await putInSeries(page.context, actorOf(page), put);
    }
    return { goTo: `${SERIES}/${row.id}?done=removed` };
  });
  desk.writer(
    `${SERIES}/:id/delete`,
    async (page) => confirmationPage(page, deleting(await seriesIn(page))),
    async (page) => {
      await deleteSeries(page.context, actorOf(page), param(page, 'id'));
      return { goTo: `${SERIES}?done=deleted` };
    },
  );
}

const seriesIn = (page: PageContext) => ownSeries(page.context, actorOf(page), param(page, 'id'));

async function addPart(page: PageContext): Promise<GoTo> {
  const id = param(page, 'id');
  const { piece: pieceId = '' } = page.fields;
  await putInSeries(page.context, actorOf(page), { pieceId, seriesId: id, chosen: 'piece' });
  return { goTo: `${SERIES}/${id}?done=added` };
}

/** Returns to the same button, so that it can be pressed again. */
async function takePlace(page: PageContext): Promise<GoTo> {
  const id = param(page, 'id');
  const { part: pieceId = '' } = page.fields;
  const to = page.fields['to'] === 'up' ? 'up' : 'down';
  const by = to === 'up' ? -1 : 1;
  await movePart(page.context, actorOf(page), { id, pieceId, to: (from) => from + by });
  return { goTo: `${SERIES}/${id}?moved=${encodeURIComponent(pieceId)}&to=${to}` };
}

const LIST_DONE = { deleted: 'Deleted. The pieces themselves haven’t changed.' };

async function listPage(page: PageContext): Promise<Html> {
  const found = await ownSeriesList(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Series',
    here: 'Series',
    done: doneWords(page, LIST_DONE),
    content: html`<div class="inline-group"><h1>Series</h1>
${found.length > 0 && html`<a class="button primary align-end" href="${SERIES}/new">New series</a>`}</div>
<p class="standfirst">Pieces that belong together, in the order you choose.</p>
${found.length > 0 ? html`<ul class="entry-list">${found.map(item)}</ul>` : EMPTY}`,
  });
}

const EMPTY = html`<div class="empty-state"><p>No series yet. Give one a title and add pieces to it. Readers see it
once a piece in it is published.</p>
<p><a class="button primary" href="${SERIES}/new">New series</a></p></div>`;

const item = ({ row, parts, published }: ListedSeries) => html`<li>
<h2><a href="${SERIES}/${row.id}" dir="auto">${row.title}</a></h2>
<div class="entry-side">${seriesChip(published)}</div>
<p>${partCount(parts)}${parts > published && published > 0 && `, ${published} published`}</p></li>`;

const partCount = (parts: number) =>
  parts === 0 ? 'No parts yet' : `${parts} ${parts === 1 ? 'part' : 'parts'}`;

const seriesChip = (published: number) =>
  published > 0
    ? html`<span class="chip approved">Public</span>`
    : html`<span class="chip">Not public yet</span>`;

const DONE: { readonly [done: string]: string } = {
  created: 'Saved. Add the pieces that belong to it.',
  saved: 'Saved.',
  added: 'Added at the end.',
  removed: 'Removed from the series. The piece itself hasn’t changed.',
};

async function partsPage(page: PageContext): Promise<Html> {
  const found = await seriesIn(page);
  const { row, parts } = found;
  const published = parts.filter(({ status }) => status === 'approved').length;
  return deskPage(page, {
    title: row.title,
    here: 'Series',
    done: doneWords(page, DONE),
    content: html`<p class="page-label"><a href="${SERIES}">Series</a></p>
<h1 dir="auto">${row.title}</h1>
${row.description && html`<p class="standfirst" dir="auto">${row.description}</p>`}
<div class="inline-group item-actions">${seriesChip(published)}
${published > 0 && html`<a href="${seriesUrl(page, row.slug)}">See it on the site</a>`}
<a href="${SERIES}/${row.id}/details">Title, URL and description</a>
<a class="align-end" href="${SERIES}/${row.id}/delete">Delete</a></div>
<h2>Parts</h2>
${parts.length > 0 ? partList(page, found) : NO_PARTS}
${await addForm(page, found)}`,
  });
}

const NO_PARTS = html`<p class="muted">No parts yet. Add a piece below, or choose the series in the details of
a piece.</p>`;

const partList = (page: PageContext, { row, parts }: OwnSeries) =>
  html`<p class="muted">Readers see the published parts in this order. Parts that aren’t public don’t count in the
numbering.</p>
<ol class="entry-list parts">${parts.map((part, at) =>
    partItem(page, row.id, part, { number: at + 1, last: parts.length }),
  )}</ol>`;

interface Place {
  number: number;
  last: number;
}

const nameOf = ({ headline }: DeskPart) => headline.trim() || 'Untitled';

const partItem = (page: PageContext, id: string, part: DeskPart, { number, last }: Place) =>
  html`<li id="part-${part.id}"><span class="part-number" aria-hidden="true">${number}</span>
<h3 dir="auto"><a href="/desk/edit/pieces/${part.id}">${nameOf(part)}</a></h3>
<div class="entry-side">${statusChip(part.status)}</div>
<div class="inline-group item-actions">
${number > 1 && placeForm(page, id, part, 'up')}${number < last && placeForm(page, id, part, 'down')}
<form method="post" action="${SERIES}/${id}/remove">${csrfField(page)}
<input type="hidden" name="part" value="${part.id}">
<button class="link-button" aria-label="Remove: ${nameOf(part)}">Remove</button></form></div>
</li>`;

const PLACES = { up: 'Move up', down: 'Move down' } as const;

const placeForm = (page: PageContext, id: string, part: DeskPart, to: keyof typeof PLACES) =>
  html`<form method="post" action="${SERIES}/${id}/place">${csrfField(page)}
<input type="hidden" name="part" value="${part.id}"><input type="hidden" name="to" value="${to}">
<button class="link-button" aria-label="${PLACES[to]}: ${nameOf(part)}"${
    wasPressed(page, part, to) && html` autofocus`
  }>${PLACES[to]}</button></form>`;

const wasPressed = (page: PageContext, part: DeskPart, to: string) =>
  query(page, 'moved') === part.id && query(page, 'to') === to;

async function addForm(page: PageContext, { row, parts }: OwnSeries): Promise<Html> {
  if (parts.length >= SERIES_LIMITS.parts) {
    return html`<p class="muted">A series can have at most ${SERIES_LIMITS.parts} parts.</p>`;
  }
  const candidates = await partCandidates(page.context, actorOf(page));
  if (candidates.length === 0) {
    return html`<p class="muted">All your pieces are already in a series.
<a href="/desk/edit/pieces/new">Write a new one</a></p>`;
  }
  const options = candidates.map(
    (each) => [each.id, `${nameOf(each)} (${STATUS_WORDS[each.status].toLowerCase()})`] as const,
  );
  return html`<form class="stack add-part" method="post" action="${SERIES}/${row.id}">${csrfField(page)}
${choiceField(page, { name: 'piece', label: 'Add a piece', options, hint: 'A piece can be in only one series.' })}
<div class="inline-group"><button>Add at the end</button></div></form>`;
}

const deleting = ({ row, parts }: OwnSeries) => ({
  here: 'Series',
  question: `Delete “${row.title}”?`,
  consequence:
    parts.length === 0
      ? 'This permanently deletes the series, which has no parts.'
      : 'This permanently deletes the series, its page and its feeds. It doesn’t delete the pieces.',
  button: 'Delete',
  back: `${SERIES}/${row.id}`,
});
