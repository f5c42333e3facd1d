// Notifies a WebSub hub of changed feeds: stored in the same transaction as the change, sent later.

import type { Completed, Leased, LeasedWork } from '../../jobs/leased-worker.ts';
import { retryDelayMs } from '../../jobs/retry-delay.ts';
import { guardedRequest } from '../../outbound/guarded-request.ts';
import { HUB } from '../../schemas/limits.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
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

/** In the same transaction as the change, so that no notification is lost. Sorted, as `record` writes them. */
export const announce = (store: Store, feeds: string[], at: string): Promise<void> =>
  store.hubPings.add([...new Set(feeds)].toSorted(), at);

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

interface LeasedPing extends Leased {
  readonly attempts: number;
}

interface Log {
  warn(details: object, words: string): void;
}

/** Notifications that are due; each outcome is the reason why the hub didn't accept it, or null. */
export const hubPings = (
  context: Context,
  hub: string,
  log: Log,
): LeasedWork<LeasedPing, string | null> => {
  const { store, now } = context;
  return {
    what: 'WebSub pings',
    atOnce: HUB.atOnce,
    hasDue: () => store.hubPings.hasDue(now()),
    claim: (room, inFlight) =>
      store.transaction((tx) => claim(tx, room, [...inFlight.keys()], now())),
    work: ({ id }, signal) => refusalOf(context, hub, id, signal),
    record: (completed) => record(context, completed, log),
    release: (rows) => store.hubPings.leases.release(rows),
  };
};

async function claim(tx: Store, room: number, except: string[], at: Date): Promise<LeasedPing[]> {
  const due = await tx.hubPings.due(at, except, room);
  const topics = due.map(({ topic }) => topic);
  const { lease, rows } = await tx.hubPings.leases.take(topics, at);
  return rows.map(({ topic, attempts }) => ({ id: topic, lease, attempts }));
}

/** Null if the hub accepted it. */
async function refusalOf({ config }: Context, hub: string, topic: string, signal: AbortSignal) {
  const outcome = await guardedRequest(config, hub, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic }).toString(),
    timeoutMs: HUB.timeoutMs,
    maxBytes: HUB.maxBytes,
    signal,
  });
  if (outcome.kind !== 'answered') return outcome.reason;
  const isTaken = outcome.status >= 200 && outcome.status < 300;
  return isTaken ? null : `The hub answered ${outcome.status}.`;
}

/** In the order of their topics, so that two processes never deadlock. */
async function record(
  { store, now }: Context,
  completed: Completed<LeasedPing, string | null>[],
  log: Log,
): Promise<void> {
  const at = now().getTime();
  await store.transaction(async (tx) => {
    for (const { row, outcome } of completed.toSorted(byTopic)) {
      const { id: topic, lease, attempts } = row;
      const wait = outcome === null ? undefined : retryDelayMs(HUB.retryDelayMs, attempts);
      if (wait === undefined) await tx.hubPings.remove(topic, lease);
      else {
        const due_at = timestamp(new Date(at + wait));
        await tx.hubPings.putOff(topic, lease, { due_at, attempts: attempts + 1 });
      }
    }
  });
  for (const { row, outcome: reason } of completed) {
    const isGivenUp = row.attempts >= HUB.retryDelayMs.length;
    const unheard = { topic: row.id, reason, isGivenUp };
    if (reason !== null) log.warn(unheard, 'the hub of WEBSUB_HUB was not reached');
  }
}

const byTopic = (one: { row: Leased }, other: { row: Leased }) =>
  one.row.id < other.row.id ? -1 : 1;
