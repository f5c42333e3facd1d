// The OAuth server's records, stored until they expire under the hash of their id, which is not stored.

import type { Store } from '../../store/store.ts';
import type { OauthRecordRow } from '../../store/tables/oauth.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf } from '../secrets.ts';

export interface OauthPayload {
  readonly [name: string]: unknown;
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : null);

export async function putRecord(
  { store, now }: Context,
  kind: string,
  id: string,
  { jti, ...payload }: OauthPayload,
  lastsSeconds: number | undefined,
): Promise<void> {
  const at = now();
  const end = lastsSeconds === undefined ? null : new Date(at.getTime() + lastsSeconds * 1000);
  const grantId = textOr(payload['grantId']);
  await store.oauthRecords.put({
    kind,
    hash: hashOf(id),
    payload: JSON.stringify(payload),
    grant_hash: grantId === null ? null : hashOf(grantId),
    account_id: textOr(payload['accountId']),
    client_id: textOr(payload['clientId']) ?? textOr(payload['client_id']),
    created_at: timestamp(at),
    expires_at: end && timestamp(end),
    consumed_at: null,
  });
}

export async function findRecord(
  { store, now }: Context,
  kind: string,
  id: string,
): Promise<OauthPayload | undefined> {
  const row = await store.oauthRecords.find(kind, hashOf(id));
  if (!row || isOver(row, now())) return undefined;
  const { consumed_at } = row;
  return {
    ...JSON.parse(row.payload),
    ...(kind !== 'Client' && { jti: id }),
    ...(consumed_at !== null && { consumed: Math.floor(Date.parse(consumed_at) / 1000) }),
  };
}

const isOver = ({ expires_at }: OauthRecordRow, at: Date) =>
  expires_at !== null && Date.parse(expires_at) <= at.getTime();

/** Uses up a code or refresh token. A second use means theft by one of the two callers, so the grant ends. */
export async function consumeRecord(context: Context, kind: string, id: string): Promise<boolean> {
  const { store, now } = context;
  const isFirst = await store.oauthRecords.consume(kind, hashOf(id), timestamp(now()));
  const row = isFirst ? undefined : await store.oauthRecords.find(kind, hashOf(id));
  if (row?.grant_hash) await endGrant(context, row.grant_hash);
  return isFirst;
}

export const removeRecord = async (context: Context, kind: string, id: string): Promise<void> =>
  kind === 'Grant'
    ? endGrant(context, hashOf(id))
    : context.store.oauthRecords.remove(kind, hashOf(id));

export const removeOfGrant = (context: Context, grantId: string): Promise<void> =>
  endGrant(context, hashOf(grantId));

/** Removes everything that the grant issued. If the app has no other grant, it is disconnected. */
const endGrant = ({ store, now }: Context, grantHash: string): Promise<void> =>
  store.transaction(async (tx: Store) => {
    const grant = await tx.oauthRecords.find('Grant', grantHash);
    await tx.oauthRecords.removeOfGrant(grantHash);
    if (!grant?.account_id || !grant.client_id) return;
    if (await tx.oauthRecords.hasGrant(grant.account_id, grant.client_id)) return;
    await tx.connectedApps.disconnect(grant.account_id, grant.client_id, timestamp(now()));
  });
