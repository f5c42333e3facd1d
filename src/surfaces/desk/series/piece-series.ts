// The series of a piece: chosen in the editor's details, or without script on a separate page.

import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { putInSeries, seriesChoices } from '../../../operations/series/own-series.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { choiceField } from '../shared/form-fields.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { scriptCalls } from '../shared/script-calls.ts';
import { SERIES } from './series-form.ts';

/** Id of the form with the choice, which is separate from the editor's form. */
const FORM = 'series-form';

const FIELD = { name: 'series', label: 'Series' };

export function pieceSeries(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/series', choicePage, async (page) => {
    const { series = '' } = page.fields;
    const put = { pieceId: param(page, 'id'), seriesId: series || null } as const;
    await putInSeries(page.context, actorOf(page), { ...put, chosen: 'series' });
    return { goTo: `/desk/edit/pieces/${param(page, 'id')}/series?done=saved` };
  });
  scriptCalls(desk, (calls) => {
    calls.writer('/desk/edit/pieces/:id/series/choice', async (me, { request }) => {
      const { id } = { id: '', ...Object(request.params) };
      const { series } = { series: '', ...Object(request.body) };
      const put = { pieceId: String(id), seriesId: String(series) || null } as const;
      await putInSeries(desk.context, me.actor, { ...put, chosen: 'series' });
      return {};
    });
  });
}

async function choicePage(page: PageContext): Promise<Html> {
  const { piece, working } = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { all, chosen } = await seriesChoices(page.context, actorOf(page), piece.id);
  const back = html`<a href="/desk/edit/pieces/${piece.id}">Back to the text</a>`;
  return deskPage(page, {
    title: 'Series',
    here: 'Pieces',
    narrow: true,
    done: doneWords(page, { saved: 'Saved.' }),
    content: html`<h1>Series</h1>
<p class="standfirst">The series that <span dir="auto">“${working.headline || 'Untitled'}”</span> belongs to.</p>
${
  all.length === 0
    ? html`<p>No series yet. <a href="${SERIES}/new">New series</a> ${back}</p>`
    : html`<form class="stack" method="post" action="/desk/edit/pieces/${piece.id}/series">${csrfField(page)}
${choiceField(page, { ...FIELD, value: chosen, options: optionsOf(all) })}
<div class="inline-group"><button class="primary">Save</button>${back}</div></form>`
}`,
  });
}

const optionsOf = (all: Awaited<ReturnType<typeof seriesChoices>>['all']) => [
  ['', 'None'] as const,
  ...all.map(({ id, title }) => [id, title] as const),
];

/** The series isn't part of the text, so it is saved separately; a new piece gets this choice after its first save. */
export async function seriesDetail(page: PageContext, found: DeskPiece | null): Promise<Html> {
  const { all, chosen } = await seriesChoices(page.context, actorOf(page), found?.piece.id ?? null);
  if (all.length === 0) {
    return html`<div class="series-detail"><p class="label">Series</p>
<p class="hint">To put pieces in order, <a href="${SERIES}/new" data-after-saving>create a series</a>.</p></div>`;
  }
  const field = choiceField(
    { ...page, fields: {}, problem: null },
    { ...FIELD, value: chosen, options: optionsOf(all), form: FORM },
  );
  return html`<div class="series-detail" data-series${!found && html` data-once-saved hidden`}>${field}
<button form="${FORM}" data-without-script>Save series</button>
<p class="hint" role="status" data-series-saved></p></div>`;
}

export const seriesForm = (page: PageContext, { piece }: DeskPiece): Html =>
  html`<form id="${FORM}" method="post" action="/desk/edit/pieces/${piece.id}/series">${csrfField(page)}</form>`;
