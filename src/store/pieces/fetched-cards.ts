// Link cards by URL, fetched while a writer edited.

import { Repository } from '../database/repository.ts';
import type { FetchedCardRow } from '../tables/pieces.ts';

export class FetchedCardStore extends Repository {
  async of(accountId: string, urls: string[], since: string): Promise<FetchedCardRow[]> {
    if (urls.length === 0) return [];
    return this.db.read
      .selectFrom('fetched_cards')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('url', 'in', urls)
      .where('fetched_at', '>=', since)
      .execute();
  }

  /** Replaces the URL's earlier card, and removes the writer's cards from before `since`. */
  async put(card: FetchedCardRow, since: string): Promise<void> {
    const { write } = this.db;
    await write
      .deleteFrom('fetched_cards')
      .where('account_id', '=', card.account_id)
      .where('fetched_at', '<', since)
      .execute();
    await write
      .insertInto('fetched_cards')
      .values(card)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'url'])
          .doUpdateSet({ card: card.card, fetched_at: card.fetched_at }),
      )
      .execute();
  }
}
