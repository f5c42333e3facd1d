// Registers a page of the site: runs its handler, then sends the page or a redirect.

import type { FastifyInstance } from 'fastify';
import { publicPage } from '../../../http/pages/pages.ts';
import { type Moved, publicRead, type ReadRequest } from '../../../http/public-reads.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Page, sitePage } from './layout.ts';

type Handler = (request: ReadRequest) => Promise<Page | Moved>;

export function servePage(
  scope: FastifyInstance,
  { config }: Context,
  url: string,
  handler: Handler,
): void {
  publicRead(scope, url, { hide: true }, async (request) => {
    const page = await handler(request);
    if ('movedTo' in page) return page;
    return publicPage(sitePage(config, page), {
      maxAge: config.publicMaxAge,
      // The home page shows the date and what is trending.
      changesWith: page.today ? 'time' : 'content',
    });
  });
}
