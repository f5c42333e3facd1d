// Details of the publication: category, language, tags and URL. Details that were never chosen are fields of the
// form; the others have a link for changing them.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import { pieceUrl, proposedSlug } from '../../../operations/pieces/piece-urls.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { directionOf, writtenDirection } from '../../../rendering/text/direction.ts';
import { CONTENT_FIELDS } from '../../../schemas/content-fields.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { CATEGORIES, CATEGORY_NAMES, categoryName } from '../../../schemas/vocabulary.ts';
import { choiceField, textField } from '../shared/form-fields.ts';
import { languageName, tagWords } from '../shared/labels.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';

export const PUBLISH_FORM = 'publish-form';

/** New pieces have the default category, so the category counts as not chosen until the first publication. */
export const isCategoryOpen = ({ piece, working }: DeskPiece): boolean =>
  piece.published_at === null && working.category === CONTENT_FIELDS.category.empty;

export async function publishingFacts(page: PageContext, found: DeskPiece): Promise<Html> {
  const { piece, working } = found;
  const isFirst = piece.published_at === null;
  const change = (what: string, field: string) =>
    html`<a href="/desk/edit/pieces/${piece.id}#${field}" aria-label="Change the ${what}">Change</a>`;
  return html`<dl class="facts">
${
  !isCategoryOpen(found) &&
  html`<dt>Category</dt><dd><strong>${categoryName(working.category)}</strong> ${change('category', 'category')}</dd>`
}
<dt>Language</dt><dd>${languageName(working.locale)} ${change('language', 'locale')}${directionHint(working)}</dd>
<dt>Tags</dt><dd>${tagWords(working)} ${change('tags', 'tags')}</dd>
${!isFirst && (await urlFact(page, found))}
</dl>
${isFirst && (await firstChoices(page, found))}`;
}

/** A wrong language matters most if it reverses the direction of the text. */
function directionHint({ headline, body_md, locale }: DeskPiece['working']): Html | null {
  const direction = directionOf(locale);
  const written = writtenDirection(`${headline} ${body_md}`);
  if (written === null || written === direction) return null;
  const ways = { ltr: 'left to right', rtl: 'right to left' };
  return html`<br><strong>Is that right?</strong> Readers see the text set from ${ways[direction]}, but most of it is
written from ${ways[written]}.`;
}

async function urlFact(page: PageContext, found: DeskPiece): Promise<Html> {
  const url = await pieceUrl(page.context, actorOf(page), found);
  return html`<dt>URL</dt><dd><span class="url">${decodeURI(url)}</span>
<a href="/desk/edit/pieces/${found.piece.id}/slug" aria-label="Change the URL">Change</a>
<span class="muted">It stays the same.</span></dd>`;
}

async function firstChoices(page: PageContext, found: DeskPiece): Promise<Html> {
  const slug = await proposedSlug(page.context, found);
  return html`<div class="field-grid first-choices">
${
  isCategoryOpen(found) &&
  choiceField(page, {
    ...{ name: 'category', label: 'Category', form: PUBLISH_FORM, value: found.working.category },
    options: CATEGORIES.map((each) => [each, CATEGORY_NAMES[each]]),
    hint: 'Where readers find the piece. If you change it, it’s saved as a new version.',
  })
}
${slugField(page, {
  form: PUBLISH_FORM,
  value: slug,
  hint: 'Suggested from the headline. You can also change it later: old URLs lead to the new one.',
})}
</div>`;
}

interface SlugField {
  form?: string;
  value: string;
  hint?: string | undefined;
}

/** Field for the last part of a piece's URL, after the part that all pieces of the writer share. */
export function slugField(page: PageContext, { form, value, hint }: SlugField): Html {
  const beginning = urlsOf(page.context.config.baseUrl).piecePage(actorOf(page).slug, '');
  return textField(page, {
    ...{ name: 'slug', label: 'URL', value, required: true, maxLength: PIECE_LIMITS.slug },
    ...(form && { form }),
    ...(hint && { hint }),
    prefix: beginning.replace(/^https?:\/\//, ''),
  });
}
