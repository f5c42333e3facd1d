// The site's own pages at the desk. Only admins can change them; API keys and apps can't.

import { randomUUID } from 'node:crypto';
import { invalidField, Problem } from '../../errors.ts';
import { renderMarkdown, renderPreview } from '../../rendering/on-thread/markdown.ts';
import { SITE_PAGE_LIMITS } from '../../schemas/site/site-page-limits.ts';
import { RESERVED_PAGE_SLUGS, SitePageForm } from '../../schemas/site/site-pages.ts';
import { isBlank } from '../../schemas/text.ts';
import type { DeskSitePage } from '../../store/site/site-pages.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { SitePageRow } from '../../store/tables/site-pages.ts';
import { checkerOf } from '../../validation.ts';
import { lockAdmins } from '../accounts/roles.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';

export type { DeskSitePage, SitePageRow };

const check = checkerOf(SitePageForm);

export interface ShownPage {
  id: string;
  version: number;
}

export async function deskSitePages(
  { store }: Context,
  actor: WriterActor,
): Promise<DeskSitePage[]> {
  requireAdmin(actor);
  const live = new Map((await store.sitePages.publicPages()).map((row) => [row.page_id, row]));
  return (await store.sitePages.drafts()).map((draft) => ({ draft, live: live.get(draft.id) }));
}

export async function deskSitePage(
  { store }: Context,
  actor: WriterActor,
  id: string,
): Promise<DeskSitePage> {
  requireAdmin(actor);
  return found(await store.sitePages.byId(id.toLowerCase()));
}

function found(page: DeskSitePage | undefined): DeskSitePage {
  if (!page) throw new Problem('not_found');
  return page;
}

export const previewOf = async ({ body_md }: SitePageRow) => (await renderPreview(body_md)).html;

export async function createSitePage(
  { store, now }: Context,
  actor: WriterActor,
  given: unknown,
): Promise<string> {
  requireAdmin(actor);
  const { in_footer, ...content } = check(given);
  const at = timestamp(now());
  return store.transaction(async (tx) => {
    await lockAdmins(tx, actor);
    if ((await tx.sitePages.drafts()).length >= SITE_PAGE_LIMITS.perSite)
      throw new Problem('pages_full');
    const id = randomUUID();
    await requireFreeSlug(tx, content.slug, id);
    await tx.sitePages.insert({
      ...{ ...content, id, in_footer: flag(in_footer), version: 1 },
      ...{ saved_by: actor.accountId, created_at: at, updated_at: at },
    });
    return id;
  });
}

/** Throws if the draft has changed since it was shown. The public page stays unchanged. */
export async function saveSitePage(
  context: Context,
  actor: WriterActor,
  shown: ShownPage,
  given: unknown,
): Promise<void> {
  const { in_footer, ...content } = check(given);
  await changing(context, actor, shown, async (tx, { draft }, at) => {
    await requireFreeSlug(tx, content.slug, draft.id);
    await tx.sitePages.update(draft.id, {
      ...{ ...content, in_footer: flag(in_footer), version: draft.version + 1 },
      ...{ saved_by: actor.accountId, updated_at: at },
    });
  });
}

export async function publishSitePage(
  context: Context,
  actor: WriterActor,
  shown: ShownPage,
): Promise<void> {
  const { draft: seen } = await deskSitePage(context, actor, shown.id);
  if (isBlank(seen.body_md)) throw new Problem('page_empty');
  // Rendering may take a long time, so it happens before the transaction, which refuses any other version.
  const { html, summary } = await renderMarkdown(seen.body_md);
  await changing(context, actor, shown, async (tx, { draft, live }, at) => {
    if (draft.version !== seen.version) throw new Problem('page_changed');
    const {
      id: page_id,
      saved_by: _saver,
      created_at: _begun,
      updated_at: _saved,
      ...content
    } = draft;
    await tx.sitePages.publish({
      ...{ ...content, page_id, html, summary, published_by: actor.accountId },
      ...{ published_at: live?.published_at ?? at, modified_at: at },
    });
  });
}

export const unpublishSitePage = (context: Context, actor: WriterActor, shown: ShownPage) =>
  changing(context, actor, shown, (tx, { draft }) => tx.sitePages.unpublish(draft.id));

export const deleteSitePage = (context: Context, actor: WriterActor, shown: ShownPage) =>
  changing(context, actor, shown, (tx, { draft }) => tx.sitePages.remove(draft.id));

/** Runs a transaction on the shown page for a current admin. The lock keeps two pages from taking the same slug. */
function changing(
  { store, now }: Context,
  actor: WriterActor,
  { id, version }: ShownPage,
  work: (tx: Store, page: DeskSitePage, at: string) => Promise<void>,
): Promise<void> {
  requireAdmin(actor);
  return store.transaction(async (tx) => {
    await lockAdmins(tx, actor);
    const page = found(await tx.sitePages.lock(id.toLowerCase()));
    if (page.draft.version !== version) throw new Problem('page_changed');
    await work(tx, page, timestamp(now()));
  });
}

async function requireFreeSlug(store: Store, slug: string, id: string): Promise<void> {
  const owner = await store.sitePages.idBySlug(slug);
  const isReserved = RESERVED_PAGE_SLUGS.includes(slug);
  if (!isReserved && (owner === undefined || owner === id)) return;
  const reason = isReserved
    ? `/${slug} is used by the service. Choose another.`
    : `Another page is at /${slug}. Choose another.`;
  throw invalidField('slug', reason);
}
