// Integrity checks of stored data, for the command `doctor`: a large database takes time but not memory.

import { type Kysely, sql } from 'kysely';
import { Repository } from '../database/repository.ts';
import type { BrokenReference, TableCounts, WrongValues } from '../database/row-counts.ts';
import { differences, type SchemaDifference } from '../database/schema-differences.ts';
import { migrationStatements } from '../migrations/migrations.ts';
import type { AuthorRow } from '../tables/authors.ts';
import type { PieceRow, PieceVersionRow } from '../tables/pieces.ts';
import type { PieceTextRow, PublicationBodyRow, PublicationRow } from '../tables/publications.ts';
import type { WebhookRow } from '../tables/webhooks.ts';
import type { Tables } from '../tables.ts';
import { FAULTS, type Fault } from './integrity-faults.ts';

export interface FoundFault extends Fault {
  count: number;
  example: string;
}

export type WebhookFault = Pick<AuthorRow, 'slug'> &
  Pick<WebhookRow, 'url' | 'enabled' | 'disabled_reason' | 'failing_since'>;

type CheckedField = 'html_json' | 'text_json' | 'minutes' | 'is_portable';

/** A publication with everything that must agree with it; undefined fields are missing rows. */
export interface PublishedPiece {
  publication: PublicationRow & { [field in CheckedField]: PublicationBodyRow[field] | null };
  piece: PieceRow | undefined;
  version: PieceVersionRow | undefined;
  tags: string[];
  folded: PieceTextRow | undefined;
}

/** Columns whose times come from this service's clock, unlike those of publications, which an archive may set. */
const CLOCKED = [
  ['accounts', 'created_at'],
  ['pieces', 'created_at'],
  ['pieces', 'updated_at'],
  ['piece_versions', 'saved_at'],
  ['piece_moves', 'at'],
  ['sessions', 'seen_at'],
  ['deliveries', 'created_at'],
] as const;

export class IntegrityStore extends Repository {
  damage(): Promise<string[]> {
    return this.#unhurried((db) => this.db.dialect.damage(db));
  }

  brokenReferences(): Promise<BrokenReference[]> {
    return this.#unhurried((db) => this.db.dialect.brokenReferences(db));
  }

  async schemaDifferences(): Promise<SchemaDifference[]> {
    const { dialect, write, slow } = this.db;
    const expected = await dialect.migratedSchema(write, await migrationStatements(dialect));
    return differences(expected, await dialect.schema(slow));
  }

  tableNames(): Promise<string[]> {
    return this.#unhurried((db) => this.db.dialect.tableNames(db));
  }

  wrongValues(): Promise<WrongValues[]> {
    return this.#unhurried((db) => this.db.dialect.wrongValues(db));
  }

  searchIndex(): Promise<void> {
    return this.#unhurried((db) => this.db.dialect.checkSearchIndex(db));
  }

