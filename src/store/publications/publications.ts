// The public view of pieces. No query here can return a piece that is not public.

import { sql } from 'kysely';
import { MATCH_SITES } from '../../schemas/vocabulary.ts';
import { inChunks } from '../database/chunks.ts';
import { countOf } from '../database/counts.ts';
import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { imageRowsOf } from '../images/key-images.ts';
import { type Byline, type ListedPiece, listedPieces } from '../search/list-columns.ts';
import type { PieceFilter } from '../search/piece-filter.ts';
import type { PiecePlace } from '../search/piece-place.ts';
import type { FoundPiece, PieceSearch } from '../search/piece-search.ts';
import type {
  PublicationBodyRow,
  PublicationRow,
  PublicationTagRow,
} from '../tables/publications.ts';
import { declaredRead } from '../topics/read-record.ts';
import { PIECES, piece } from '../topics/topics.ts';
import { filteredPieces, publishedLocales } from './filtered-pieces.ts';
import { readsOfList, readsOfPieces } from './piece-reads.ts';
import { publicPieces } from './public-pieces.ts';
import { batched, mayBatch } from './read-batches.ts';
import { SearchTextStore } from './search-texts.ts';

export type PublishedFacts = PublicationRow & Byline & { author_avatar: string | null };

export type PublicPiece = PublishedFacts &
  Publication & {
    author_ai_uses: string;
    series_id: string | null;
  };

export type Publication = PublicationRow & Omit<PublicationBodyRow, 'piece_id'>;

const newest = prepared(
  (db, { limit }: { limit: number }) => listedPieces(db).orderBy('p.position', 'desc').limit(limit),
  (_, rows) => readsOfList({}, rows),
);

const newestOf = prepared(
  (db, { category, limit }: { category: string; limit: number }) =>
    listedPieces(db).where('p.category', '=', category).orderBy('p.position', 'desc').limit(limit),
  ({ category }, rows) => readsOfList({ category }, rows),
);

const readsOfPiece = ({ id }: { id: string }, rows: readonly PublicPiece[]) => [
  piece(id),
  ...readsOfPieces(rows),
];

const pieceById = prepared(
  (db, { id }: { id: string }) => publicPieces(db).where('p.piece_id', '=', id),
  readsOfPiece,
);

const piecesById = prepared((db, { ids }: { ids: string[] }) =>
  publicPieces(db).where(sql<boolean>`p.piece_id = ANY(${ids})`),
);

const pieceOfBatch = batched(async (db, ids) => {
  const rows = await piecesById(db, { ids });
  return new Map(rows.map((row) => [row.piece_id, row]));
});

const pieceWithMarkdown = prepared(
  (db, { id }: { id: string }) =>
    publicPieces(db)
      .innerJoin('piece_versions as v', (join) =>
        join.onRef('v.piece_id', '=', 'p.piece_id').onRef('v.number', '=', 'p.version'),
      )
      .select('v.body_md')
      .where('p.piece_id', '=', id),
  ({ id }, rows) => [piece(id), ...readsOfPieces(rows)],
);

const publishedId = prepared(
  (db, { id }: { id: string }) =>
    db.selectFrom('publications').select('piece_id').where('piece_id', '=', id),
  ({ id }) => [piece(id)],
);

/** Finds whether other authors come before or after, in one step of the index, because a count would read every row. */
const besides = (side: '<' | '>') =>
  prepared(
    (db, { authorId }: { authorId: string }) =>
      db
        .selectFrom('publications')
        .select('piece_id')
        .where('author_id', side, authorId)
        .orderBy('author_id')
        .limit(1),
    () => [PIECES],
  );

const besidesAuthor = [besides('<'), besides('>')];

export class PublicationStore extends Repository {
  recent(
    limit: number,
    filter: PieceFilter = {},
    below: PiecePlace | null = null,
  ): Promise<ListedPiece[]> {
    const { category, ...others } = filter;
    if (below !== null || Object.keys(others).length > 0) {
      return filteredPieces(this.db, filter, below, limit);
    }
    return category ? newestOf(this.db, { category, limit }) : newest(this.db, { limit });
  }

