// Images of pieces in the trash. The service doesn't serve them, unless text outside the trash refers to them.

import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { imagesNamedIn } from '../../schemas/images/image-urls.ts';
import { chunksOf, inChunks } from '../database/chunks.ts';
import type { Database } from '../database/dialect.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash } from '../database/trash-filter.ts';
import type { WriteBatch } from '../database/write-batch.ts';
import type { PieceRow, PieceVersionRow } from '../tables/pieces.ts';

/** An image in the table; `mark` changes whenever the image is added again. */
export interface ListedImage {
  readonly hash: string;
  readonly mark: string;
  readonly isChecked: boolean;
}

export class TrashedImageStore extends Repository {
  /** Adds images, which are then checked again at their next request. */
  async add(hashes: readonly string[]): Promise<void> {
    await inChunks(hashes.toSorted(), (some) => putHashes(this.db.write, some).execute());
  }

  /** Call `remove` with images that text outside the trash refers to. */
  async remove(hashes: readonly string[]): Promise<void> {
    await inChunks(hashes.toSorted(), (some) =>
      this.db.write.deleteFrom('trashed_images').where('hash', 'in', some).execute(),
    );
  }

  /** Removes the images of new pieces from the table, and adds those of new pieces in the trash. */
  note(images: NamedImages): Promise<void> {
    return this.db.writeBatch(images.notes(this.db));
  }

  async find(hash: string): Promise<ListedImage | null> {
    const row = await this.db.read
      .selectFrom('trashed_images')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row ? { hash, mark: row.mark, isChecked: row.is_checked === 1 } : null;
  }

  /** Marks an image that only the trash refers to, unless it was added again since the check began. */
  async setChecked({ hash, mark }: ListedImage): Promise<void> {
    await this.db.write
      .updateTable('trashed_images')
      .set({ is_checked: 1 })
      .where('hash', '=', hash)
      .where('mark', '=', mark)
      .execute();
  }

  /** Removes an image that text outside the trash refers to, unless it was added again since the check began. */
  async removeChecked({ hash, mark }: ListedImage): Promise<void> {
    await this.db.write
      .deleteFrom('trashed_images')
      .where('hash', '=', hash)
      .where('mark', '=', mark)
      .execute();
  }

  /** Searches versions outside the trash, profiles and products; may read every version. */
  async isNamed(hash: string): Promise<boolean> {
    const { slow } = this.db;
    const names = (column: string): RawBuilder<boolean> =>
      sql<boolean>`${sql.ref(column)} LIKE ${`%/media/${hash}%`}`;
    const found = await Promise.all([
      outsideTrash(slow)
        .innerJoin('piece_versions as v', 'v.piece_id', 'p.id')
        .select('p.id')
        .where(({ or }) => or([names('v.body_md'), names('v.image')]))
        .limit(1)
        .execute(),
      slow.selectFrom('authors').select('id').where(names('avatar_url')).limit(1).execute(),
      slow.selectFrom('products').select('id').where(names('image_url')).limit(1).execute(),
    ]);
    return found.some((rows) => rows.length > 0);
  }
}

interface NamingPiece {
  piece: Pick<PieceRow, 'trashed_at'>;
  versions: readonly Pick<PieceVersionRow, 'body_md' | 'image'>[];
}

export class NamedImages {
  readonly #shown = new Set<string>();
  readonly #trashed = new Set<string>();

  add(pieces: readonly NamingPiece[]): this {
    for (const { piece, versions } of pieces) {
      const named = piece.trashed_at === null ? this.#shown : this.#trashed;
      for (const hash of versions.flatMap(imagesNamedIn)) named.add(hash);
    }
    return this;
  }

  notes({ write }: Database): WriteBatch {
    return [
      ...chunksOf([...this.#shown].sort()).map((some) =>
        write.deleteFrom('trashed_images').where('hash', 'in', some).compile(),
      ),
      ...chunksOf([...this.#trashed.difference(this.#shown)].sort()).map((some) =>
        putHashes(write, some).compile(),
      ),
    ];
  }
}

function putHashes(write: Database['write'], hashes: readonly string[]) {
  const state = { is_checked: 0, mark: randomUUID() } as const;
  return write
    .insertInto('trashed_images')
    .values(hashes.map((hash) => ({ hash, ...state })))
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(state));
}
