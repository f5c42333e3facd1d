// Registers a page of the site: runs its handler, then sends the page or a redirect.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { movedTo, sendPublicPage } from '../../../http/pages/pages.ts';
import { resource } from '../../../http/resource.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Page, sitePage } from './layout.ts';

/** The page has moved to another URL. */
interface Moved {
  movedTo: string;
}

type Handler = (request: FastifyRequest) => Promise<Page | Moved>;

export function servePage(
  scope: FastifyInstance,
  { config }: Context,
  url: string,
  handler: Handler,
): void {
  resource(scope, url, {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        const page = await handler(request);
        if ('movedTo' in page) return movedTo(reply, page.movedTo);
        return sendPublicPage(request, reply, sitePage(config, page), {
          maxAge: config.publicMaxAge,
          // The home page shows the date and what is trending.
          changesWith: page.today ? 'time' : 'content',
        });
      },
    },
  });
}
