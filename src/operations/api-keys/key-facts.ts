// The facts about an API key that its program may read: owner, scope and expiry.

import { Problem } from '../../errors.ts';
import type { KeyFacts, KeyOwner } from '../../schemas/keys.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { ApiKeyRow } from '../../store/tables/accounts.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { KeyActor } from '../actor.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_KEY } from '../examples.ts';
import type { Context } from '../operation.ts';
import { type Urls, urlsOf } from '../urls.ts';

export interface KeyStanding {
  key: Of<typeof KeyFacts>;
  writer: Of<typeof KeyOwner>;
}

export async function keyStanding(
  { store, config }: Context,
  actor: KeyActor,
): Promise<KeyStanding> {
  const key = await store.keys.byId(actor.keyId);
  const [author] = await store.authors.byIds([actor.accountId]);
  if (!key || !author) throw new Problem('key_refused');
  return standingOf(key, author, urlsOf(config.baseUrl));
}

export const keyStandingExample = (urls: Urls) => standingOf(EXAMPLE_KEY, EXAMPLE_AUTHOR, urls);

const standingOf = (
  { id, name, scope, created_at, expires_at }: Omit<ApiKeyRow, 'account_id' | 'hash'>,
  { slug, name: called }: Pick<AuthorRow, 'slug' | 'name'>,
  urls: Urls,
): KeyStanding => ({
  key: { id, name, scope, created_at, expires_at },
  writer: { slug, name: called, profile_url: urls.author(slug).profile },
});
