// Bulk actions on the desk's list: set a category, or move to the trash after a confirmation.

import { Problem } from '../../../../errors.ts';
import { setCategory, trashPieces } from '../../../../operations/pieces/bulk.ts';
import { PAGE_SIZE } from '../../../../operations/pieces/desk-list/desk-list.ts';
import { deskPiece } from '../../../../operations/pieces/own-pieces.ts';
import { ACTS } from '../../../../operations/states/state-table.ts';
import { type Html, html } from '../../../../rendering/templates/html.ts';
import { PIECE_LIMITS } from '../../../../schemas/piece-limits.ts';
import { CATEGORIES } from '../../../../schemas/vocabulary.ts';
import { statusChip } from '../../shared/labels.ts';
import { csrfField, deskPage } from '../../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext } from '../../shared/page-context.ts';
import { backWith } from './bulk-words.ts';
import { homePage } from './home.ts';
import { CHOSEN } from './piece-list.ts';

export function bulk(desk: Desk): void {
  desk.writer('/desk/bulk', homePage, act);
}

const chosenIn = ({ fields }: PageContext) =>
  Object.keys(fields)
    .filter((name) => name.startsWith(CHOSEN))
    .map((name) => name.slice(CHOSEN.length))
    .slice(0, PAGE_SIZE);

async function act(page: PageContext): Promise<GoTo | Html> {
  const { fields, context } = page;
  const ids = chosenIn(page);
  const back = fields['back'] ?? '/desk';
  if (fields['act'] === 'category') {
    const category = CATEGORIES.find((each) => each === fields['category']);
    if (!category) throw new Problem('invalid_input');
    const result = await setCategory(context, actorOf(page), ids, category);
    return { goTo: backWith(back, 'category', result) };
  }
  if (ids.length > 0 && fields['confirmed'] !== 'yes') return confirmation(page, ids, back);
  return { goTo: backWith(back, 'delete', await trashPieces(context, actorOf(page), ids)) };
}

/** Pieces that can't be deleted are named before the writer confirms. */
async function confirmation(page: PageContext, ids: string[], back: string): Promise<Html> {
  const found = await Promise.all(ids.map((id) => listed(page, id)));
  const pieces = found.flatMap((piece) => piece ?? []);
  const going = pieces.filter(({ isOpen }) => isOpen);
  const staying = pieces.filter(({ isOpen }) => !isOpen);
  const question =
    going.length === 1 ? 'Delete this piece?' : `Delete these ${going.length} pieces?`;
  return deskPage(page, {
    title: 'Delete',
    here: 'Pieces',
    narrow: true,
    content: html`<h1>${going.length > 0 ? question : 'Nothing to delete'}</h1>
${
  going.length > 0 &&
  html`<p class="standfirst">They’ll move to the trash, with all their versions. You can restore them for
${PIECE_LIMITS.trashDays} days. After that they’re permanently deleted.</p>`
}
<form class="inline-group sticky-actions" method="post" action="/desk/bulk">${csrfField(page)}
<input type="hidden" name="back" value="${back}"><input type="hidden" name="confirmed" value="yes">
${going.map(({ id }) => html`<input type="hidden" name="${CHOSEN}${id}" value="yes">`)}
${going.length > 0 && html`<button name="act" value="delete">Delete</button>`}
<a href="/desk">${going.length > 0 ? 'Cancel' : 'Back to your pieces'}</a></form>
${going.length > 0 && names(going)}
${
  staying.length > 0 &&
  html`<p class="notice">These stay: ${ACTS.delete.confirmation.closed}</p>
${names(staying)}`
}`,
  });
}

interface Listed {
  id: string;
  headline: string;
  chip: Html;
  isOpen: boolean;
}

async function listed(page: PageContext, id: string): Promise<Listed | null> {
  try {
    const { piece, working } = await deskPiece(page.context, actorOf(page), id);
    const isOpen = ACTS.delete.rule.from.some((status) => status === piece.status);
    return {
      ...{ id: piece.id, headline: working.headline || 'Untitled' },
      ...{ chip: statusChip(piece.status), isOpen },
    };
  } catch (problem) {
    // The piece has been deleted in the meantime.
    if (problem instanceof Problem && problem.status === 404) return null;
    throw problem;
  }
}

const names = (pieces: readonly Listed[]) =>
  html`<ul class="entry-list">${pieces.map(
    ({ id, headline, chip }) =>
      html`<li><h2><a href="/desk/edit/pieces/${id}">${headline}</a></h2><div class="entry-side">${chip}</div></li>`,
  )}</ul>`;
