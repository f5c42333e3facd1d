// Apps that writers have connected, and the drafts that came from each.

import { Repository } from '../database/repository.ts';
import { outsideTrash } from '../database/trash-filter.ts';
import type { ConnectedAppRow } from '../tables/oauth.ts';

export interface AppDraft {
  app_id: string;
  id: string;
  headline: string;
}

export class ConnectedAppStore extends Repository {
  byId(id: string): Promise<ConnectedAppRow | undefined> {
    return this.db.read
      .selectFrom('connected_apps')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }

  ofAccount(accountId: string): Promise<ConnectedAppRow[]> {
    return this.db.read
      .selectFrom('connected_apps')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('disconnected_at', 'is', null)
      .orderBy('connected_at', 'desc')
      .orderBy('id')
      .execute();
  }

  /** Reconnecting keeps the app's id, and so its link to earlier drafts. */
  async connect(row: ConnectedAppRow): Promise<void> {
    const { id, account_id, client_id, last_used_at, ...changes } = row;
    await this.db.write
      .insertInto('connected_apps')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'client_id']).doUpdateSet(changes))
      .execute();
  }

  async disconnect(accountId: string, clientId: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('connected_apps')
      .set({ disconnected_at: at })
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .where('disconnected_at', 'is', null)
      .execute();
  }

  /** Disconnects apps that connected before this time and have no token or code left. */
  async disconnectLapsed(connected: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('connected_apps')
      .set({ disconnected_at: at })
      .where('disconnected_at', 'is', null)
      .where('connected_at', '<', connected)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('oauth_records as t')
              .select('t.hash')
              .whereRef('t.account_id', '=', 'connected_apps.account_id')
              .whereRef('t.client_id', '=', 'connected_apps.client_id')
              .where('t.kind', 'in', ['AccessToken', 'RefreshToken', 'AuthorizationCode']),
          ),
        ),
      )
      .execute();
  }

  draftsOf(accountId: string, limit: number): Promise<AppDraft[]> {
    return outsideTrash(this.db.read)
      .innerJoin('piece_versions as f', (join) =>
        join.onRef('f.piece_id', '=', 'p.id').on('f.number', '=', 1),
      )
      .innerJoin('piece_versions as w', (join) =>
        join.onRef('w.piece_id', '=', 'p.id').onRef('w.number', '=', 'p.working_version'),
      )
      .innerJoin('connected_apps as c', 'c.id', 'f.saved_by_id')
      .select(['c.id as app_id', 'p.id', 'w.headline'])
      .where('f.saved_by_kind', '=', 'app')
      .where('c.account_id', '=', accountId)
      .where('c.disconnected_at', 'is', null)
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id')
      .limit(limit)
      .execute();
  }

  /** A batch of writes, so that group commit can combine the updates of many requests. */
  touch(id: string, at: string): Promise<void> {
    const update = this.db.write
      .updateTable('connected_apps')
      .set({ last_used_at: at })
      .where('id', '=', id);
    return this.db.writeBatch([update.compile()]);
  }
}
