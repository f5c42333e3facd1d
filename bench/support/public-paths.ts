// The public URLs of an archive, by kind.

import type { Place } from '../../test/support/databases/databases.ts';
import { sqlAt } from '../../test/support/databases/sql.ts';

export const KINDS = [
  'piece over REST',
  'page of a piece',
  'page of an author',
  'feed of an author',
] as const;

export type Kind = (typeof KINDS)[number];

export async function publicPaths(place: Place): Promise<{ [kind in Kind]: string[] }> {
  const rows = await sqlAt(
    place,
    `SELECT p.piece_id AS id, p.slug AS slug, a.slug AS author
     FROM publications p JOIN authors a ON a.id = p.author_id`,
  );
  const authors = [...new Set(rows.map(({ author }) => String(author)))];
  return {
    'piece over REST': rows.map(({ id }) => `/api/public/pieces/${id}`),
    'page of a piece': rows.map(({ author, slug }) => `/author/${author}/${slug}`),
    'page of an author': authors.map((slug) => `/author/${slug}`),
    'feed of an author': authors.map((slug) => `/author/${slug}/feed.json`),
  };
}

/** Order that looks random and is the same each time. */
export const shuffled = <Item>(list: readonly Item[]): Item[] =>
  list
    .map((item, at) => ({ item, by: (at * 0.618_034) % 1 }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ item }) => item);

const AT_ONCE = 8;

/** Reads each path once in each encoding that the cache file stores. */
export async function readAll(base: string, paths: readonly string[]): Promise<void> {
  const left = paths.values();
  const reader = async () => {
    for (const path of left) {
      for (const encoding of ['identity', 'br']) {
        const answer = await fetch(base + path, { headers: { 'accept-encoding': encoding } });
        await answer.arrayBuffer();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}
