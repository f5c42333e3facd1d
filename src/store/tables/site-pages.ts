// Row types of the site's own pages, such as the imprint, which are not pieces.

import type { Flag } from './flag.ts';

interface PageContent {
  slug: string;
  title: string;
  body_md: string;
  locale: string;
  in_footer: Flag;
  version: number;
}

export interface SitePageRow extends PageContent {
  id: string;
  saved_by: string;
  created_at: string;
  updated_at: string;
}

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