  faults(): Promise<FoundFault[]> {
    return this.#unhurried(async (db) => {
      const found: FoundFault[] = [];
      for (const fault of FAULTS) {
        const { rows } = await sql<{ count: number; example: string | null }>`
          SELECT count(*) AS count, min(id) AS example FROM (${sql.raw(fault.ids)}) AS faulty
        `.execute(db);
        const [row] = rows;
        if (row?.example) found.push({ ...fault, count: Number(row.count), example: row.example });
      }
      return found;
    });
  }

  /** Pieces that were public and have a publication time after `latest`. */
  publishedAfter(latest: string): Promise<{ count: number; example: string | null }> {
    return this.#unhurried(async (db) => {
      const { rows } = await sql<{ count: number; example: string | null }>`
        SELECT count(*) AS count, min(id) AS example FROM pieces
        WHERE position IS NOT NULL AND (published_at > ${latest} OR modified_at > ${latest})
      `.execute(db);
      const [row] = rows;
      return { count: Number(row?.count ?? 0), example: row?.example ?? null };
    });
  }

  /** The latest time that the service has stored; null in an empty database. */
  newest(): Promise<string | null> {
    return this.#unhurried(async (db) => {
      const times = CLOCKED.map(
        ([table, column]) => sql`SELECT max(${sql.ref(column)}) AS at FROM ${sql.table(table)}`,
      );
      const { rows } = await sql<{ at: string | null }>`
        SELECT max(at) AS at FROM (${sql.join(times, sql` UNION ALL `)}) AS times
      `.execute(db);
      return rows[0]?.at ?? null;
    });
  }

  async published(after: number, limit: number): Promise<PublishedPiece[]> {
    const { slow } = this.db;
    const page = slow
      .selectFrom('publications as u')
      .where('u.position', '>', after)
      .orderBy('u.position')
      .limit(limit);
    const publications = await page
      .leftJoin('publication_bodies as b', 'b.piece_id', 'u.piece_id')
      .selectAll('u')
      .select(['b.html_json', 'b.text_json', 'b.minutes', 'b.is_portable'])
      .execute();
    const ids = publications.map(({ piece_id }) => piece_id);
    if (ids.length === 0) return [];
    const positions = publications.map(({ position }) => position);
    const pieces = await slow.selectFrom('pieces').selectAll().where('id', 'in', ids).execute();
    const versions = await slow
      .selectFrom('piece_versions as v')
      .innerJoin('publications as u', (join) =>
        join.onRef('u.piece_id', '=', 'v.piece_id').onRef('u.version', '=', 'v.number'),
      )
      .selectAll('v')
      .where('u.piece_id', 'in', ids)
      .execute();
    const texts = await slow
      .selectFrom('piece_texts')
      .selectAll()
      .where('position', 'in', positions)
      .execute();
    const tags = await slow
      .selectFrom('publication_tags')
      .select(['piece_id', 'tag'])
      .where('piece_id', 'in', ids)
      .execute();
    const tagsOf = Map.groupBy(tags, ({ piece_id }) => piece_id);
    return publications.map((publication) => ({
      publication,
      tags: (tagsOf.get(publication.piece_id) ?? []).map(({ tag }) => tag).sort(),
      piece: pieces.find(({ id }) => id === publication.piece_id),
      version: versions.find(({ piece_id }) => piece_id === publication.piece_id),
      folded: texts.find(({ position }) => position === publication.position),
    }));
  }

  /** A publication with its body, from the primary. */
  async publishedPiece(pieceId: string): Promise<Pick<PublishedPiece, 'publication'> | undefined> {
    const publication = await this.db.read
      .selectFrom('publications as u')
      .leftJoin('publication_bodies as b', 'b.piece_id', 'u.piece_id')
      .selectAll('u')
      .select(['b.html_json', 'b.text_json', 'b.minutes', 'b.is_portable'])
      .where('u.piece_id', '=', pieceId)
      .executeTakeFirst();
    return publication && { publication };
  }

  pieces(after: string, limit: number): Promise<PieceRow[]> {
    const pieces = this.db.slow.selectFrom('pieces').selectAll().where('id', '>', after);
    return pieces.orderBy('id').limit(limit).execute();
  }

  piecesByIds(ids: string[]): Promise<PieceRow[]> {
    return this.db.read.selectFrom('pieces').selectAll().where('id', 'in', ids).execute();
  }

  /** Webhooks that fail, and those that the service switched off. */
  faultyWebhooks(): Promise<WebhookFault[]> {
    return this.db.read
      .selectFrom('webhooks as w')
      .innerJoin('authors as a', 'a.id', 'w.account_id')
      .select(['a.slug', 'w.url', 'w.enabled', 'w.disabled_reason', 'w.failing_since'])
      .where(({ or, and, eb }) =>
        or([
          and([eb('w.enabled', '=', 1), eb('w.failing_since', 'is not', null)]),
          and([eb('w.enabled', '=', 0), eb('w.disabled_reason', 'is not', null)]),
        ]),
      )
      .orderBy('a.slug')
      .execute();
  }

  async authors(after: string, limit: number): Promise<(AuthorRow & { folded: string | null })[]> {
    return this.db.slow
      .selectFrom('authors as a')
      .leftJoin('author_texts as t', 't.author_id', 'a.id')
      .selectAll('a')
      .select('t.folded')
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(limit)
      .execute();
  }

  counts(): Promise<TableCounts> {
    return this.#unhurried(async (db) => {
      const counts: TableCounts = {};
      for (const name of await this.db.dialect.tableNames(db)) {
        const { rows } = await sql<{ count: number }>`
          SELECT count(*) AS count FROM ${sql.table(name)}
        `.execute(db);
        counts[name] = Number(rows[0]?.count);
      }
      return counts;
    });
  }

  /** Lifts PostgreSQL's time limit for statements, because checks may take a long time. */
  #unhurried<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    const { dialect, slow, write } = this.db;
    if (dialect.name === 'sqlite' || write.isTransaction) return work(slow);
    return write
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`SET LOCAL statement_timeout = 0`.execute(tx);
        return work(tx);
      });
  }
}