  async areAllBy(authorId: string): Promise<boolean> {
    const found = await Promise.all(besidesAuthor.map((query) => query(this.db, { authorId })));
    return found.every((rows) => rows.length === 0);
  }

  locales(): Promise<readonly string[]> {
    return publishedLocales(this.db);
  }

  async listed(pieceIds: string[]): Promise<ListedPiece[]> {
    if (pieceIds.length === 0) return [];
    return listedPieces(this.db.read).where('p.piece_id', 'in', pieceIds).execute();
  }

  async authorsOf(pieceIds: string[]): Promise<Map<string, string>> {
    const authors = new Map<string, string>();
    await inChunks([...new Set(pieceIds)], async (some) => {
      const rows = await this.db.read
        .selectFrom('publications')
        .select(['piece_id', 'author_id'])
        .where('piece_id', 'in', some)
        .execute();
      for (const { piece_id, author_id } of rows) authors.set(piece_id, author_id);
    });
    return authors;
  }

  async has(pieceId: string): Promise<boolean> {
    return (await publishedId(this.db, { id: pieceId })).length > 0;
  }

  async byPieceId(id: string): Promise<PublicPiece | undefined> {
    const [row] = mayBatch(this.db)
      ? await declaredRead(
          () => pieceOfBatch(this.db, id),
          (rows) => readsOfPiece({ id }, rows),
        )
      : await pieceById(this.db, { id });
    return row;
  }

  async withMarkdown(id: string): Promise<(PublicPiece & { body_md: string }) | undefined> {
    const [row] = await pieceWithMarkdown(this.db, { id });
    return row;
  }

  async lastPosition(): Promise<number> {
    const row = await this.db.read
      .selectFrom('publications')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirst();
    return row?.last ?? 0;
  }

  /** Matches in headlines come first, then in standfirsts, then in bodies; each group newest first. */
  async search(search: PieceSearch): Promise<FoundPiece[]> {
    const found = await this.db.dialect.findPieces(this.db, search);
    return found.toSorted(bySite);
  }

  /** Locks the numbering of pieces until the transaction ends. Take this lock before those of authors and pieces. */
  async lockPositions(): Promise<void> {
    await this.db.dialect.lockPositions(this.db.write);
  }

  /** Call nextPosition after lockPositions, in the same transaction. */
  async nextPosition(): Promise<number> {
    const row = await this.db.write
      .selectFrom('pieces')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirst();
    return (row?.last ?? 0) + 1;
  }

  /** When the last piece in publication order was published, ignoring times after `latest`; null if there is none. */
  async newestTime(latest: string): Promise<string | null> {
    const row = await this.db.write
      .selectFrom('pieces')
      .select('published_at')
      .where('position', 'is not', null)
      .where('published_at', '<=', latest)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.published_at ?? null;
  }

  async insert(publications: Publication[]): Promise<void> {
    const { write } = this.db;
    const [rows, bodies] = [publications.map(publicationRow), publications.map(bodyRow)];
    await inChunks(rows, (some) => write.insertInto('publications').values(some).execute());
    await inChunks(bodies, (some) => write.insertInto('publication_bodies').values(some).execute());
    await inChunks(rows.flatMap(tagRowsOf), (some) =>
      write.insertInto('publication_tags').values(some).execute(),
    );
    await inChunks(publications.flatMap(imageRowsOf), (some) =>
      write.insertInto('publication_images').values(some).execute(),
    );
  }

  async setSlug(pieceId: string, slug: string): Promise<void> {
    const { write } = this.db;
    await write.updateTable('publications').set({ slug }).where('piece_id', '=', pieceId).execute();
  }

  /** The range to renumber so that positions and publication times have the same order; null if they have it already. */
  async outOfOrder(): Promise<{ since: string; from: number } | null> {
    const { rows } = await sql<{ since: string | null; start: number | null }>`
      SELECT min(published_at) AS since, min(position) AS start FROM (
        SELECT published_at, position, max(published_at) OVER (
          ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newest_before
        FROM pieces WHERE position IS NOT NULL
      ) AS numbered WHERE published_at < newest_before`.execute(this.db.write);
    const { since = null, start = null } = rows[0] ?? {};
    return since === null || start === null ? null : { since, from: start };
  }

