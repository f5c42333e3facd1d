// API keys: created, shown once, stored as a hash.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { OperatorError, Problem } from '../../errors.ts';
import { KEY_NAME_LENGTH } from '../../schemas/keys.ts';
import { Text } from '../../schemas/text.ts';
import type { KeyScope } from '../../schemas/vocabulary.ts';
import { checkerOf, isUuid } from '../../validation.ts';
import type { KeyActor, WriterActor } from '../actor.ts';
import { bestEffort } from '../best-effort.ts';
import { type Context, timestamp } from '../operation.ts';

const KEY_PREFIX = 'pk_live_';
const KEY_FORM = /^pk_live_[0-9a-f]{64}$/;

/** No other bearer token has this form, so the form alone tells keys from OAuth tokens. */
export const isKeyForm = (token: string) => KEY_FORM.test(token);

const checkName = checkerOf(Type.Object({ name: Text(KEY_NAME_LENGTH) }));

interface NewKey {
  writer: string;
  name: string;
  scope: KeyScope;
  expiresAt: Date | null;
}

export async function createKey(context: Context, { writer, ...input }: NewKey) {
  const author = await context.store.authors.bySlug(writer);
  if (!author) throw new OperatorError(`There is no writer with the slug ${writer}.`);
  return createKeyForAccount(context, author.id, input);
}

export async function createKeyForAccount(
  { store, now }: Context,
  accountId: string,
  input: Omit<NewKey, 'writer'>,
): Promise<{ id: string; key: string }> {
  const { name } = checkName({ name: input.name.trim() });
  const key = KEY_PREFIX + randomBytes(32).toString('hex');
  const id = randomUUID();
  await store.keys.insert({
    id,
    account_id: accountId,
    name,
    hash: hashOfKey(key),
    scope: input.scope,
    created_at: timestamp(now()),
    last_used_at: null,
    expires_at: input.expiresAt ? timestamp(input.expiresAt) : null,
    revoked_at: null,
  });
  return { id, key };
}

// A fast hash is safe here, because brute force can't find a key of 256 random bits.
const hashOfKey = (key: string) => hash('sha256', key);

// The time of last use is written at most once a minute, instead of with every request.
const LAST_USED_INTERVAL_MS = 60_000;

/** All failures get the same response. */
export async function actorForKey({ store, now }: Context, key: string): Promise<KeyActor> {
  const known = isKeyForm(key) ? await store.keys.byHash(hashOfKey(key)) : undefined;
  const at = now();
  if (!known || known.revoked_at !== null || known.suspended_at !== null) {
    throw new Problem('key_refused');
  }
  if (known.expires_at !== null && Date.parse(known.expires_at) <= at.getTime()) {
    throw new Problem('key_refused');
  }
  const lastUsed = known.last_used_at === null ? 0 : Date.parse(known.last_used_at);
  if (at.getTime() - lastUsed > LAST_USED_INTERVAL_MS) {
    await bestEffort(store, store.keys.touch(known.id, timestamp(at)));
  }
  return {
    kind: 'key',
    keyId: known.id,
    keyName: known.name,
    accountId: known.account_id,
    slug: known.slug,
    mayWrite: known.scope === 'pieces:write',
  };
}

export async function isWorkingKey({ store, now }: Context, id: string): Promise<boolean> {
  const key = await store.keys.byId(id);
  if (!key || key.revoked_at !== null) return false;
  const [owner] = await store.authors.byIds([key.account_id]);
  const isExpired = key.expires_at !== null && Date.parse(key.expires_at) <= now().getTime();
  return owner?.suspended_at === null && !isExpired;
}

export const listKeys = ({ store }: Context, actor: WriterActor) =>
  store.keys.ofAccount(actor.accountId);

export async function revokeOwnKey({ store, now }: Context, actor: WriterActor, id: string) {
  const key = isUuid(id) ? await store.keys.byId(id) : undefined;
  if (key?.account_id !== actor.accountId) throw new Problem('not_found');
  await store.keys.revoke(id, timestamp(now()));
}

export async function revokeKey({ store, now }: Context, id: string): Promise<void> {
  if (!(await store.keys.byId(id))) throw new OperatorError(`There is no key with the id ${id}.`);
  await store.keys.revoke(id, timestamp(now()));
}
