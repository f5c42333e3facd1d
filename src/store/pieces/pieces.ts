// Pieces with their versions, slugs and state log, for their writers and the operator.

import { sql } from 'kysely';
import { imagesNamedIn } from '../../schemas/images/image-urls.ts';
import type { Status } from '../../schemas/vocabulary.ts';
import { inChunks } from '../database/chunks.ts';
import { countOf, nextNumber } from '../database/counts.ts';
import { insertsOf } from '../database/inserts.ts';
import { Repository } from '../database/repository.ts';
import { inTrash, outsideTrash, type Pieces, withWorkingCopy } from '../database/trash-filter.ts';
import type { WriteBatch } from '../database/write-batch.ts';
import { conversationInserts } from '../editorial/conversation-rows.ts';
import { NamedImages, TrashedImageStore } from '../images/trashed-images.ts';
import type {
  IdempotentAnswerRow,
  PieceMoveRow,
  PieceRow,
  PieceSlugRow,
  PieceVersionRow,
} from '../tables/pieces.ts';
import { rememberAnswer } from './idempotency.ts';
import { linkedVersions, linkNext, type NewVersion } from './version-chain.ts';
import { type NewMove, NOT_DECLARED, type WholePiece } from './whole-piece.ts';

export type OwnPieceShown = Pick<
  PieceRow,
  'id' | 'status' | 'slug' | 'created_at' | 'updated_at' | 'published_at'
> &
  Pick<PieceVersionRow, 'headline' | 'sub' | 'category' | 'locale' | 'tags' | 'external_url'> & {
    drafted_kind: string;
    drafted_name: string;
  };

export type OwnPiece = PieceRow & OwnPieceShown;

export interface CreationPlace {
  createdAt: string;
  id: string;
}

export const OWN_VERSION = [
  'v.headline',
  'v.sub',
  'v.category',
  'v.locale',
  'v.tags',
  'v.external_url',
] as const;

/** If the first version was pruned, the working copy's author takes its place. */
export const FIRST_SAVED_BY = [
  sql<string>`coalesce(f.saved_by_kind, v.saved_by_kind)`.as('drafted_kind'),
  sql<string>`coalesce(f.saved_by_name, v.saved_by_name)`.as('drafted_name'),
] as const;

export const ownPieces = (pieces: Pieces) =>
  withWorkingCopy(pieces)
    .leftJoin('piece_versions as f', (join) =>
      join.onRef('f.piece_id', '=', 'p.id').on('f.number', '=', 1),
    )
    .selectAll('p')
    .select(OWN_VERSION)
    .select(FIRST_SAVED_BY);

export class PieceStore extends Repository {
  byId(id: string): Promise<PieceRow | undefined> {
    return outsideTrash(this.db.read).selectAll('p').where('p.id', '=', id).executeTakeFirst();
  }

  /** Locks the author and then the piece until the transaction ends. The fixed order prevents deadlocks. */
  lock(id: string): Promise<PieceRow | undefined> {
    return this.#locked(id, outsideTrash(this.db.write));
  }

  lockInTrash(id: string): Promise<PieceRow | undefined> {
    return this.#locked(id, inTrash(this.db.write));
  }

