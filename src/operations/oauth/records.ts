// The OAuth server's records, stored until they expire under the hash of their id, which is not stored.

import type { Store } from '../../store/store.ts';
import type { OauthRecordRow } from '../../store/tables/oauth.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf } from '../secrets.ts';

export interface OauthPayload {
  readonly [name: string]: unknown;
}

/** Two processes of an app may use one refresh token within this time, and each gets a successor. */
const REUSE_MS = 30_000;

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
  const isConsumed = consumed_at !== null && !isReusable(row, now());
  return {
    ...JSON.parse(row.payload),
    ...(kind !== 'Client' && { jti: id }),
    ...(isConsumed && { consumed: Math.floor(Date.parse(consumed_at) / 1000) }),
  };
}

const isReusable = ({ kind, consumed_at }: OauthRecordRow, at: Date) =>
  kind === 'RefreshToken' &&
  consumed_at !== null &&
  at.getTime() - Date.parse(consumed_at) <= REUSE_MS;

const isOver = ({ expires_at }: OauthRecordRow, at: Date) =>
  expires_at !== null && Date.parse(expires_at) <= at.getTime();

/**
 * Uses up a code or a refresh token. If it was used before, one of its two users has stolen it; since nothing shows
 * which, the whole grant ends. A refresh token may be used again for a short while.
 */
export async function consumeRecord(context: Context, kind: string, id: string): Promise<boolean> {
  const { store, now } = context;
  const isFirst = await store.oauthRecords.consume(kind, hashOf(id), timestamp(now()));
  if (isFirst) return true;
  const row = await store.oauthRecords.find(kind, hashOf(id));
  if (row && isReusable(row, now())) return true;
  if (row?.grant_hash) await endGrant(context, row.grant_hash);
  return false;
}

/** Ends the code of a token request that was refused, for example because its PKCE verifier was wrong. */
export async function endCode(context: Context, request: URLSearchParams): Promise<void> {
  const code = request.get('code');
  if (code !== null) await removeRecord(context, 'AuthorizationCode', code);
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
