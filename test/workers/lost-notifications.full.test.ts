// A process that loses its connection to PostgreSQL: while it hears nothing, it serves nothing cached.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { unverifyWriter, verifyWriter } from '../../src/operations/accounts/writers.ts';
import { SEARCH } from '../../src/store/publications/search-limiter.ts';
import { author } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../support/databases/existing-database.ts';
import { proxyTo, type Proxy as Way } from '../support/processes/tcp-proxy.ts';
import { listen } from '../support/raw-http.ts';

const LONGEST_MS = 60_000;
const AUTHOR = '/api/public/authors/ada';
const VERIFIED = /"identity_verified":true/;

/** One process with a direct way to the database, and one whose way the test can cut. */
async function startWorld() {
  const place = await freshPlace('postgres');
  const url = new URL(place.databaseUrl ?? '');
  const proxy = await proxyTo({ host: url.hostname, port: Number(url.port) });
  const near = await contextAt(place);
  await importLines(near, [author('ada')]);
  url.port = String(proxy.port);
  url.hostname = '127.0.0.1';
  const far = await contextAt({ ...place, databaseUrl: url.href });
  const app = await appOn(far);
  await listen(app);
  // The service waits for what is held.
  after(() => proxy.letGo());
  const read = () => app.inject(AUTHOR);
  const version = () => far.store.contentVersion();
  const search = (q: string) => app.inject(`/api/public/pieces/search?q=${q}`);
  return { proxy, near, read, search, version };
}

const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await setTimeout(10);
};

const LOST: { name: string; lose(way: Way): unknown; find(way: Way): unknown }[] = [
  { name: 'is cut', lose: (way) => way.cut(), find: (way) => way.mend() },
  { name: 'falls silent', lose: (way) => way.hold(), find: (way) => way.letGo() },
];

describe('a process whose way to PostgreSQL', { timeout: LONGEST_MS }, () => {
  for (const { name, lose, find } of LOST) {
    test(`${name} shows nothing old, then or when it is back`, async () => {
      const { proxy, near, read, version } = await startWorld();
      // Kept, and kept on.
      await until(() => version() !== null);
      for (let at = 0; at < 3; at += 1) assert.doesNotMatch((await read()).body, VERIFIED);
      await lose(proxy);
      await verifyWriter(near, 'ada');
      await until(() => version() === null);
      const meanwhile = read();
      await find(proxy);
      const { statusCode, body } = await meanwhile;
      assert.ok(statusCode !== 200 || VERIFIED.test(body), body);
      await until(async () => (await read()).statusCode === 200);
      assert.match((await read()).body, VERIFIED);
      // And it hears again.
      await until(() => version() !== null);
      await read();
      await unverifyWriter(near, 'ada');
      await until(async () => !VERIFIED.test((await read()).body));
    });
  }

  test('falls silent for good searches again, over another', async () => {
    const { proxy, search } = await startWorld();
    const asManyAsMay = () =>
      Promise.all(Array.from({ length: SEARCH.atOnce }, (_, at) => search(`${at}`)));
    await asManyAsMay();
    // New connections are let through.
    proxy.hold();
    for (const { statusCode, headers } of await asManyAsMay()) {
      assert.equal(statusCode, 503);
      assert.ok(headers['retry-after']);
    }
    await until(async () => (await search('again')).statusCode === 200);
  });
});
