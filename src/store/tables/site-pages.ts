// Tables of the site's own pages, which are no pieces.

import type { Flag } from '../flag.ts';

/** What both the draft and what is public have. */
interface PageContent {
  slug: string;
  title: string;
  body_md: string;
  locale: string;
  in_footer: Flag;
  version: number;
}

/** The draft that an admin works on. */
export interface SitePageRow extends PageContent {
  id: string;
  saved_by: string;
  created_at: string;
  updated_at: string;
}

/** What was last published of it. */
export interface PublicPageRow extends PageContent {
  page_id: string;
  html: string;
  summary: string;
  published_by: string;
  published_at: string;
  modified_at: string;
}

export interface PageSlugRow {
  slug: string;
  page_id: string;
}
