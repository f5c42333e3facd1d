// Reads the site's own pages for readers, and lists those in the footer.

import { Problem } from '../../errors.ts';
import { isSlug } from '../../schemas/text.ts';
import type { FooterPage } from '../../store/site/site-pages.ts';
import type { PublicPageRow } from '../../store/tables/site-pages.ts';
import type { Context } from '../operation.ts';

export type { FooterPage };

export async function publicSitePage({ store }: Context, slug: string): Promise<PublicPageRow> {
  const page = isSlug(slug) ? await store.sitePages.publicBySlug(slug) : undefined;
  if (!page) throw new Problem('not_found');
  return page;
}

export const footerPages = ({ store }: Pick<Context, 'store'>) => store.sitePages.footer();
