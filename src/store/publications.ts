// What the public sees of pieces. Nothing here can return a piece that is not public.

import { sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../schemas/vocabulary.ts';
import { inBatches } from './batches.ts';
import type { Database } from './dialect.ts';
import type { Flag, PieceTextRow, PublicationRow } from './tables.ts';

/** The byline that every public view of a piece carries. */
interface Byline {
  author_slug: string;
  author_name: string;
  author_verified: Flag;
}

export type ListedPiece = Byline &
  Pick<
    PublicationRow,
    'piece_id' | 'position' | 'slug' | 'headline' | 'summary' | 'category' | 'tags' | 'published_at'
  >;

export type PublicPiece = Byline & PublicationRow & { author_avatar: string | null };

export type FoundPiece = ListedPiece & { site: MatchSite; text: string };

// Every millisecond has this many positions; 2^53 / 1024 milliseconds last until the year 2248.
const POSITIONS_PER_MS = 1024;

export class PublicationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  #listed(db = this.#db.read) {
    return db
      .selectFrom('publications as p')
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .select([
        'p.piece_id',
        'p.position',
        'p.slug',
        'p.headline',
        'p.summary',
        'p.category',
        'p.tags',
        'p.published_at',
        'a.slug as author_slug',
        'a.name as author_name',
        'a.identity_verified as author_verified',
      ]);
  }

  recent(limit: number, category: string | null): Promise<ListedPiece[]> {
    const newest = this.#listed().orderBy('p.position', 'desc').limit(limit);
    return (category ? newest.where('p.category', '=', category) : newest).execute();
  }

  byPieceId(id: string): Promise<PublicPiece | undefined> {
    return this.#db.read
      .selectFrom('publications as p')
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .selectAll('p')
      .select([
        'a.slug as author_slug',
        'a.name as author_name',
        'a.identity_verified as author_verified',
        'a.avatar_url as author_avatar',
      ])
      .where('p.piece_id', '=', id)
      .executeTakeFirst();
  }

  /** Headline matches before standfirst matches before body matches, each newest first. */
  async search(term: string, category: string | null, limit: number): Promise<FoundPiece[]> {
    const { dialect, slow } = this.#db;
    const found = new Map<number, MatchSite>();
    for (const site of MATCH_SITES) {
      if (found.size >= limit) break;
      const match = { term, site, category, limit: limit - found.size };
      for (const position of await dialect.matchPieces(slow, match)) found.set(position, site);
    }
    return this.#withText(found);
  }

  async #withText(found: Map<number, MatchSite>): Promise<FoundPiece[]> {
    if (found.size === 0) return [];
    const rows = await this.#listed(this.#db.slow)
      .select('p.text')
      .where('p.position', 'in', [...found.keys()])
      .execute();
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    return [...found].flatMap(([position, site]) => {
      const row = byPosition.get(position);
      return row ? [{ ...row, site }] : [];
    });
  }

  /** The first free position at or after a time; the order of positions is the order of pieces. */
  async freePosition(publishedAt: string, taken: (position: number) => boolean = () => false) {
    let position = Date.parse(publishedAt) * POSITIONS_PER_MS;
    for (;;) {
      while (taken(position)) position += 1;
      const end = await this.#endOfRun(position);
      if (end === undefined) return position;
      position = end + 1;
    }
  }

  /** The last position of the unbroken run that starts here, if this one is taken at all. */
  async #endOfRun(position: number): Promise<number | undefined> {
    const { rows } = await sql<{ position: number }>`
      SELECT p.position FROM pieces p
      WHERE p.position >= ${position}
        AND EXISTS (SELECT 1 FROM pieces q WHERE q.position = ${position})
        AND NOT EXISTS (SELECT 1 FROM pieces n WHERE n.position = p.position + 1)
      ORDER BY p.position LIMIT 1
    `.execute(this.#db.write);
    return rows[0]?.position;
  }

  async insert(rows: PublicationRow[], texts: PieceTextRow[]): Promise<void> {
    const { write } = this.#db;
    await inBatches(rows, (some) => write.insertInto('publications').values(some).execute());
    await inBatches(texts, (some) => write.insertInto('piece_texts').values(some).execute());
  }

  async removeByAuthor(authorId: string): Promise<void> {
    const { write } = this.#db;
    await write
      .deleteFrom('piece_texts')
      .where('position', 'in', (query) =>
        query.selectFrom('publications').select('position').where('author_id', '=', authorId),
      )
      .execute();
    await write.deleteFrom('publications').where('author_id', '=', authorId).execute();
  }

  count(): Promise<number> {
    return this.#db.read
      .selectFrom('publications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
      .then(({ count }) => Number(count));
  }
}
