// Authors and every slug they have had.

import { sql } from 'kysely';
import { ContentMemo } from './content/content-memo.ts';
import { inChunks } from './database/chunks.ts';
import { prepared } from './database/prepared-queries.ts';
import { Repository } from './database/repository.ts';
import type { AuthorSearch } from './search/author-search.ts';
import type { AuthorRow, AuthorSlugRow } from './tables/authors.ts';
import { author, authorSlug } from './topics/topics.ts';

const authorBySlug = prepared(
  (db, { slug }: { slug: string }) =>
    db
      .selectFrom('author_slugs as s')
      .innerJoin('authors as a', 'a.id', 's.author_id')
      .selectAll('a')
      .where('s.slug', '=', slug),
  ({ slug }, rows) => [authorSlug(slug), ...rows.map(({ id }) => author(id))],
);

const SLUGS = 1_000;

const slugMemo = new ContentMemo<readonly AuthorRow[]>(SLUGS);

export class AuthorStore extends Repository {
  async publicBySlug(slug: string): Promise<AuthorRow | undefined> {
    const row = await this.bySlug(slug);
    return row?.suspended_at === null ? row : undefined;
  }

  /** A memoized publicBySlug, because every piece page looks up its author. */
  async onPage(slug: string): Promise<Readonly<AuthorRow> | undefined> {
    const [row] = await slugMemo.get(this.db, slug, () => authorBySlug(this.db, { slug }));
    return row?.suspended_at === null ? row : undefined;
  }

  async bySlug(slug: string): Promise<AuthorRow | undefined> {
    // PostgreSQL refuses text with a NUL, and no slug has one.
    if (slug.includes('\0')) return undefined;
    const [row] = await authorBySlug(this.db, { slug });
    return row;
  }

  async search(search: AuthorSearch): Promise<AuthorRow[]> {
    const { dialect, slow } = this.db;
    const ids = await dialect.matchAuthors(slow, search);
    const rows = await this.byIds(ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async byIds(ids: string[]): Promise<AuthorRow[]> {
    if (ids.length === 0) return [];
    return this.db.slow.selectFrom('authors').selectAll().where('id', 'in', ids).execute();
  }

  async insert(author: AuthorRow, slugs: AuthorSlugRow[], folded: string): Promise<void> {
    const { write } = this.db;
    await write.insertInto('authors').values(author).execute();
    await inChunks(slugs, (some) => write.insertInto('author_slugs').values(some).execute());
    await write.insertInto('author_texts').values({ author_id: author.id, folded }).execute();
  }

  /** Locks the authors' rows, in the order of their ids, until the transaction ends. */
  async lock(ids: string[]): Promise<void> {
    const { write, dialect } = this.db;
    await inChunks(ids.toSorted(), (some) =>
      dialect
        .forUpdate(write.selectFrom('authors').select('id').where('id', 'in', some).orderBy('id'))
        .execute(),
    );
  }

  async update(id: string, changes: Partial<Omit<AuthorRow, 'id'>>): Promise<void> {
    await this.db.write.updateTable('authors').set(changes).where('id', '=', id).execute();
  }

  /** Returns false if the author has meanwhile changed the website. */
  async verifyWebsite(id: string, website: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write
      .updateTable('authors')
      .set({ website_verified: 1 })
      .where('id', '=', id)
      .where('website', '=', website)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async addSlug(id: string, slug: string, since: string): Promise<void> {
    await this.db.write.insertInto('author_slugs').values({ slug, author_id: id, since }).execute();
  }

  async updateText(id: string, folded: string): Promise<void> {
    await this.db.write
      .updateTable('author_texts')
      .set({ folded })
      .where('author_id', '=', id)
      .execute();
  }

  /** Unlike updateText, putText also works if the author has no search text yet. */
  async putText(id: string, folded: string): Promise<void> {
    await this.db.write.deleteFrom('author_texts').where('author_id', '=', id).execute();
    await this.db.write.insertInto('author_texts').values({ author_id: id, folded }).execute();
  }

  /** Call refreshStats whenever an author's published pieces may have changed. */
  async refreshStats(ids: string[]): Promise<void> {
    for (const id of ids) {
      await sql`
        UPDATE authors SET
          pieces_count = (SELECT count(*) FROM publications WHERE author_id = ${id}),
          last_published_at = (SELECT max(published_at) FROM publications WHERE author_id = ${id})
        WHERE id = ${id}
      `.execute(this.db.write);
    }
  }

  publicPage(after: string, limit: number): Promise<AuthorRow[]> {
    return this.db.slow
      .selectFrom('authors')
      .selectAll()
      .where('suspended_at', 'is', null)
      .where('slug', '>', after)
      .orderBy('slug')
      .limit(limit)
      .execute();
  }

  published(limit: number): Promise<AuthorRow[]> {
    return this.db.slow
      .selectFrom('authors')
      .selectAll()
      .where('suspended_at', 'is', null)
      .where('pieces_count', '>', 0)
      .orderBy('identity_verified', 'desc')
      .orderBy('pieces_count', 'desc')
      .orderBy('name')
      .orderBy('slug')
      .limit(limit)
      .execute();
  }

  withAiUses(limit: number): Promise<Pick<AuthorRow, 'slug' | 'ai_uses'>[]> {
    return this.db.slow
      .selectFrom('authors')
      .select(['slug', 'ai_uses'])
      .where('ai_uses', '<>', sql.lit('{}'))
      .where('suspended_at', 'is', null)
      .orderBy('slug')
      .limit(limit)
      .execute();
  }

  page(after: string | null, limit: number): Promise<AuthorRow[]> {
    const bySlug = this.db.slow.selectFrom('authors').selectAll().orderBy('slug').limit(limit);
    return (after === null ? bySlug : bySlug.where('slug', '>', after)).execute();
  }

  /** The authors' current and former slugs, oldest first. */
  slugsOf(ids: string[]): Promise<AuthorSlugRow[]> {
    return this.db.slow
      .selectFrom('author_slugs')
      .selectAll()
      .where('author_id', 'in', ids)
      .orderBy('since')
      .orderBy('slug')
      .execute();
  }
}
