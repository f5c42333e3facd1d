// Erasures: which accounts are to be erased or were, and what stays of them.

import { hash } from 'node:crypto';
import { inChunks } from '../database/chunks.ts';
import { Repository } from '../database/repository.ts';
import type { ErasedPieceRow, ErasureRow } from '../tables/erasures.ts';

/** Slugs are short, so the hash doesn't hide a slug from those who guess it and have the database. */
const slugHash = (slug: string) => hash('sha256', `standfirst-slug/1\n${slug}`);

export class ErasureStore extends Repository {
  of(accountId: string): Promise<ErasureRow | undefined> {
    return this.db.read
      .selectFrom('erasures')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  }

  async ofAccounts(accountIds: readonly string[]): Promise<Map<string, ErasureRow>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.db.slow
      .selectFrom('erasures')
      .selectAll()
      .where('account_id', 'in', accountIds)
      .execute();
    return new Map(rows.map((row) => [row.account_id, row]));
  }

  async insert(row: ErasureRow): Promise<void> {
    await this.db.write.insertInto('erasures').values(row).execute();
  }

  async update(accountId: string, changes: Partial<ErasureRow>): Promise<void> {
    await this.db.write
      .updateTable('erasures')
      .set(changes)
      .where('account_id', '=', accountId)
      .execute();
  }

  /** Returns whether the erasure could still be taken back. */
  async cancel(accountId: string): Promise<boolean> {
    const { numDeletedRows } = await this.db.write
      .deleteFrom('erasures')
      .where('account_id', '=', accountId)
      .where('begun_at', 'is', null)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Unfinished erasures that were due at this time, longest due first. */
  due(at: string): Promise<ErasureRow[]> {
    return this.db.write
      .selectFrom('erasures')
      .selectAll()
      .where('finished_at', 'is', null)
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .orderBy('account_id')
      .execute();
  }

  finished(): Promise<ErasureRow[]> {
    return this.db.write
      .selectFrom('erasures')
      .selectAll()
      .where('finished_at', 'is not', null)
      .orderBy('finished_at')
      .orderBy('account_id')
      .execute();
  }

  async lastFinished(): Promise<string | null> {
    const row = await this.db.read
      .selectFrom('erasures')
      .select(({ fn }) => fn.max('finished_at').as('at'))
      .executeTakeFirst();
    return row?.at ?? null;
  }

  async addSlugs(accountId: string, slugs: readonly string[]): Promise<void> {
    await this.addSlugHashes(accountId, slugs.map(slugHash));
  }

  async addSlugHashes(accountId: string, hashes: readonly string[]): Promise<void> {
    const rows = hashes.map((each) => ({ hash: each, account_id: accountId }));
    await inChunks(rows, (some) =>
      this.db.write
        .insertInto('erased_slugs')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  async slugHashesOf(accountId: string): Promise<string[]> {
    const rows = await this.db.slow
      .selectFrom('erased_slugs')
      .select('hash')
      .where('account_id', '=', accountId)
      .orderBy('hash')
      .execute();
    return rows.map((row) => row.hash);
  }

  async isSlugErased(slug: string): Promise<boolean> {
    const row = await this.db.write
      .selectFrom('erased_slugs')
      .select('hash')
      .where('hash', '=', slugHash(slug))
      .executeTakeFirst();
    return row !== undefined;
  }

  async addPiece(row: ErasedPieceRow): Promise<void> {
    await this.db.write.insertInto('erased_pieces').values(row).execute();
  }

  piece(pieceId: string): Promise<ErasedPieceRow | undefined> {
    return this.db.read
      .selectFrom('erased_pieces')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .executeTakeFirst();
  }

  piecePage(after: string, limit: number, accountId: string | null): Promise<ErasedPieceRow[]> {
    return this.db.slow
      .selectFrom('erased_pieces')
      .selectAll()
      .where('piece_id', '>', after)
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
      .orderBy('piece_id')
      .limit(limit)
      .execute();
  }

  async addImages(accountId: string, hashes: readonly string[]): Promise<void> {
    const rows = [...new Set(hashes)].sort().map((each) => ({ account_id: accountId, hash: each }));
    await inChunks(rows, (some) =>
      this.db.write
        .insertInto('erased_images')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  async imagesOf(accountId: string): Promise<string[]> {
    const rows = await this.db.write
      .selectFrom('erased_images')
      .select('hash')
      .where('account_id', '=', accountId)
      .execute();
    return rows.map((row) => row.hash);
  }

  async forgetImages(accountId: string): Promise<void> {
    await this.db.write.deleteFrom('erased_images').where('account_id', '=', accountId).execute();
  }
}
