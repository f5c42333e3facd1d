// Publishing: the confirmation that shows exactly what will become public, and where.

import { ERRORS, Problem } from '../../../errors.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { checkChoices } from '../../../operations/publishing/first-choices.ts';
import { movePiece } from '../../../operations/publishing/move-piece.ts';
import { openSchedule } from '../../../operations/publishing/schedule/schedule-words.ts';
import { ACTS } from '../../../operations/states/state-table.ts';
import { renderPreview } from '../../../rendering/on-thread/markdown.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { cardsIn } from '../../../schemas/cards/cards.ts';
import { lacksAltText } from '../../../schemas/images/covers.ts';
import { isBlank } from '../../../schemas/text.ts';
import { comparison } from '../shared/comparison.ts';
import { hiddenImagesNotice } from '../shared/hidden-images.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { publishingAct } from '../shared/piece-actions.ts';
import { preview } from '../shared/preview.ts';
import { savedHow } from '../versions/version-labels.ts';
import { nothingToConfirmPage } from './confirmations.ts';
import { declarationField } from './declaration-field.ts';
import { postPublishUrl } from './post-publish.ts';
import { isCategoryOpen, PUBLISH_FORM, publishingFacts } from './publish-details.ts';
import { laterIn, whenField } from './schedule-fields.ts';

export function publishRoutes(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/publish', publishPage, takePublish);
}

async function takePublish(page: PageContext): Promise<GoTo | Html> {
  const pieceId = param(page, 'id');
  const { category, slug, version, look, declaration, confirmed } = page.fields;
  const found = await checkChoices(page.context, actorOf(page), pieceId, { category, slug });
  // Enter in a field presses the hidden `look` button, which checks the input without publishing.
  if (look) return publishPage(page);
  const act = publishingAct(page, found);
  if (!act) throw new Problem('move_refused');
  const later = laterIn(page) ?? undefined;
  const shown = { version: Number(version), category, slug, declaration, confirmed, later };
  await movePiece(page.context, actorOf(page), { pieceId, act, ...shown });
  if (later && act === 'publish')
    return { goTo: `/desk/edit/pieces/${pieceId}/schedule?done=scheduled` };
  return { goTo: postPublishUrl(found.piece.id, act) };
}

async function publishPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { working } = found;
  const act = publishingAct(page, found);
  if (!act)
    return nothingToConfirmPage(
      page,
      found,
      'Nothing to publish',
      ACTS.publish.confirmation.closed,
    );
  if (isBlank(working.headline) || isBlank(working.body_md)) {
    return nothingToConfirmPage(page, found, 'Not finished yet', ERRORS.not_publishable.reason);
  }
  if (lacksAltText(working)) {
    const { reason } = ERRORS.cover_not_described;
    return nothingToConfirmPage(page, found, 'Not finished yet', reason);
  }
  // After a conflict, the choices are preselected again from the version that is shown now.
  const isNewer = page.problem?.code === 'version_conflict';
  return confirmationOf(isNewer ? { ...page, fields: {} } : page, found, act);
}

async function confirmationOf(
  page: PageContext,
  found: DeskPiece,
  act: 'publish' | 'publish_changes' | 'submit',
): Promise<Html> {
  const { piece, working } = found;
  const { words, confirmation } = ACTS[act];
  const rendered = await renderPreview(working.body_md, cardsIn(working));
  // The category field already shows the category.
  const shown = isCategoryOpen(found) ? { ...working, category: '' } : working;
  return deskPage(page, {
    title: `${words.button}: ${working.headline}`,
    here: 'Pieces',
    content: html`<h1>${confirmation.question()}</h1>
<p class="standfirst">${confirmation.consequence}</p>
${hiddenImagesNotice(rendered.html, page.context.config)}
${await publishingFacts(page, found)}
${await declarationField(page, found)}
${act !== 'publish_changes' && whenField(page, openSchedule(found.schedule))}
<form class="inline-group sticky-actions" method="post" id="${PUBLISH_FORM}">${csrfField(page)}
<input type="hidden" name="version" value="${working.number}">
<button name="look" value="yes" formnovalidate hidden>Check</button>
<button class="primary">${words.button}</button>${
      act === 'publish' && html`<button class="primary for-later">Schedule</button>`
    }
<a href="/desk/edit/pieces/${piece.id}">Back to the text</a>
<span class="muted align-end">Version ${working.number}</span></form>
${act === 'publish_changes' && (await changes(page, found))}
${await preview(shown)}`,
  });
}

async function changes(
  { context }: PageContext,
  { live, working }: DeskPiece,
): Promise<Html | null> {
  if (!live) return null;
  const title = (name: string, version: typeof live) =>
    html`${name} <span class="muted save-note">version ${version.number}, ${savedHow(version, context.now())}</span>`;
  return comparison(
    { title: title('Live', live), version: live },
    { title: title('Your working copy', working), version: working },
  );
}