  /** Sets publication times after `latest` to `at`, and times of changes too. */
  async endFutureTimes({ latest, at }: { latest: string; at: string }): Promise<void> {
    for (const column of ['published_at', 'modified_at'] as const) {
      await this.db.write
        .updateTable('pieces')
        .set({ [column]: at })
        .where('position', 'is not', null)
        .where(column, '>', latest)
        .execute();
    }
  }

  /**
   * Renumbers all pieces published after `since`, or at `from` and later, in the order of publication. Their positions
   * join the search backlog. Call it in an unhurried transaction.
   */
  async renumberPositions({ since, from }: { since: string; from: number }): Promise<void> {
    const { dialect, write: db } = this.db;
    const moved = sql`position IS NOT NULL AND (published_at > ${since} OR position >= ${from})`;
    await dialect.lockPieces(db, moved);
    const texts = new SearchTextStore(this.db);
    await texts.leaveSince(since, from);
    // Positions are unique, so all of them become negative before they get new values.
    await sql`
      UPDATE pieces SET position = -ranked.place
      FROM (
        SELECT id, row_number() OVER (ORDER BY published_at, position) AS place
        FROM pieces WHERE ${moved}
      ) AS ranked
      WHERE pieces.id = ranked.id`.execute(db);
    await sql`
      UPDATE publications SET position = pieces.position
      FROM pieces WHERE pieces.id = publications.piece_id AND pieces.position < 0`.execute(db);
    const before = sql`(SELECT coalesce(max(position), 0) FROM pieces WHERE position > 0)`;
    const { rows } = await sql<{ last: number }>`SELECT ${before} AS last`.execute(db);
    const last = rows[0]?.last ?? 0;
    for (const table of ['pieces', 'publications'] as const) {
      await sql`UPDATE ${sql.table(table)} SET position = ${last} - position WHERE position < 0`.execute(
        db,
      );
    }
    await sql`
      UPDATE publication_tags SET position = publications.position
      FROM publications
      WHERE publications.piece_id = publication_tags.piece_id
        AND publications.position <> publication_tags.position`.execute(db);
    await texts.leaveSince(since, last + 1);
  }

  /** Also removes the search text. */
  async remove(pieceId: string): Promise<void> {
    const { write } = this.db;
    const removed = await write
      .deleteFrom('publications')
      .where('piece_id', '=', pieceId)
      .returning('position')
      .execute();
    for (const { position } of removed) {
      await write.deleteFrom('piece_texts').where('position', '=', position).execute();
    }
  }

  /** Adds the author's positions to the search backlog first. */
  async removeByAuthor(authorId: string): Promise<void> {
    await new SearchTextStore(this.db).leaveOfAuthor(authorId);
    await this.db.write.deleteFrom('publications').where('author_id', '=', authorId).execute();
  }

  /** Removes publications without an approved piece of the same author and position. */
  async removeStrays(): Promise<void> {
    await sql`
      DELETE FROM publications WHERE NOT EXISTS (
        SELECT 1 FROM pieces p
        WHERE p.id = publications.piece_id AND p.status = 'approved'
          AND p.author_id = publications.author_id AND p.position = publications.position
      )`.execute(this.db.write);
  }

  count(): Promise<number> {
    return countOf(this.db.read.selectFrom('publications'));
  }
}

const bodyRow = (publication: Publication): PublicationBodyRow => ({
  piece_id: publication.piece_id,
  html_json: publication.html_json,
  text_json: publication.text_json,
  etag: publication.etag,
  minutes: publication.minutes,
  is_portable: publication.is_portable,
});

function publicationRow({
  html_json: _html,
  text_json: _text,
  etag: _etag,
  minutes: _minutes,
  is_portable: _isPortable,
  ...row
}: Publication): PublicationRow {
  return row;
}

export function tagRowsOf({
  piece_id,
  position,
  tags,
}: Pick<PublicationRow, 'piece_id' | 'position' | 'tags'>): PublicationTagRow[] {
  const written: string[] = JSON.parse(tags);
  return [...new Set(written)].map((tag) => ({ piece_id, tag, position }));
}

const bySite = (one: FoundPiece, other: FoundPiece) =>
  MATCH_SITES.indexOf(one.site) - MATCH_SITES.indexOf(other.site) || other.position - one.position;
