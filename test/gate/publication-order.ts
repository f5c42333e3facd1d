// Reads every public list in full, and checks that it stands in the order of publication times.

import assert from 'node:assert/strict';
import type { Place } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { at, type Json, listAt } from '../support/json.ts';

type Read = (path: string) => Promise<string>;

/** Small pages, so that lists have several cursors. */
const PAGE = 7;

export async function assertInOrder(place: Place, read: Read, pieces: number): Promise<void> {
  const rows = await sqlAt(
    place,
    'SELECT id, slug, position, published_at FROM pieces WHERE position IS NOT NULL ORDER BY position',
  );
  const stored = rows.map(({ id, published_at }) => ({
    id: String(id),
    time: String(published_at),
  }));
  const positions = rows.map(({ position }) => Number(position));
  assert.equal(stored.length, pieces);
  assert.equal(new Set(positions).size, pieces, 'two pieces have the same position');
  const times = stored.map(({ time }) => time);
  assert.deepEqual(times, times.toSorted(), 'positions are not in the order of times');
  const newestFirst = stored.map(({ id }) => id).toReversed();
  assert.deepEqual(await listed(read), newestFirst, 'the list');
  assert.deepEqual(await fed(read), newestFirst, 'the feed');
  const map = await read('/sitemap.xml');
  const mapped = await Promise.all(
    rows.map(async ({ slug }) => map.indexOf(`/${String(slug)}</loc>`)),
  );
  assert.ok(mapped.every((place) => place > 0));
}

const idOf = (item: Json) => String(at(item, 'id')).slice(-36);

async function listed(read: Read): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Json = JSON.parse(await read(`/api/public/pieces/recent?limit=${PAGE}${query}`));
    ids.push(...listAt(page, 'items').map(idOf));
    const next = at(page, 'next_cursor');
    cursor = typeof next === 'string' ? next : null;
  }
  return ids;
}

async function fed(read: Read): Promise<string[]> {
  const ids: string[] = [];
  for (let path: string | null = '/feed.json'; path !== null; ) {
    const page: Json = JSON.parse(await read(path));
    ids.push(...listAt(page, 'items').map(idOf));
    const next = at(page, 'next_url');
    path = typeof next === 'string' ? next.slice(new URL(next).origin.length) : null;
  }
  return ids;
}
