// What a piece is published with, beside its text: category, language, tags and URL, each with a link to change it.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import { pieceUrl } from '../../../operations/pieces/piece-urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { languageName, tagWords } from '../shared/labels.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';

const FROM_HEADLINE = 'Made from the headline. It stays the same from then on.';

export async function publishingFacts(page: PageContext, found: DeskPiece): Promise<Html> {
  const { piece, working } = found;
  const change = (what: string, field: string) =>
    html`<a href="/desk/edit/pieces/${piece.id}#${field}" aria-label="Change the ${what}">Change</a>`;
  const url = await pieceUrl(page.context, actorOf(page), found);
  return html`<dl class="facts">
<dt>Category</dt><dd><strong>${working.category}</strong> ${change('category', 'category')}</dd>
<dt>Language</dt><dd>${languageName(working.locale)} ${change('language', 'locale')}</dd>
<dt>Tags</dt><dd>${tagWords(working)} ${change('tags', 'tags')}</dd>
<dt>URL</dt><dd><span class="url">${decodeURI(url)}</span>
<span class="muted">${piece.slug === null ? FROM_HEADLINE : 'It stays the same.'}</span></dd>
</dl>`;
}
