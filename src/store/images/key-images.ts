// Images uploaded with API keys: their owners, and whether a publication of the owner shows them.

import { sql } from 'kysely';
import { hashesIn } from '../../schemas/images/image-urls.ts';
import { inChunks } from '../database/chunks.ts';
import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash, withWorkingCopy } from '../database/trash-filter.ts';
import type { KeyImageRow } from '../tables/pieces.ts';
import type {
  PublicationBodyRow,
  PublicationImageRow,
  PublicationRow,
} from '../tables/publications.ts';

/** Counts only the owner's publications: another writer's link to the image does not publish it. */
const imageByHash = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('key_images as k')
    .selectAll('k')
    .select((eb) =>
      eb
        .selectFrom('publication_images as i')
        .innerJoin('publications as p', 'p.piece_id', 'i.piece_id')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('i.hash', '=', 'k.hash')
        .whereRef('p.author_id', '=', 'k.account_id')
        .as('shown'),
    )
    .where('k.hash', '=', hash),
);

export class KeyImageStore extends Repository {
  async put(image: KeyImageRow): Promise<void> {
    const { created_at } = image;
    await this.db.write
      .insertInto('key_images')
      .values(image)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at }))
      .execute();
  }

  async find(hash: string): Promise<(KeyImageRow & { isPublished: boolean }) | undefined> {
    const [row] = await imageByHash(this.db, { hash });
    if (!row) return undefined;
    const { shown, ...image } = row;
    return { ...image, isPublished: Number(shown) > 0 };
  }

  async ownedBy(accountId: string, hashes: readonly string[]): Promise<Set<string>> {
    const owned = new Set<string>();
    await inChunks([...new Set(hashes)], async (some) => {
      const rows = await this.db.read
        .selectFrom('key_images')
        .select('hash')
        .where('account_id', '=', accountId)
        .where('hash', 'in', some)
        .execute();
      for (const { hash } of rows) owned.add(hash);
    });
    return owned;
  }

  async isUnderReview({ account_id, hash }: KeyImageRow): Promise<boolean> {
    const named = `%/media/${hash}%`;
    const rows = await withWorkingCopy(outsideTrash(this.db.read))
      .select('p.id')
      .where('p.author_id', '=', account_id)
      .where('p.status', '=', 'pending')
      .where(sql<boolean>`(v.body_md LIKE ${named} OR v.image LIKE ${named})`)
      .limit(1)
      .execute();
    return rows.length > 0;
  }
}

export const imageRowsOf = ({
  piece_id,
  html_json,
  image,
}: Pick<PublicationBodyRow, 'html_json'> &
  Pick<PublicationRow, 'piece_id' | 'image'>): PublicationImageRow[] =>
  [...new Set(hashesIn((image ?? '') + html_json))].map((hash) => ({ piece_id, hash }));
