// Erases the rows of an account: access, profile, shop, deliveries. Its pieces are in erased-texts.ts.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashesIn } from '../../schemas/images/image-urls.ts';
import { Repository } from '../database/repository.ts';

/** Tables whose rows of an account are of no use without it. */
const OWNED = [
  ['sessions', 'account_id'],
  ['passkeys', 'account_id'],
  ['account_tokens', 'account_id'],
  ['account_tokens', 'made_by'],
  ['invitations', 'invited_by'],
  ['oauth_records', 'account_id'],
  ['connected_apps', 'account_id'],
  ['fetched_cards', 'account_id'],
  ['webhook_secrets', 'account_id'],
  ['webhooks', 'account_id'],
  ['products', 'seller_id'],
] as const;

/** Tables that name the e-mail address of a person who has an account, or had none yet. */
const ADDRESSED = ['sign_ups', 'invitations'] as const;

const DELIVERIES = 200;

export class ErasedAccountStore extends Repository {
  /** Everything that grants access or sends anything ends. */
  async removeOwned(accountId: string, email: string | null): Promise<void> {
    await this.db.write
      .deleteFrom('idempotent_answers')
      .where('key_id', 'in', (query) =>
        query.selectFrom('connected_apps').select('id').where('account_id', '=', accountId),
      )
      .execute();
    for (const [table, column] of OWNED) await this.#remove(table, column, accountId);
    if (email === null) return;
    for (const table of ADDRESSED) await this.#remove(table, 'email', email);
  }

  async #remove(table: string, column: string, value: string): Promise<void> {
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value}`.execute(
      this.db.write,
    );
  }

  /** Returns the slugs that the account had. */
  async removeSlugs(accountId: string): Promise<string[]> {
    const rows = await this.db.write
      .deleteFrom('author_slugs')
      .where('author_id', '=', accountId)
      .returning('slug')
      .execute();
    return rows.map(({ slug }) => slug);
  }

  /** A key's row stays while an image refers to it, but the key no longer works. */
  async endKeys(accountId: string, at: string): Promise<void> {
    const { write } = this.db;
    const keys = await write
      .selectFrom('api_keys')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    for (const { id } of keys) {
      await write.deleteFrom('idempotent_answers').where('key_id', '=', id).execute();
      await write
        .updateTable('api_keys')
        .set({ name: 'erased', hash: randomUUID(), last_used_at: null, revoked_at: at })
        .where('id', '=', id)
        .execute();
    }
  }

  /** Returns whether any are left. */
  async removeSomeDeliveries(accountId: string): Promise<boolean> {
    const { write } = this.db;
    const some = await write
      .selectFrom('deliveries')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(DELIVERIES)
      .execute();
    if (some.length === 0) return false;
    const ids = some.map(({ id }) => id);
    await write.deleteFrom('deliveries').where('id', 'in', ids).execute();
    return true;
  }

  /** Hashes of the images that the profile, the shop and the keys have. */
  async imagesOf(accountId: string): Promise<string[]> {
    const { write } = this.db;
    const keys = await write
      .selectFrom('key_images')
      .select('hash')
      .where('account_id', '=', accountId)
      .execute();
    const authors = await write
      .selectFrom('authors')
      .select('avatar_url as url')
      .where('id', '=', accountId)
      .execute();
    const products = await write
      .selectFrom('products')
      .select('image_url as url')
      .where('seller_id', '=', accountId)
      .execute();
    const named = [...authors, ...products].flatMap(({ url }) => hashesIn(url ?? ''));
    return [...keys.map((row) => row.hash), ...named];
  }

  /** Keys' images that no publication shows any more, and the keys that have none left. */
  async removeKeyImages(accountId: string): Promise<void> {
    const { write } = this.db;
    await write
      .deleteFrom('key_images')
      .where('account_id', '=', accountId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('publication_images as i')
              .select('i.hash')
              .whereRef('i.hash', '=', 'key_images.hash'),
          ),
        ),
      )
      .execute();
    await write
      .deleteFrom('api_keys')
      .where('account_id', '=', accountId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('key_images as i').select('i.hash').whereRef('i.key_id', '=', 'api_keys.id'),
          ),
        ),
      )
      .execute();
  }

  async removeEmptySeries(accountId: string): Promise<void> {
    await this.db.write
      .deleteFrom('series')
      .where('author_id', '=', accountId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('series_parts as p')
              .select('p.piece_id')
              .whereRef('p.series_id', '=', 'series.id'),
          ),
        ),
      )
      .execute();
  }

  /** The log of public changes has slugs; without it, every process takes everything as changed. */
  async forgetChanges(): Promise<void> {
    await this.db.dialect.forgetChanges(this.db.write);
  }
}
