// How a page of the site is asked for and sent.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { movedTo, sendPublicPage } from '../../../http/pages/pages.ts';
import { resource } from '../../../http/resource.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Page, sitePage } from './layout.ts';

/** The page is under another address now. */
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
          // The day stands on it, and what was read most.
          changesWith: page.today ? 'time' : 'content',
        });
      },
    },
  });
}
