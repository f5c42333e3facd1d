// Notifies a WebSub hub of changed feeds: stored in the transaction of the change, sent later.

import type { Config } from '../../config.ts';
import type { Completed, Leased, LeasedWork } from '../../jobs/leased-worker.ts';
import { retryDelayMs } from '../../jobs/retry-delay.ts';
import { guardedRequest } from '../../outbound/guarded-request.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { HubPingRow } from '../../store/tables/webhooks.ts';
import { type Context, timestamp } from '../operation.ts';
import { urlsOf } from '../urls.ts';

const AT_ONCE = 4;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_024;
export const RETRY_DELAY_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];

export async function feedsWith({ config }: Context, store: Store, pieceId: string) {
  if (config.websubHub === null) return [];
  const [row] = await store.publications.listed([pieceId]);
  return row ? feedsOf(config, row.author_slug, [row.category]) : [];
}

export const feedsWithThese = (
  { config }: Context,
  pieces: Iterable<{ slug: string; category: string }>,
): string[] => [...pieces].flatMap(({ slug, category }) => feedsOf(config, slug, [category]));

export const feedsOfAuthor = ({ config }: Context, slug: string): string[] =>
  feedsOf(config, slug, CATEGORIES);

export function feedsOfSite({ config }: Context): string[] {
  const { json, rss } = urlsOf(config.baseUrl).siteFeeds;
  return config.websubHub === null ? [] : [json, rss];
}

function feedsOf(
  { baseUrl, websubHub }: Config,
  slug: string,
  categories: readonly string[],
): string[] {
  if (websubHub === null) return [];
  const urls = urlsOf(baseUrl);
  const { feed_json, feed_rss } = urls.author(slug);
  const { json, rss } = urls.siteFeeds;
  const ofCategories = categories.map(urls.category).flatMap((each) => [each.json, each.rss]);
  return [json, rss, feed_json, feed_rss, ...ofCategories];
}

/** Call announce in the transaction of the change. Feeds are sorted like those in `record`, to avoid deadlocks. */
export const announce = (store: Store, feeds: string[], at: string): Promise<void> =>
  store.hubPings.add([...new Set(feeds)].toSorted(), at);

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

type Ping = HubPingRow & Leased;

interface Log {
  warn(details: object, words: string): void;
}

/** An outcome is the reason why the hub refused the notification; null means success. */
export const hubPings = (
  context: Context,
  hub: string,
  log: Log,
): LeasedWork<Ping, string | null> => {
  const { store, now } = context;
  return {
    what: 'WebSub pings',
    atOnce: AT_ONCE,
    hasDue: () => store.hubPings.hasDue(now()),
    claim: (room, inFlight) =>
      store.transaction((tx) => claim(tx, room, [...inFlight.keys()], now())),
    work: ({ id }, signal) => refusalOf(context, hub, id, signal),
    record: (completed) => record(context, completed, log),
    release: (rows) => store.hubPings.leases.release(rows),
  };
};

async function claim({ hubPings: pings }: Store, room: number, except: string[], at: Date) {
  return pings.leases.take(await pings.due(at, except, room), at);
}

async function refusalOf({ config }: Context, hub: string, topic: string, signal: AbortSignal) {
  const outcome = await guardedRequest(config, hub, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic }).toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  if (outcome.kind !== 'answered') return outcome.reason;
  const isTaken = outcome.status >= 200 && outcome.status < 300;
  return isTaken ? null : `The hub answered ${outcome.status}.`;
}

/** Writes outcomes in the order of topics, so that two processes can't deadlock. */
async function record(
  { store, now }: Context,
  completed: Completed<Ping, string | null>[],
  log: Log,
): Promise<void> {
  const sorted = completed.toSorted(({ row: { id } }, { row }) => (id < row.id ? -1 : 1));
  await store.transaction(async ({ hubPings: pings }) => {
    for (const { row, outcome: reason } of sorted) {
      const { topic, attempts } = row;
      const delay = retryDelayMs(RETRY_DELAY_MS, attempts);
      if (reason === null || delay === undefined) await pings.remove(row);
      else await pings.putOff(row, timestamp(new Date(now().getTime() + delay)));
      if (reason === null) continue;
      const unheard = { topic, reason, isGivenUp: delay === undefined };
      log.warn(unheard, 'the WebSub hub did not accept a notification');
    }
  });
}
