// /author/{slug}/{piece-slug}.md: the Markdown alternate of a piece.

import type { FastifyInstance } from 'fastify';
import { publicRead } from '../../http/public-reads.ts';
import { parameter } from '../../http/resource.ts';
import { type Context, notAhead } from '../../operations/operation.ts';
import { markdownOf } from '../../operations/public-pages/markdown-alternate.ts';
import { markdownUrl } from '../../operations/urls.ts';
import { markdownRoute } from './openapi.ts';

export function markdownAlternates(scope: FastifyInstance, context: Context): void {
  // Slugs of pieces contain no dot, so `[^.]+` matches a whole slug.
  const schema = markdownRoute(context.config);
  publicRead(scope, '/author/:slug/:piece(^[^.]+).md', schema, async (request) => {
    const [author, piece] = [parameter(request, 'slug'), parameter(request, 'piece')];
    const { page, markdown, modifiedAt, aiUses } = await markdownOf(context, author, piece);
    const { pathname } = new URL(page);
    const isCurrent = decodeURIComponent(pathname) === `/author/${author}/${piece}`;
    if (!isCurrent) return { movedTo: markdownUrl(pathname) };
    return {
      type: 'text/markdown; charset=utf-8',
      body: markdown,
      modifiedAt: notAhead(modifiedAt, context.now()),
      aiUses,
      // Search engines should index the page instead of its Markdown.
      headers: { link: `<${page}>; rel="canonical"` },
      maxAge: context.config.publicMaxAge,
    };
  });
}