  async #locked(id: string, pieces: Pieces) {
    const { write, dialect } = this.db;
    const author = write
      .selectFrom('authors')
      .select('id')
      .where('id', 'in', (query) =>
        query.selectFrom('pieces').select('author_id').where('id', '=', id),
      );
    await dialect.forUpdate(author).execute();
    return dialect.forUpdate(pieces.selectAll('p').where('p.id', '=', id)).executeTakeFirst();
  }

  version(pieceId: string, number: number): Promise<PieceVersionRow | undefined> {
    return this.db.read
      .selectFrom('piece_versions')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .where('number', '=', number)
      .executeTakeFirst();
  }

  latestVersions(pieceId: string, upTo: number, limit: number) {
    return this.db.read
      .selectFrom('piece_versions')
      .select(['number', 'saved_at', 'body_md'])
      .where('piece_id', '=', pieceId)
      .where('number', '<=', upTo)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  async tagsOf(authorId: string): Promise<string[]> {
    const rows = await withWorkingCopy(outsideTrash(this.db.read))
      .select('v.tags')
      .where('p.author_id', '=', authorId)
      .execute();
    const uses = new Map<string, number>();
    for (const { tags } of rows) {
      for (const tag of JSON.parse(tags)) uses.set(String(tag), (uses.get(String(tag)) ?? 0) + 1);
    }
    return [...uses].sort(([, one], [, two]) => two - one).map(([tag]) => tag);
  }

  async update(id: string, changes: Partial<Omit<PieceRow, 'id'>>): Promise<void> {
    await this.db.write.updateTable('pieces').set(changes).where('id', '=', id).execute();
  }

  async addVersion(version: NewVersion): Promise<PieceVersionRow> {
    const row = await linkNext(this.db, version);
    await this.db.write.insertInto('piece_versions').values(row).execute();
    await new TrashedImageStore(this.db).remove(imagesNamedIn(version));
    return row;
  }

  async addSlug(slug: PieceSlugRow): Promise<void> {
    await this.db.write.insertInto('piece_slugs').values(slug).execute();
  }

  /** Finds the piece that has or had the slug under its author. */
  async slugOwner(authorId: string, slug: string): Promise<string | undefined> {
    const row = await this.db.write
      .selectFrom('piece_slugs')
      .select('piece_id')
      .where('author_id', '=', authorId)
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row?.piece_id;
  }

  async removeSlug(authorId: string, slug: string): Promise<void> {
    await this.db.write
      .deleteFrom('piece_slugs')
      .where('author_id', '=', authorId)
      .where('slug', '=', slug)
      .execute();
  }

  async addMove(move: NewMove): Promise<void> {
    const { write } = this.db;
    const moves = write.selectFrom('piece_moves').where('piece_id', '=', move.piece_id);
    const row = { ...NOT_DECLARED, ...move, number: await nextNumber(moves) };
    await write.insertInto('piece_moves').values(row).execute();
  }

  moves(pieceId: string): Promise<PieceMoveRow[]> {
    return this.db.read
      .selectFrom('piece_moves')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .orderBy('number')
      .execute();
  }

  async remove(id: string): Promise<void> {
    await this.db.write.deleteFrom('pieces').where('id', '=', id).execute();
  }

  ofAuthor(
    authorId: string,
    status: Status | null,
    limit: number,
    after: CreationPlace | null = null,
    updatedSince: string | null = null,
  ): Promise<OwnPiece[]> {
    return ownPieces(outsideTrash(this.db.read))
      .where('p.author_id', '=', authorId)
      .$if(status !== null, (query) => query.where('p.status', '=', status ?? 'draft'))
      .$if(updatedSince !== null, (q) => q.where('p.updated_at', '>=', updatedSince ?? ''))
      .$if(after !== null, (query) =>
        query
          .where('p.created_at', '<=', after?.createdAt ?? '')
          .where(({ eb, or }) =>
            or([eb('p.created_at', '<', after?.createdAt ?? ''), eb('p.id', '<', after?.id ?? '')]),
          ),
      )
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute();
  }

  countAsked(authorId: string): Promise<number> {
    const own = outsideTrash(this.db.read).where('p.author_id', '=', authorId);
    return countOf(own.where('p.revision_asked_at', 'is not', null));
  }

  async approvedOf(
    authorId: string,
    after: number,
    limit: number,
  ): Promise<{ piece: PieceRow; live: PieceVersionRow }[]> {
    const pieces = await outsideTrash(this.db.write)
      .selectAll('p')
      .where('p.author_id', '=', authorId)
      .where('p.status', '=', 'approved')
      .where('p.position', '>', after)
      .orderBy('p.position')
      .limit(limit)
      .execute();
    if (pieces.length === 0) return [];
    const ids = pieces.map(({ id }) => id);
    const versions = await this.db.write
      .selectFrom('piece_versions as v')
      .innerJoin('pieces as p', (join) =>
        join.onRef('p.id', '=', 'v.piece_id').onRef('p.live_version', '=', 'v.number'),
      )
      .selectAll('v')
      .where('p.id', 'in', ids)
      .execute();
    const liveOf = new Map(versions.map((version) => [version.piece_id, version]));
    return pieces.flatMap((piece) => {
      const live = liveOf.get(piece.id);
      return live ? [{ piece, live }] : [];
    });
  }

  /** Includes pieces in the trash, because they can be restored. */
  async idsTaken(ids: string[]): Promise<Set<string>> {
    const rows = await this.db.write
      .selectFrom('pieces')
      .select('id')
      .where('id', 'in', ids)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async slugsTaken(authorId: string, slugs: string[]): Promise<Set<string>> {
    const taken = new Set<string>();
    await inChunks(slugs, async (some) => {
      const rows = await this.db.write
        .selectFrom('piece_slugs')
        .select('slug')
        .where('author_id', '=', authorId)
        .where('slug', 'in', some)
        .execute();
      for (const { slug } of rows) taken.add(slug);
    });
    return taken;
  }

  insert(piece: WholePiece): Promise<void> {
    return this.db.writeBatch(this.#insertOf(piece));
  }

  /** The caller notes the images at the end of its transaction, because other transactions wait for locked images. */
  insertWithoutImages(pieces: WholePiece[]): Promise<void> {
    return this.db.writeBatch(this.#inserts(pieces));
  }

  /** Fails if the Idempotency-Key has a response that is not older than `since`. */
  insertIdempotently(piece: WholePiece, answer: IdempotentAnswerRow, since: string): Promise<void> {
    const remembered = rememberAnswer(this.db, answer, since);
    return this.db.writeBatch([...remembered, ...this.#insertOf(piece)]);
  }

  #insertOf(piece: WholePiece): WriteBatch {
    return [...this.#inserts([piece]), ...new NamedImages().add([piece]).notes(this.db)];
  }

  #inserts(pieces: WholePiece[]): WriteBatch {
    const heads = pieces.map(({ piece }) => piece);
    const versions = pieces.flatMap((whole) => linkedVersions(whole.versions));
    const pruned = pieces.flatMap((whole) => whole.pruned ?? []);
    const slugs = pieces.flatMap((whole) => whole.slugs);
    const moves = pieces.flatMap((whole) => whole.moves);
    const schedules = pieces.flatMap((whole) => whole.schedule ?? []);
    return [
      ...insertsOf(this.db, 'pieces', heads),
      ...insertsOf(this.db, 'piece_versions', versions),
      ...insertsOf(this.db, 'pruned_versions', pruned),
      ...insertsOf(this.db, 'piece_slugs', slugs),
      ...insertsOf(this.db, 'piece_moves', moves),
      ...conversationInserts(this.db, pieces),
      ...insertsOf(this.db, 'piece_schedules', schedules),
    ];
  }
}
