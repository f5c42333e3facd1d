// The apps that a writer has connected, as the desk confirms, lists and disconnects them.

import { randomUUID } from 'node:crypto';
import { Problem } from '../../errors.ts';
import { OAUTH_LIMITS } from '../../schemas/oauth/oauth-limits.ts';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import type { AppDraft } from '../../store/oauth/connected-apps.ts';
import type { ConnectedAppRow } from '../../store/tables/oauth.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';

const DRAFTS_LISTED = 50;

export interface NewConnection {
  readonly clientId: string;
  readonly name: string;
  readonly redirectHost: string;
  readonly scopes: readonly KeyScope[];
}

export const connectApp = (
  { store, now }: Context,
  { accountId }: WriterActor,
  { clientId, name, redirectHost, scopes }: NewConnection,
): Promise<void> =>
  store.connectedApps.connect({
    id: randomUUID(),
    account_id: accountId,
    client_id: clientId,
    name,
    redirect_host: redirectHost,
    scope: scopes.join(' '),
    connected_at: timestamp(now()),
    last_used_at: null,
    disconnected_at: null,
  });

/** Ends all tokens of an app if the writer now gives it less access than before. */
export async function takeBack(
  { store }: Context,
  { accountId }: WriterActor,
  clientId: string,
  scopes: readonly KeyScope[],
): Promise<void> {
  const apps = await store.connectedApps.ofAccount(accountId);
  const couldWrite = apps.find((app) => app.client_id === clientId)?.scope.includes('pieces:write');
  if (couldWrite && !scopes.includes('pieces:write')) {
    await store.oauthRecords.removeOfApp(accountId, clientId);
  }
}

export interface ConnectedApp extends ConnectedAppRow {
  drafts: AppDraft[];
}

export async function listApps({ store }: Context, actor: WriterActor): Promise<ConnectedApp[]> {
  const apps = await store.connectedApps.ofAccount(actor.accountId);
  const drafts =
    apps.length === 0 ? [] : await store.connectedApps.draftsOf(actor.accountId, DRAFTS_LISTED);
  return apps.map((app) => ({
    ...app,
    drafts: drafts.filter(({ app_id }) => app_id === app.id),
  }));
}

/** Also revokes all codes and tokens that were issued to the app, in all processes. */
export async function disconnectApp({ store, now }: Context, actor: WriterActor, id: string) {
  const app = await store.connectedApps.byId(id);
  if (app?.account_id !== actor.accountId) throw new Problem('not_found');
  await store.transaction(async (tx) => {
    await tx.connectedApps.disconnect(app.account_id, app.client_id, timestamp(now()));
    await tx.oauthRecords.removeOfApp(app.account_id, app.client_id);
  });
}

/** Removes unused clients and lapsed apps. Clients that were connected once stay longer: many apps reuse them. */
export async function sweepAuthorizations({ store, now }: Context): Promise<void> {
  const at = now().getTime();
  const ago = (ms: number) => timestamp(new Date(at - ms));
  await store.oauthRecords.removeExpired(ago(0));
  await store.connectedApps.disconnectLapsed(ago(OAUTH_LIMITS.consent * 1000), ago(0));
  await store.oauthRecords.removeUnusedClients(
    ago(OAUTH_LIMITS.unusedClientMs),
    ago(OAUTH_LIMITS.disconnectedClientMs),
  );
}

/** Limits the number of clients, which stops a flood of registrations from many sources. */
export async function refuseManyClients({ store }: Context): Promise<void> {
  if ((await store.oauthRecords.countClients()) >= OAUTH_LIMITS.clients) {
    throw new Problem('too_many_requests');
  }
}
