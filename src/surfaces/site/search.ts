// /search?q=: results, where they match, and the words around the match.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Context } from '../../operations/operation.ts';
import {
  type Found,
  SEARCH_PAGE,
  type SearchPage,
  searchPage,
} from '../../operations/public-pages/search-page.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { matchIn } from '../../rendering/text/snippet.ts';
import type { AuthorHit } from '../../schemas/authors.ts';
import { QUERY_LIMITS } from '../../schemas/shapes.ts';
import { count, dayOf, pathOf, tongue } from './shared/labels.ts';
import { byline, kicker, tick } from './shared/piece-lists.ts';
import { searchForm } from './shared/search-form.ts';
import { servePage } from './shared/serve-page.ts';

const MATCH_SITES: { readonly [site in Found['match_site']]: string } = {
  headline: 'In the headline',
  standfirst: 'In the standfirst',
  body: 'In the text',
};

export function search(scope: FastifyInstance, context: Context): void {
  servePage(scope, context, '/search', async (request) => {
    const { q } = { q: undefined, ...Object(request.query) };
    const query = q === undefined ? null : String([q].flat().at(-1));
    return {
      title: query?.trim() ? `Search: ${query.trim().slice(0, QUERY_LIMITS.length)}` : 'Search',
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
      ? `A search can have up to ${QUERY_LIMITS.length} characters, and no control characters.`
      : 'Type something to search for.';
    return html`<p class="message standfirst" role="status">${words}</p>`;
  }
}

const nothing = (query: string) => html`<div class="message" role="status">
<p class="standfirst">No results for “${query.trim()}”.</p>
<p>Search matches the exact characters you type. Try a shorter part of the word.</p>
</div>`;

function all({ authors, pieces, isFull }: SearchPage, query: string): Html {
  const pieceCount = count(pieces.length, 'piece', 'pieces');
  const writerCount = count(authors.length, 'writer', 'writers');
  const isFullOfWriters = authors.length === SEARCH_PAGE.authors;
  return html`<p class="result-count" role="status">${isFull ? `The first ${pieceCount}` : pieceCount}${
    authors.length > 0 && `, ${isFullOfWriters ? 'the first ' : ''}${writerCount}`
  }</p>
${authors.length > 0 && writerList(authors, query)}
${pieces.length > 0 && html`<ol class="entry-list wide">${pieces.map((piece) => entry(piece, query))}</ol>`}`;
}

const writerList = (authors: AuthorHit[], query: string) =>
  html`<section class="writers" aria-label="Writers">
<ul>${authors.map((author) => writer(author, query))}</ul></section>`;

function writer({ name, role, niche, urls, identity_verified }: AuthorHit, query: string): Html {
  const about = [role, niche].filter(Boolean).join(', ');
  const link = html`<a href="${pathOf(urls.profile)}"><bdi>${marked(name, query)}</bdi></a>`;
  return html`<li>${link}${identity_verified && tick()} <span dir="auto">${marked(about, query)}</span></li>`;
}

function entry(piece: Found, query: string): Html {
  const { snippet, match_site: site } = piece;
  const language = tongue(piece.locale);
  const title = site === 'headline' ? marked(piece.title, query) : piece.title;
  const summary = site === 'standfirst' ? marked(piece.summary, query) : piece.summary;
  return html`<li>
${kicker(piece.category)}
<h2${language}><a href="${pathOf(piece.url)}">${title}</a></h2>
${
  site === 'body' && snippet
    ? html`<p class="snippet"${language}>${marked(snippet, query)}</p>`
    : html`<p class="standfirst"${language}>${summary}</p>`
}
<p class="byline">${byline(piece)} <span class="separator">·</span>
<span class="match-site">${MATCH_SITES[site]}</span></p>
<p class="date">${dayOf(piece.date_published)}</p>
</li>`;
}

function marked(text: string, query: string): Html {
  const match = matchIn(text, query);
  if (!match) return html`${text}`;
  const { start, end } = match;
  return html`${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}`;
}
