// The page of a piece, and the redirects to it from its former slugs and its permanent id.

import type { FastifyInstance } from 'fastify';
import { movedTo } from '../../http/pages/pages.ts';
import { parameter, resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { type PiecePage, piecePage, pieceUrl } from '../../operations/public-pages/page-lookup.ts';
import type { ListEntry } from '../../operations/public-pages/piece-lists.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { withScrollingTables } from '../../rendering/templates/scrolling-tables.ts';
import { hasPlayers, pieceHead } from './piece-head.ts';
import {
  adjacentLinks,
  besideIn,
  hasOtherParts,
  partLine,
  seriesNavigation,
} from './series/series-parts.ts';
import { pieceCover, withCovers } from './shared/covers.ts';
import { count, dayOf, pathOf, tongue } from './shared/labels.ts';
import { LONG_TEXT } from './shared/layout.ts';
import { byline, entry, kicker } from './shared/piece-lists.ts';
import { productList } from './shared/product-lists.ts';
import { provenanceNote } from './shared/provenance-note.ts';
import { servePage } from './shared/serve-page.ts';

export function pieces(scope: FastifyInstance, context: Context): void {
  servePage(scope, context, '/author/:slug/:piece', async (request) => {
    const [author, slug] = [parameter(request, 'slug'), parameter(request, 'piece')];
    const page = await piecePage(context, author, slug);
    const { piece } = page;
    // The URL contains a former slug of the piece or of its author.
    if (author !== page.author.slug || slug !== page.slug) return { movedTo: pathOf(piece.url) };
    return {
      title: piece.title,
      description: piece.summary,
      canonical: piece.external_url ?? piece.url,
      modifiedAt: piece.date_modified,
      aiUses: page.aiUses,
      head: pieceHead(context, page),
      hasPlayers: hasPlayers(page),
      content: article(page, context.config.baseUrl),
      longText: { html: withScrollingTables(page.body), etag: page.etag },
    };
  });
  resource(scope, '/pieces/:id', {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        return movedTo(reply, pathOf(await pieceUrl(context, parameter(request, 'id'))));
      },
    },
  });
}

function article(page: PiecePage, baseUrl: string): Html {
  const { piece, standfirst, locale, products } = page;
  // The previous and next pieces aren't repeated among the related ones.
  const { previous, next } = besideIn(page);
  const related = page.related.filter(({ url }) => url !== previous?.url && url !== next?.url);
  const uuid = piece.id.slice(piece.id.lastIndexOf('/') + 1);
  return html`<article class="piece"${tongue(locale)} data-read="/read/${uuid}">
<header>
${kicker(piece.category)}
${page.series && partLine(page.series)}
<h1>${piece.title}</h1>
${standfirst && html`<p class="standfirst">${standfirst}</p>`}
</header>
${pieceMeta(page)}
${pieceCover(piece.image)}
<div class="text">
${LONG_TEXT}
</div>
${colophon(page)}
</article>
${products.length > 0 && productSection(products, baseUrl)}
${hasOtherParts(page) ? seriesNavigation(page.series) : adjacentPieces(page)}
${related.length > 0 && relatedSection(related)}`;
}

const productSection = (products: PiecePage['products'], baseUrl: string): Html =>
  html`<section class="related-items" aria-labelledby="goes-with">
<h2 class="section-heading" id="goes-with">Related products</h2>
${productList(products, { level: 3, baseUrl })}</section>`;

const relatedSection = (related: PiecePage['related']): Html =>
  html`<section class="related-pieces" aria-labelledby="related">
<h2 class="section-heading" id="related">Read next</h2>
<ol class="entry-list${withCovers(related)}">${related.map(relatedEntry)}</ol></section>`;

const relatedEntry = (item: ListEntry) => entry(item, { level: 3 });

function pieceMeta({ piece, minutes }: PiecePage): Html {
  return html`<div class="piece-meta" lang="en" dir="ltr">
<p class="byline">By ${byline(piece)}</p>
<p class="facts">${dayOf(piece.date_published)}</p>
<p class="facts">${count(minutes, 'minute', 'minutes')} to read</p>
${piece.external_url && firstPublishedAt(piece.external_url)}
</div>`;
}

const firstPublishedAt = (url: string) =>
  html`<p class="facts">First published at <a rel="noopener" href="${url}">${new URL(url).host}</a></p>`;

function colophon({ piece, author, told }: PiecePage): Html {
  const changed = piece.date_modified.slice(0, 10) !== piece.date_published.slice(0, 10);
  return html`<footer class="colophon" lang="en" dir="ltr">
${piece.tags.length > 0 && html`<ul class="tags" aria-label="Tags">${piece.tags.map(tagLink)}</ul>`}
${changed && html`<p class="fine-print">Last updated ${dayOf(piece.date_modified)}</p>`}
${told && provenanceNote(told, author)}
${author.bio && html`<p class="author-note" dir="auto">${author.bio}</p>`}
</footer>`;
}

/** Browsers resolve a path of dots, even encoded ones, so such a tag's link would lead to the front page. */
const tagLink = (tag: string) =>
  tag === '.' || tag === '..'
    ? html`<li><bdi>${tag}</bdi></li>`
    : html`<li><a rel="tag" href="/tag/${encodeURIComponent(tag)}"><bdi>${tag}</bdi></a></li>`;

function adjacentPieces(page: PiecePage): Html | null {
  if (!page.previous && !page.next) return null;
  return html`<nav class="adjacent-pieces" aria-label="More by ${page.author.name}">
${adjacentLinks(page, { previous: 'Previous', next: 'Next' })}
</nav>`;
}
