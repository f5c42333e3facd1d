// /author/{slug}/{piece-slug}.md: the Markdown alternate of a piece.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { movedTo } from '../../http/pages/pages.ts';
import { parameter, resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { markdownOf } from '../../operations/public-pages/markdown-alternate.ts';
import { markdownUrl } from '../../operations/urls.ts';
import { markdownRoute } from './openapi.ts';

export function markdownAlternates(scope: FastifyInstance, context: Context): void {
  // No slug of a piece has a dot in it.
  resource(scope, '/author/:slug/:piece(^[^.]+).md', {
    GET: {
      schema: markdownRoute(context.config),
      async handler(request, reply) {
        const [author, piece] = [parameter(request, 'slug'), parameter(request, 'piece')];
        const { page, markdown } = await markdownOf(context, author, piece);
        const { pathname } = new URL(page);
        const isCurrent = decodeURIComponent(pathname) === `/author/${author}/${piece}`;
        if (!isCurrent) return movedTo(reply, markdownUrl(pathname));
        // Search engines should index the page instead.
        reply.header('link', `<${page}>; rel="canonical"`);
        return sendText(request, reply, {
          type: 'text/markdown; charset=utf-8',
          body: markdown,
          maxAge: context.config.publicMaxAge,
        });
      },
    },
  });
}
