// What crawlers read: the page and the record of every piece, the newest first, then every author's page and feeds.

import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';

const READ_AT_ONCE = 500;

/** Without the base URL, as a request has them; those of a piece or an author together. */
export async function* publicPaths(context: Context): AsyncGenerator<string[][]> {
  yield* piecePaths(context);
  yield* authorPaths(context);
}

async function* piecePaths({ store }: Context): AsyncGenerator<string[][]> {
  const { piecePage, pieceRecord } = urlsOf('');
  let below: number | undefined = Number.MAX_SAFE_INTEGER;
  while (below !== undefined) {
    const rows = await store.lists.pathsPage(below, READ_AT_ONCE);
    yield rows.map(({ author_slug, slug, piece_id }) => [
      piecePage(author_slug, slug),
      pieceRecord(piece_id),
    ]);
    below = rows.at(-1)?.position;
  }
}

async function* authorPaths({ store }: Context): AsyncGenerator<string[][]> {
  const { author } = urlsOf('');
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows = await store.authors.publicPage(after, READ_AT_ONCE);
    yield rows.map(({ slug }) => {
      const { profile, feed_json, feed_rss } = author(slug);
      return [profile, feed_json, feed_rss];
    });
    after = rows.at(-1)?.slug;
  }
}
