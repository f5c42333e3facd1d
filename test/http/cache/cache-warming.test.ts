// Warming the cache: what nobody has asked for is in the file, as it would be answered, and made again when it changes.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CacheWarming } from '../../../src/http/cache/cache-warming.ts';
import { bytesOf } from '../../../src/http/cache/cached-response.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const COUNT = 12;
const ENCODINGS = ['identity', 'br'] as const;

const TEXT = 'Words that are in every piece, as those of a page are. '.repeat(60);

const idOf = (at: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(at).padStart(12, '0')}`;
const dayOf = (at: number) => `2024-01-${String(at + 1).padStart(2, '0')}T12:00:00.000Z`;

/** The last is the newest. */
const pieces = (bodyOf: (at: number) => string = (at) => `The body of piece ${at}.`) =>
  Array.from({ length: COUNT }, (_, at) =>
    piece('ada', {
      ...{ id: idOf(at), slug: `piece-${at}`, headline: `Piece ${at}`, published_at: dayOf(at) },
      body_md: bodyOf(at),
    }),
  );

const folder = await temporaryFolder('warming');

const pageOf = (at: number) => `/author/ada/piece-${at}`;
const recordOf = (at: number) => `/api/public/pieces/${idOf(at)}`;
const OF_ADA = ['/author/ada', '/author/ada/feed.json', '/author/ada/feed.xml'];
const ALL = [
  ...Array.from({ length: COUNT }, (_, at) => [pageOf(at), recordOf(at)]).flat(),
  ...OF_ADA,
];

const isWarm = ({ responseCache }: FastifyInstance, path: string) =>
  ENCODINGS.every((encoding) => responseCache.validBytes(path, encoding) !== null);

async function until(holds: () => boolean): Promise<void> {
  for (let left = 4_000; !holds(); left -= 1) {
    assert.ok(left > 0, 'in twenty seconds');
    await setTimeout(5);
  }
}

async function startWarming(kind: DatabaseKind) {
  const service = await startService(kind, { DATA_DIR: folder });
  await service.add(author('ada'), ...pieces());
  const port = await listen(service.app);
  const get = (path: string, encoding = 'identity', method = 'GET', ...more: string[]) =>
    exchange(port, request(method, path, `Accept-Encoding: ${encoding}`, ...more));
  /** One reader of each kind: from then on, it is known how such a response begins. */
  const readOnce = () => Promise.all([pageOf(0), recordOf(0), ...OF_ADA].map((path) => get(path)));
  return { ...service, get, readOnce };
}

type Get = Awaited<ReturnType<typeof startWarming>>['get'];

/** With all headers, whether the client wants the body, or has it. */
async function isAnsweredAsComputed(get: Get, path: string, encoding: string): Promise<void> {
  const warm = await get(path, encoding);
  // With a query, it is the router's.
  const computed = await get(`${path}?by=hand`, encoding);
  assert.equal(warm.status, 200);
  assert.equal(warm.body, computed.body, path);
  assert.deepEqual(withoutDate(warm), withoutDate(computed));
  const [head, same] = [
    await get(path, encoding, 'HEAD'),
    await get(path, encoding, 'GET', `If-None-Match: ${computed.headers['etag']}`),
  ];
  assert.deepEqual(withoutDate(head), withoutDate(computed));
  assert.deepEqual([same.status, same.headers['etag']], [304, computed.headers['etag']]);
}

const withoutDate = ({ headers }: Awaited<ReturnType<Get>>) => ({ ...headers, date: '' });

for (const kind of DATABASES_IN_FULL) {
  describe(`warming, on ${kind}`, () => {
    test('everything is there before it is asked for, as it is answered without', async () => {
      const { app, get, readOnce } = await startWarming(kind);
      assert.ok(!ALL.some((path) => isWarm(app, path)));
      await readOnce();
      await until(() => ALL.every((path) => isWarm(app, path)));
      for (const path of ALL.slice(4, -OF_ADA.length)) {
        for (const encoding of ENCODINGS) await isAnsweredAsComputed(get, path, encoding);
      }
    });

    test('what changes is answered as it is now at once, and is made again', async () => {
      const { app, context, get, readOnce } = await startWarming(kind);
      await readOnce();
      await until(() => ALL.every((path) => isWarm(app, path)));
      const { id = '' } = (await context.store.authors.bySlug('ada')) ?? {};
      await context.store.authors.update(id, { name: 'Lady Ada' });
      assert.ok(!isWarm(app, pageOf(7)));
      assert.match((await get(pageOf(7))).body, /Lady Ada/);
      await until(() => ALL.every((path) => isWarm(app, path)));
      assert.match((await get(pageOf(3))).body, /Lady Ada/);
      await context.store.publications.remove(idOf(5));
      assert.equal((await get(pageOf(5))).status, 404);
      const others = ALL.filter((path) => path !== pageOf(5) && path !== recordOf(5));
      await until(() => others.every((path) => isWarm(app, path)));
      assert.ok(!isWarm(app, pageOf(5)) && !isWarm(app, recordOf(5)));
    });
  });
}

/** Warms what the test says, of an application that does not listen, and so warms nothing by itself. */
async function warmed(
  environment: { [name: string]: string },
  paths: string[],
  bodyOf?: (at: number) => string,
) {
  const { app, add } = await startService('sqlite', { DATA_DIR: folder, ...environment });
  await add(author('ada'), ...pieces(bodyOf));
  const host = { host: 'press.example' };
  for (const url of [pageOf(0), recordOf(0)]) await app.inject({ url, headers: host });
  const asked: string[] = [];
  const over = Promise.withResolvers<void>();
  async function* all() {
    try {
      for (const path of paths) {
        asked.push(path);
        yield [[path]];
      }
    } finally {
      over.resolve();
    }
  }
  const { responseCache: cache, publicReads: reads } = app;
  const warming = new CacheWarming({ cache, reads, paths: all });
  warming.start();
  return { app, warming, asked, over: over.promise };
}

test('what there is no room for is left alone', async () => {
  // Nothing of it is twice in one piece, or in two.
  const long = () => randomBytes(12_000).toString('base64');
  const paths = ALL.slice(0, -OF_ADA.length);
  const { app, warming, asked, over } = await warmed({ CACHE_DISK_MB: '1' }, paths, long);
  await over;
  warming.stop();
  assert.ok(asked.length > paths.length / 2 && asked.length < paths.length, `${asked.length}`);
  const tooMuch = asked.pop() ?? '';
  assert.ok(asked.every((path) => isWarm(app, path)) && !isWarm(app, tooMuch));
});

test('for clients that take no compression, it is packed into a fraction of the room', async () => {
  const { app, warming, over } = await warmed({}, ALL, (at) => `The ${at}th. ${TEXT}`);
  await over;
  warming.stop();
  const { responseCache: cache } = app;
  for (const path of [pageOf(5), recordOf(5)]) {
    await until(() => isWarm(app, path));
    const { body = '' } = cache.overflown(path, 'identity') ?? {};
    assert.match(bytesOf({ body, bodyEncoding: 'latin1' }).toString(), /The 5th\./);
    const stored = cache.validBytes(path, 'identity') ?? 0;
    assert.ok(stored > 0 && stored < body.length / 4, `${stored} of ${body.length}`);
  }
});

test('what is gone, leads elsewhere or is no public read is passed over', async () => {
  const paths = [recordOf(99), '/pieces/no-piece', '/desk', '/author/nobody/nothing', pageOf(1)];
  const { app, warming, asked, over } = await warmed({}, paths);
  await over;
  warming.stop();
  assert.deepEqual(asked, paths);
  await until(() => isWarm(app, pageOf(1)));
});

for (const environment of [{ CACHE_DISK_MB: '0' }, { CACHE_MB: '0' }]) {
  test(`nothing is read ahead with ${JSON.stringify(environment)}`, async () => {
    const { warming, asked } = await warmed(environment, ALL);
    warming.stop();
    assert.deepEqual(asked, []);
  });
}
