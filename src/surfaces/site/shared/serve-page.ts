// Registers a page of the site: runs its handler, then sends the page or a redirect.

import type { FastifyInstance } from 'fastify';
import type { Representation } from '../../../http/cache/send-response.ts';
import { publicPage } from '../../../http/pages/pages.ts';
import {
  type Moved,
  type PublicRead,
  publicRead,
  type ReadNow,
  type ReadRequest,
} from '../../../http/public-reads.ts';
import { refreshIdentity } from '../../../operations/identity/identity.ts';
import type { Context } from '../../../operations/operation.ts';
import {
  filledCategories,
  filledCategoriesNow,
} from '../../../operations/public-pages/filled-categories.ts';
import { footerPages, footerPagesNow } from '../../../operations/public-pages/site-pages.ts';
import { LONG_TEXT, type LongText, type Page, type SiteLinks, sitePage } from './layout.ts';

type Handler = (request: ReadRequest) => Promise<Page | Moved>;

/** The same at once; null where something has to be waited for, or it is not found. */
type HandlerNow = (request: ReadRequest) => Page | Moved | null;

/** The page with its long text, and what stands for both: all around the text, and the ETag of that. */
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
  handlerNow?: HandlerNow,
): void {
  const { config } = context;
  const written = (page: Page, links: SiteLinks): Representation => {
    const representation = publicPage(
      sitePage(config, links, page),
      {
        maxAge: config.publicMaxAge,
        // The home page shows the date and what is trending.
        changesWith: page.today ? 'time' : 'content',
      },
      page.hasPlayers,
    );
    return {
      ...representation,
      ...(page.longText && withLongText(representation.body, page.longText)),
      modifiedAt: page.modifiedAt,
      aiUses: page.aiUses,
    };
  };
  const read: PublicRead = async (request) => {
    await refreshIdentity(context);
    const page = await handler(request);
    if ('movedTo' in page) return page;
    const categories = await filledCategories(context);
    return written(page, { categories, footer: await footerPages(context) });
  };
  const readNow: ReadNow = (request) => {
    if (refreshIdentity(context) !== null) return null;
    const categories = filledCategoriesNow(context);
    const footer = footerPagesNow(context);
    const page = categories && footer && handlerNow?.(request);
    return page && !('movedTo' in page) ? written(page, { categories, footer }) : null;
  };
  publicRead(scope, url, { hide: true }, read, handlerNow && readNow);
}
