// Preview of a piece: category, headline, standfirst, byline, cover and text.

import { cardsIn } from '../schemas/cards/cards.ts';
import { categoryName } from '../schemas/vocabulary.ts';
import { renderPreview } from './on-thread/markdown.ts';
import { versionCover } from './templates/cover.ts';
import { type Html, html, trusted } from './templates/html.ts';
import { withScrollingTables } from './templates/scrolling-tables.ts';
import { directionOf } from './text/direction.ts';

interface Article {
  headline: string;
  sub: string | null;
  body_md: string;
  category: string;
  locale: string;
  image: string | null;
  cards: string;
}

export async function articleOf(piece: Article, author?: string): Promise<Html> {
  const { html: body } = await renderPreview(piece.body_md, cardsIn(piece));
  return html`<article lang="${piece.locale}" dir="${directionOf(piece.locale)}">
${piece.category && html`<p class="kicker" lang="en">${categoryName(piece.category)}</p>`}
<h1>${piece.headline || 'Untitled'}</h1>
${piece.sub && html`<p class="standfirst">${piece.sub}</p>`}
${author && html`<p class="byline">By ${author}</p>`}
${versionCover(piece.image)}
<div class="text">${trusted(withScrollingTables(body))}</div>
</article>`;
}
