// How a page of the site is asked for and sent.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPublicPage } from '../../http/pages.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { type Page, sitePage } from './page.ts';

/** Gives the page, or has already answered otherwise: with the way to another address. */
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<Page | FastifyReply>;

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
        const page = await handler(request, reply);
        if (!('content' in page)) return page;
        return sendPublicPage(request, reply, sitePage(config, page), config.publicMaxAge);
      },
    },
  });
}
