// The site's identity as an archive line, left out if no admin has set anything, and its pages: each draft, with its
// published version if there is one.

import { randomUUID } from 'node:crypto';
import type { Rendered } from '../../rendering/on-thread/markdown.ts';
import type { PageLine, PublishedPageLine } from '../../schemas/archive.ts';
import { CONTENT_FIELDS } from '../../schemas/content-fields.ts';
import type { SiteIdentity } from '../../schemas/identity/identity.ts';
import { RESERVED_PAGE_SLUGS } from '../../schemas/site/site-pages.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { PublicPageRow, SitePageRow } from '../../store/tables/site-pages.ts';
import { saidIn, storeIdentity } from '../identity/identity.ts';
import { timestamp } from '../operation.ts';
import { checkIdentity, tidied } from '../site-settings/check-identity.ts';
import { refusal } from './refusals.ts';

/** Replaces the account that saved a page, which may not exist where the archive is imported. */
const BY_OPERATOR = 'operator';

export async function* pageLines(store: Store): AsyncGenerator<object> {
  const live = new Map((await store.sitePages.publicPages()).map((row) => [row.page_id, row]));
  for (const draft of await store.sitePages.drafts()) {
    const published = live.get(draft.id);
    const slugs = await store.sitePages.slugsOf(draft.id);
    yield {
      type: 'page',
      id: draft.id,
      ...contentFields(draft),
      created_at: draft.created_at,
      updated_at: draft.updated_at,
      ...(slugs.length > 0 && { slugs }),
      ...(published && {
        published: {
          ...contentFields(published),
          published_at: published.published_at,
          modified_at: published.modified_at,
        },
      }),
    };
  }
}

const contentFields = ({
  slug,
  title,
  body_md,
  locale,
  in_footer,
}: SitePageRow | PublicPageRow) => ({
  ...{ slug, title, body_md, locale },
  in_footer: in_footer === 1,
});

const contentColumns = (line: PageLine | PublishedPageLine) => ({
  slug: line.slug,
  title: line.title,
  body_md: line.body_md,
  locale: line.locale ?? CONTENT_FIELDS.locale.empty,
  in_footer: flag(line.in_footer ?? true),
});

export function usablePage(line: PageLine): PageLine {
  const reserved = slugsIn(line).find((slug) => RESERVED_PAGE_SLUGS.includes(slug));
  if (reserved) throw refusal('slug', `The slug ${reserved} is reserved.`);
  return line;
}

const slugsIn = ({ slug, slugs = [], published }: PageLine) => [
  ...[slug, ...slugs],
  ...(published ? [published.slug] : []),
];

export async function importPage(
  store: Store,
  line: PageLine,
  rendered: Rendered | null,
  now: Date,
): Promise<void> {
  const id = line.id?.toLowerCase() ?? randomUUID();
  if (await store.sitePages.byId(id)) throw refusal('id', 'Another page has this id.');
  const { published, slugs = [] } = line;
  for (const slug of slugsIn(line)) {
    if (await store.sitePages.idBySlug(slug)) {
      throw refusal('slug', `Another page has the slug ${slug}.`);
    }
  }
  const created_at = timestamp(line.created_at ?? now);
  await store.sitePages.insert({
    ...{ ...contentColumns(line), id, version: hasChanges(line) ? 2 : 1, saved_by: BY_OPERATOR },
    ...{ created_at, updated_at: timestamp(line.updated_at ?? created_at) },
  });
  for (const slug of slugs) await store.sitePages.addSlug(slug, id);
  if (!published || !rendered) return;
  const published_at = timestamp(published.published_at ?? created_at);
  await store.sitePages.publish({
    ...{ ...contentColumns(published), page_id: id, version: 1, published_by: BY_OPERATOR },
    ...{ html: rendered.html, summary: rendered.summary, published_at },
    modified_at: timestamp(published.modified_at ?? published_at),
  });
}

const hasChanges = (line: PageLine) =>
  line.published !== undefined &&
  JSON.stringify(contentColumns(line)) !== JSON.stringify(contentColumns(line.published));

export interface SiteLine {
  type: 'site';
  said: SiteIdentity;
}

export async function* siteLines(store: Store): AsyncGenerator<object> {
  const said = saidIn(await store.identity.get());
  if (Object.keys(said).length > 0) yield { type: 'site', ...said };
}

export const readSiteLine = (value: object): SiteLine => ({
  type: 'site',
  said: tidied(checkIdentity(value)),
});

export const importSite = (store: Store, { said }: SiteLine): Promise<void> =>
  storeIdentity(store, said);
