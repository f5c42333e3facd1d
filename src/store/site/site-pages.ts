// The site's own pages: drafts for admins, and the public version of each.

import { ContentMemo } from '../content/content-memo.ts';
import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import type { PublicPageRow, SitePageRow } from '../tables/site-pages.ts';

export type FooterPage = Pick<PublicPageRow, 'slug' | 'title' | 'locale'>;

export interface DeskSitePage {
  draft: SitePageRow;
  live: PublicPageRow | undefined;
}

// The queries name no topics, because changing a site page changes the topic of everything.

const publicBySlug = prepared(
  (db, { slug }: { slug: string }) =>
    db
      .selectFrom('page_slugs as s')
      .innerJoin('public_pages as p', 'p.page_id', 's.page_id')
      .selectAll('p')
      .where('s.slug', '=', slug),
  () => [],
);

const footerPages = prepared(
  (db) =>
    db
      .selectFrom('public_pages')
      .select(['slug', 'title', 'locale'])
      .where('in_footer', '=', 1)
      .orderBy('published_at')
      .orderBy('page_id'),
  () => [],
);

const everySlug = prepared(
  (db) => db.selectFrom('page_slugs').select('slug'),
  () => [],
);

const footerMemo = new ContentMemo<readonly FooterPage[]>(1);
const slugMemo = new ContentMemo<ReadonlySet<string>>(1);

export class SitePageStore extends Repository {
  /** Finds a page by a current or former slug. */
  async publicBySlug(slug: string): Promise<PublicPageRow | undefined> {
    if (!(await this.#slugs()).has(slug)) return undefined;
    const [row] = await publicBySlug(this.db, { slug });
    return row;
  }

  /** Memoizes all slugs, which are few, so that requests for unknown slugs need no query. */
  #slugs(): Promise<ReadonlySet<string>> {
    return slugMemo.get(this.db, '', async () => {
      const rows = await everySlug(this.db, {});
      return new Set(rows.map(({ slug }) => slug));
    });
  }

  footer(): Promise<readonly FooterPage[]> {
    return footerMemo.get(this.db, '', () => footerPages(this.db, {}));
  }

  publicPages(): Promise<PublicPageRow[]> {
    return this.db.read.selectFrom('public_pages').selectAll().orderBy('slug').execute();
  }

  drafts(): Promise<SitePageRow[]> {
    return this.db.read
      .selectFrom('site_pages')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  async byId(id: string): Promise<DeskSitePage | undefined> {
    const { read } = this.db;
    const draft = await read
      .selectFrom('site_pages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return draft && { draft, live: await this.#live(id) };
  }

  async lock(id: string): Promise<DeskSitePage | undefined> {
    const { dialect, write } = this.db;
    const query = write.selectFrom('site_pages').selectAll().where('id', '=', id);
    const draft = await dialect.forUpdate(query).executeTakeFirst();
    return draft && { draft, live: await this.#live(id) };
  }

  #live(id: string): Promise<PublicPageRow | undefined> {
    return this.db.write
      .selectFrom('public_pages')
      .selectAll()
      .where('page_id', '=', id)
      .executeTakeFirst();
  }

  async idBySlug(slug: string): Promise<string | undefined> {
    const { write } = this.db;
    const draft = await write
      .selectFrom('site_pages')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (draft) return draft.id;
    const live = await write
      .selectFrom('public_pages')
      .select('page_id')
      .where('slug', '=', slug)
      .executeTakeFirst();
    return live?.page_id;
  }

  async insert(row: SitePageRow): Promise<void> {
    await this.db.write.insertInto('site_pages').values(row).execute();
  }

  async update(id: string, changes: Partial<Omit<SitePageRow, 'id'>>): Promise<void> {
    await this.db.write.updateTable('site_pages').set(changes).where('id', '=', id).execute();
  }

  async publish(row: PublicPageRow): Promise<void> {
    await this.unpublish(row.page_id);
    await this.db.write.insertInto('public_pages').values(row).execute();
    await this.addSlug(row.slug, row.page_id);
  }

  /** Assigns the slug to the page, even if another page had it before. */
  async addSlug(slug: string, page_id: string): Promise<void> {
    await this.db.write
      .insertInto('page_slugs')
      .values({ slug, page_id })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ page_id }))
      .execute();
  }

  async slugsOf(pageId: string): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('page_slugs')
      .select('slug')
      .where('page_id', '=', pageId)
      .orderBy('slug')
      .execute();
    return rows.map(({ slug }) => slug);
  }

  async unpublish(pageId: string): Promise<void> {
    await this.db.write.deleteFrom('public_pages').where('page_id', '=', pageId).execute();
  }

  async remove(id: string): Promise<void> {
    const { write } = this.db;
    await this.unpublish(id);
    await write.deleteFrom('page_slugs').where('page_id', '=', id).execute();
    await write.deleteFrom('site_pages').where('id', '=', id).execute();
  }
}
