// /search?q=: what was found, where it was found, and the words around it.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Context } from '../../operations/operation.ts';
import {
  type Found,
  type SearchPage,
  searchPage,
} from '../../operations/public-pages/search-page.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { matchIn } from '../../rendering/text/snippet.ts';
import type { AuthorHit } from '../../schemas/authors.ts';
import { LIMITS, SEARCH_PAGE } from '../../schemas/limits.ts';
import { count, dayOf, pathOf, tongue } from './shared/labels.ts';
import { byline, tick } from './shared/piece-lists.ts';
import { searchForm } from './shared/search-form.ts';
import { servePage } from './shared/serve-page.ts';

const ELSEWHERE: { readonly [site in Found['match_site']]: string } = {
  headline: 'In the headline',
  standfirst: 'In the standfirst',
  body: 'In the text',
};

export function search(scope: FastifyInstance, context: Context): void {
  servePage(scope, context, '/search', async (request) => {
    const { q } = { q: undefined, ...Object(request.query) };
    const query = q === undefined ? null : String([q].flat().at(-1));
    return {
      title: query?.trim() ? `Search: ${query.trim().slice(0, LIMITS.query)}` : 'Search',
      head: html`<meta name="robots" content="noindex">`,
      here: 'search',
      content: html`<header class="page-header"><h1>Search</h1>${searchForm(query ?? '')}</header>
${query === null ? null : await results(context, query)}`,
    };
  });
}

async function results(context: Context, query: string): Promise<Html> {
  try {
    const found = await searchPage(context, query);
    return found.authors.length + found.pieces.length > 0 ? all(found, query) : nothing(query);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error;
    const words = query.trim()
      ? `Search takes up to ${LIMITS.query} ordinary characters. Try fewer words.`
      : 'Type what you are looking for.';
    return html`<p class="message standfirst" role="status">${words}</p>`;
  }
}

const nothing = (query: string) => html`<div class="message" role="status">
<p class="standfirst">Nothing has “${query.trim()}” in it.</p>
<p>Search looks for these very characters. A shorter piece of the word finds more.</p>
</div>`;

function all({ authors, pieces, isFull }: SearchPage, query: string): Html {
  const pieceCount = count(pieces.length, 'piece', 'pieces');
  return html`<p class="result-count" role="status">${isFull ? `The first ${pieceCount}` : pieceCount}${authors.length > 0 && `, ${authors.length === SEARCH_PAGE.authors ? 'the first ' : ''}${count(authors.length, 'writer', 'writers')}`}</p>
${authors.length > 0 && html`<section class="writers" aria-label="Writers"><ul>${authors.map((author) => writer(author, query))}</ul></section>`}
${pieces.length > 0 && html`<ol class="entry-list wide">${pieces.map((piece) => entry(piece, query))}</ol>`}`;
}

const writer = ({ name, role, niche, urls, identity_verified }: AuthorHit, query: string) =>
  html`<li><a href="${pathOf(urls.profile)}"><bdi>${marked(name, query)}</bdi></a>${identity_verified && tick()} <span dir="auto">${marked([role, niche].filter(Boolean).join(', '), query)}</span></li>`;

function entry(piece: Found, query: string): Html {
  const { title, summary, snippet, match_site: site } = piece;
  return html`<li>
<p class="kicker">${ELSEWHERE[site]}</p>
<h2${tongue(piece.locale)}><a href="${pathOf(piece.url)}">${site === 'headline' ? marked(title, query) : title}</a></h2>
${
  site === 'body' && snippet
    ? html`<p class="snippet"${tongue(piece.locale)}>${marked(snippet, query)}</p>`
    : html`<p class="standfirst"${tongue(piece.locale)}>${site === 'standfirst' ? marked(summary, query) : summary}</p>`
}
<p class="byline">${byline(piece)}</p>
<p class="date">${dayOf(piece.date_published)}</p>
</li>`;
}

/** The text with its first match marked. */
function marked(text: string, query: string): Html {
  const match = matchIn(text, query);
  if (!match) return html`${text}`;
  const { start, end } = match;
  return html`${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}`;
}
