// Registers a page of the site: runs its handler, then sends the page or a redirect.

import type { FastifyInstance } from 'fastify';
import type { Representation } from '../../../http/cache/send-response.ts';
import { publicPage } from '../../../http/pages/pages.ts';
import { type Moved, publicRead, type ReadRequest } from '../../../http/public-reads.ts';
import { type Context, notAhead } from '../../../operations/operation.ts';
import { filledCategories } from '../../../operations/public-pages/filled-categories.ts';
import { footerPages } from '../../../operations/public-pages/site-pages.ts';
import { LONG_TEXT, type LongText, type Page, type SiteLinks, sitePage } from './layout.ts';

type Handler = (request: ReadRequest) => Promise<Page | Moved>;

/** `identity` identifies the page and its long text: the HTML around the text, and the text's ETag. */
function withLongText(
  around: string,
  { html, etag }: LongText,
): Pick<Representation, 'body' | 'bytes' | 'identity'> {
  const at = around.indexOf(LONG_TEXT.text);
  const body = around.slice(0, at) + html + around.slice(at + LONG_TEXT.text.length);
  return {
    body,
    bytes: Buffer.byteLength(around) - LONG_TEXT.text.length + Buffer.byteLength(html),
    identity: etag === '' ? body : `${around}${html.length} ${etag}`,
  };
}

export function servePage(
  scope: FastifyInstance,
  context: Context,
  url: string,
  handler: Handler,
): void {
  const { config } = context;
  const written = (page: Page, links: SiteLinks): Representation => {
    const representation = publicPage(
      sitePage(context, links, page),
      {
        maxAge: config.publicMaxAge,
        // The home page shows the date and trending pieces, so it changes with time.
        changesWith: page.today ? 'time' : 'content',
      },
      page.hasPlayers,
    );
    return {
      ...representation,
      ...(page.longText && withLongText(representation.body, page.longText)),
      modifiedAt: page.modifiedAt && notAhead(page.modifiedAt, context.now()),
      aiUses: page.aiUses,
    };
  };
  publicRead(scope, url, { hide: true }, async (request) => {
    const page = await handler(request);
    if ('movedTo' in page) return page;
    const categories = await filledCategories(context);
    return written(page, { categories, footer: await footerPages(context) });
  });
}
