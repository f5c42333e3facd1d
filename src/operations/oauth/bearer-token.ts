// Authenticates the program behind a bearer token, which is an API key or a connected app's token.

import { Problem } from '../../errors.ts';
import type { KeyActor } from '../actor.ts';
import { actorForKey, isKeyForm } from '../api-keys/api-keys.ts';
import { bestEffort } from '../best-effort.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf } from '../secrets.ts';
import { urlsOf } from '../urls.ts';

/** All failures get the same response. */
export async function programFor(context: Context, token: string): Promise<KeyActor> {
  if (!isKeyForm(token)) return actorForToken(context, token);
  try {
    return await actorForKey(context, token);
  } catch (error) {
    throw error instanceof Problem && error.code === 'key_refused'
      ? new Problem('token_refused')
      : error;
  }
}

const LAST_USED_INTERVAL_MS = 60_000;

/** Looks the token up with each request, so that every process refuses a revoked token immediately. */
async function actorForToken({ store, config, now }: Context, token: string): Promise<KeyActor> {
  const known = await store.oauthRecords.tokenWithApp(hashOf(token));
  const at = now();
  if (!known || known.suspended_at !== null || known.disconnected_at !== null) {
    throw new Problem('token_refused');
  }
  const facts: { aud?: string; scope?: string } = JSON.parse(known.payload);
  const isOver = known.expires_at === null || Date.parse(known.expires_at) <= at.getTime();
  const scopes = (facts.scope ?? '').split(' ');
  const mayWrite = scopes.includes('pieces:write');
  const isForHere = facts.aud === urlsOf(config.baseUrl).ownToolServer;
  if (isOver || !isForHere || !(mayWrite || scopes.includes('pieces:read'))) {
    throw new Problem('token_refused');
  }
  const lastUsed = known.last_used_at === null ? 0 : Date.parse(known.last_used_at);
  if (at.getTime() - lastUsed > LAST_USED_INTERVAL_MS) {
    await bestEffort(store, store.connectedApps.touch(known.app_id, timestamp(at)));
  }
  return {
    kind: 'app',
    keyId: known.app_id,
    keyName: known.app_name,
    accountId: known.account_id,
    slug: known.slug,
    mayWrite,
  };
}
