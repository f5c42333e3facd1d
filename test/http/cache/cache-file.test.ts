// The cache's file behind the whole application: what was asked for once is served from it, by the next process too,
// until something changes that it was made from.

import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { author, piece } from '../../support/archive/records.ts';
import {
  copiedPlace,
  DATABASES_IN_FULL,
  freshPlace,
  type Place,
} from '../../support/databases/databases.ts';
import { importLines } from '../../support/databases/existing-database.ts';
import { sqlAt } from '../../support/databases/sql.ts';
import { type Gate, gateAt } from '../../support/gate.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';

const RAIN = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const SNOW = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000002';
const PAGES = ['/author/ada/on-rain', `/api/public/pieces/${RAIN}`, `/api/public/pieces/${SNOW}`];
const OF_BOB = `/api/public/pieces/${SNOW}`;
const ENCODINGS = ['identity', 'br'] as const;

const body_md = 'Rain, and more of it. '.repeat(100);
const LINES = [
  author('ada', { name: 'Ada' }),
  author('bob', { name: 'Bob' }),
  piece('ada', { id: RAIN, slug: 'on-rain', tags: ['rain'], body_md }),
  piece('bob', { id: SNOW, slug: 'on-snow', tags: ['snow'], body_md }),
];

/** Changes a name as another process would. */
const rename = (place: Place, slug: string, name: string) =>
  sqlAt(place, `UPDATE authors SET name = '${name}' WHERE slug = '${slug}'`);

const UNTIL_MS = 30_000;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + UNTIL_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < end, 'in thirty seconds');
    await setTimeout(20);
  }
}

interface Serving extends Gate {
  ask: (
    path: string,
    encoding?: string,
    ...headers: string[]
  ) => Promise<Awaited<ReturnType<typeof exchange>>>;
  stop: () => Promise<void>;
}

async function serve(place: Place, settings: { [name: string]: string } = {}): Promise<Serving> {
  const gate = await gateAt(place, settings);
  const port = await listen(gate.app);
  return {
    ...gate,
    ask: (path, encoding = 'identity', ...headers) =>
      exchange(port, request('GET', path, `Accept-Encoding: ${encoding}`, ...headers)),
    async stop() {
      await gate.app.close();
      await gate.context.store.close();
    },
  };
}

const isStored = ({ responseCache }: FastifyInstance, path: string, encoding: 'identity' | 'br') =>
  responseCache.fromFile(path, encoding) !== undefined;

/** All pages in all encodings, once all of them are in the file. */
async function store({ app, ask }: Serving) {
  const answers = new Map<string, Awaited<ReturnType<typeof ask>>>();
  for (const encoding of ENCODINGS) {
    for (const path of PAGES) {
      await until(async () => {
        const answer = await ask(path, encoding);
        answers.set(`${encoding} ${path}`, answer);
        return answer.status === 200 && isStored(app, path, encoding);
      });
    }
  }
  return answers;
}

/** Whether the file has been opened: a page that nothing has changed is in it. */
const untilOpen = ({ app }: Serving) => until(() => isStored(app, OF_BOB, 'identity'));

for (const kind of DATABASES_IN_FULL) {
  describe(`the cache's file, on ${kind}`, () => {
    test('has after a restart what it had before, until something changes', async () => {
      const place = await freshPlace(kind);
      const first = await serve(place);
      await importLines(first.context, LINES);
      const before = await store(first);
      await first.stop();
      const next = await serve(place);
      await untilOpen(next);
      for (const encoding of ENCODINGS) {
        for (const path of PAGES) {
          assert.ok(isStored(next.app, path, encoding), path);
          const known = before.get(`${encoding} ${path}`);
          const answer = await next.ask(path, encoding);
          assert.deepEqual([answer.status, answer.body], [200, known?.body]);
          assert.deepEqual({ ...answer.headers, date: '' }, { ...known?.headers, date: '' });
          const etag = `If-None-Match: ${answer.headers['etag']}`;
          assert.equal((await next.ask(path, encoding, etag)).status, 304);
        }
      }
      await rename(place, 'ada', 'Ada Hail');
      for (const path of PAGES.slice(0, 2)) {
        await until(() => !isStored(next.app, path, 'identity'));
        assert.match((await next.ask(path)).body, /Ada Hail/);
      }
      await next.stop();
    });

    test('knows what was changed while no process served', async () => {
      const place = await freshPlace(kind);
      const first = await serve(place);
      await importLines(first.context, LINES);
      await store(first);
      await first.stop();
      await rename(place, 'ada', 'Ada Hail');
      const next = await serve(place);
      // A transaction of another test may let a response count as changed too early: it is stored again.
      await until(async () => (await next.ask(OF_BOB)) && isStored(next.app, OF_BOB, 'identity'));
      for (const path of PAGES.slice(0, 2)) {
        assert.equal(isStored(next.app, path, 'identity'), false);
        assert.match((await next.ask(path)).body, /Ada Hail/);
      }
      await next.stop();
    });

    test('is not that of a database that was set back', async () => {
      const place = await freshPlace(kind);
      const first = await serve(place);
      await importLines(first.context, LINES);
      await first.stop();
      const older = await copiedPlace(place);
      const next = await serve(place);
      await rename(place, 'ada', 'Ada Hail');
      await rename(place, 'bob', 'Bob Hail');
      await until(async () => (await next.ask('/author/ada/on-rain')).body.includes('Ada Hail'));
      await store(next);
      await next.stop();
      await copyFile(join(place.dataDir, 'responses.db'), join(older.dataDir, 'responses.db'));
      // More changes than were lost, and of another writer.
      for (const name of ['Bob Ice', 'Bob Frost', 'Bob']) await rename(older, 'bob', name);
      const again = await serve(older);
      await until(async () => {
        await again.ask(OF_BOB);
        return isStored(again.app, OF_BOB, 'identity');
      });
      assert.equal(isStored(again.app, '/author/ada/on-rain', 'identity'), false);
      assert.match((await again.ask('/author/ada/on-rain')).body, /Ada</);
      await again.stop();
    });
  });
}

test('another setting that pages show begins with nothing, and others make no difference', async () => {
  const place = await freshPlace('sqlite');
  const first = await serve(place);
  await importLines(first.context, LINES);
  await store(first);
  await first.stop();
  const same = await serve(place, { LOG_SAMPLE: '7', CACHE_MB: '8' });
  await untilOpen(same);
  await same.stop();
  const named = await serve(place, { SITE_NAME: 'The Ferry' });
  assert.match((await named.ask('/author/ada/on-rain')).body, /The Ferry/);
  await store(named);
  for (const path of PAGES) assert.doesNotMatch((await named.ask(path)).body, /Standfirst</);
  await named.stop();
});

test('gzip is in memory alone', async () => {
  const serving = await serve(await freshPlace('sqlite'));
  await importLines(serving.context, LINES);
  await store(serving);
  await serving.ask(OF_BOB, 'gzip');
  assert.equal(serving.app.responseCache.fromFile(OF_BOB, 'gzip'), undefined);
  await serving.ask(OF_BOB, 'gzip');
  assert.ok(serving.app.responseCache.get(OF_BOB, 'gzip'));
  await serving.stop();
});
