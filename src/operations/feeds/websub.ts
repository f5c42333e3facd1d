// Notifies a WebSub hub of changed feeds: stored in the same transaction as the change, sent later.

import { guardedRequest } from '../../outbound/guarded-request.ts';
import { HUB } from '../../schemas/limits.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { HubPingRow } from '../../store/tables/webhooks.ts';
import { type Context, timestamp } from '../operation.ts';
import { urlsOf } from '../urls.ts';

/** The feeds that a piece is in; none if it is not public or there is no hub. */
export async function feedsWith({ config }: Context, store: Store, pieceId: string) {
  if (config.websubHub === null) return [];
  const [row] = await store.publications.listed([pieceId]);
  return row ? feedsOf(config.baseUrl, row.author_slug, [row.category]) : [];
}

/** The feeds that these public pieces are in. */
export const feedsWithThese = (
  { config }: Context,
  pieces: Iterable<{ slug: string; category: string }>,
): string[] =>
  config.websubHub === null
    ? []
    : [...pieces].flatMap(({ slug, category }) => feedsOf(config.baseUrl, slug, [category]));

/** Every feed that an author may have pieces in. */
export const feedsOfAuthor = ({ config }: Context, slug: string): string[] =>
  config.websubHub === null ? [] : feedsOf(config.baseUrl, slug, CATEGORIES);

/** Those that say most of the site. */
export function feedsOfSite({ config }: Context): string[] {
  const { json, rss } = urlsOf(config.baseUrl).siteFeeds;
  return config.websubHub === null ? [] : [json, rss];
}

function feedsOf(baseUrl: string, slug: string, categories: readonly string[]): string[] {
  const urls = urlsOf(baseUrl);
  const { feed_json, feed_rss } = urls.author(slug);
  const { json, rss } = urls.siteFeeds;
  const ofCategories = categories.map(urls.category).flatMap((each) => [each.json, each.rss]);
  return [json, rss, feed_json, feed_rss, ...ofCategories];
}

/** In the same transaction as the change, so that no notification is lost. */
export const announce = (store: Store, feeds: string[], at: string): Promise<void> =>
  store.hubPings.add([...new Set(feeds)].sort(), at);

/** Changes what feeds show of an author, and notifies the hub. */
export const showAuthorWith = (
  context: Context,
  id: string,
  changes: Partial<Pick<AuthorRow, 'avatar_url' | 'identity_verified'>>,
): Promise<void> =>
  context.store.transaction(async (store) => {
    await store.authors.update(id, changes);
    const feeds = (await store.authors.byIds([id])).flatMap(({ slug }) =>
      feedsOfAuthor(context, slug),
    );
    await announce(store, feeds, timestamp(context.now()));
  });

/** A notification that failed, with the reason. */
export interface Unheard {
  topic: string;
  reason: string;
  /** No more retries: the next change notifies the hub again. */
  isGivenUp: boolean;
}

/** Sends the notifications that are due, and schedules retries for those that failed. */
export async function tellOfDue(context: Context, isOver = () => false): Promise<Unheard[]> {
  const { store, config, now } = context;
  if (config.websubHub === null) return [];
  const unheard: Unheard[] = [];
  for (const row of await store.hubPings.due(timestamp(now()), HUB.atOnce)) {
    if (isOver()) break;
    const lease = { ...row, due_at: after(now(), HUB.retryDelayMs[0]) };
    // Another process was faster, or the feed changed again.
    if (!(await store.hubPings.putOff(row, lease))) continue;
    const reason = await refusalOf(context, config.websubHub, row.topic);
    if (reason === null) await store.hubPings.remove(lease);
    else unheard.push(await tryAgain(context, lease, reason));
  }
  return unheard;
}

/** Null if the hub accepted it. */
async function refusalOf({ config }: Context, hub: string, topic: string) {
  const outcome = await guardedRequest(config, hub, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic }).toString(),
    timeoutMs: HUB.timeoutMs,
    maxBytes: HUB.maxBytes,
  });
  if (outcome.kind !== 'answered') return outcome.reason;
  const isTaken = outcome.status >= 200 && outcome.status < 300;
  return isTaken ? null : `The hub answered ${outcome.status}.`;
}

async function tryAgain({ store, now }: Context, lease: HubPingRow, reason: string) {
  const wait = HUB.retryDelayMs[lease.attempts];
  const unheard = { topic: lease.topic, reason, isGivenUp: wait === undefined };
  if (wait === undefined) await store.hubPings.remove(lease);
  else {
    const again = { due_at: after(now(), wait), attempts: lease.attempts + 1 };
    await store.hubPings.putOff(lease, again);
  }
  return unheard;
}

const after = (now: Date, ms: number) => timestamp(new Date(now.getTime() + ms));
