// The overflow of the response cache: what it returns is what was stored last, and never another response.

import assert from 'node:assert/strict';
import { closeSync, readdirSync, readlinkSync, writeSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { bytesOf } from '../../../src/http/cache/cached-response.ts';
import { OverflowFile } from '../../../src/http/cache/overflow-file.ts';
import { ResponseCache, variantKey } from '../../../src/http/cache/response-cache.ts';
import { ContentChanges } from '../../../src/store/content/content-changes.ts';
import type { Reads } from '../../../src/store/content/read-record.ts';
import { author, piece } from '../../support/archive/records.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BYTES = 32_000;

/** Of the first, more fit into the file than there are places for; of the others, fewer. */
const SCALES = [1, 8];

const response = (mark: number, length: number) => ({
  ...{ route: '/feed.json', etag: `"${mark}"`, headers: ['etag', `"${mark}"`], headersFor304: [] },
  ...{ body: Buffer.alloc(length, mark), bodyEncoding: 'latin1' as const },
  ...{
    reads: [`piece:${mark}`],
    validAt: mark,
    freshUntil: Number.POSITIVE_INFINITY,
    dueAt: Number.POSITIVE_INFINITY,
  },
});

const folder = await temporaryFolder('overflow');

const UNTIL_MS = 20_000;

/** What is written is there soon; where it never is, the test fails instead of going on for ever. */
async function until(holds: () => boolean, meanwhile: () => unknown = setImmediate): Promise<void> {
  const end = performance.now() + UNTIL_MS;
  while (!holds()) {
    assert.ok(performance.now() < end, 'in twenty seconds');
    await meanwhile();
  }
}

/** Of each key. */
function isLastOrNone(file: OverflowFile, last: Map<string, ReturnType<typeof response>>): void {
  for (const [key, { body, etag, reads, validAt }] of last) {
    const place = file.placeOf(key);
    if (!place) continue;
    const found = file.read(key, place);
    assert.deepEqual([found && bytesOf(found), found?.etag], [body, etag]);
    assert.deepEqual([file.headAt(key, place)?.etag, file.readsAt(place)], [etag, reads]);
    assert.equal(file.validAt(place), validAt);
  }
}

/** Whether an open file of this process is there. */
function isIn(path: string, number: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${number}`).startsWith(path);
  } catch {
    return false;
  }
}

describe('the file', () => {
  for (const scale of SCALES) {
    test(`has the last response of a key or none, however often it goes round, ${scale}`, async () => {
      const acts = fc.array(
        fc.uniqueArray(
          fc.record({
            key: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
            length: fc.integer({ min: 0, max: 1_100 }).map((length) => length * scale),
          }),
          { maxLength: 3, selector: ({ key }) => key },
        ),
        { maxLength: 60 },
      );
      await fc.assert(
        fc.asyncProperty(acts, async (given) => {
          const file = new OverflowFile(folder, BYTES);
          const last = new Map<string, ReturnType<typeof response>>();
          let mark = 0;
          for (const together of given) {
            const puts = together.map(({ key, length }) => {
              mark += 1;
              const one = response(mark % 256, length);
              file.forget(key);
              last.set(key, one);
              return file.put(key, one);
            });
            await Promise.all(puts);
            isLastOrNone(file, last);
          }
          await file.close();
        }),
        { numRuns: 30 },
      );
    });
  }

  test('has memory for each long body until it was sent, and uses it again then', async () => {
    const file = new OverflowFile(folder, 100 * BYTES);
    const long = [1, 2, 3, 4].map((mark) => response(mark, BYTES + mark));
    for (const [at, each] of long.entries()) await file.put(`${at}`, each);
    const read = (at: number) => {
      const place = file.placeOf(`${at}`);
      const found = place && file.read(`${at}`, place);
      assert.ok(found && typeof found.body !== 'string');
      assert.deepEqual(found.body, long[at]?.body);
      return { ...found, body: found.body };
    };
    const [first, second] = [read(0), read(1)];
    assert.notEqual(first.body.buffer, second.body.buffer);
    first.release?.();
    const third = read(2);
    assert.equal(third.body.buffer, first.body.buffer);
    const fourth = read(3);
    assert.ok(![second, third].some(({ body }) => body.buffer === fourth.body.buffer));
    assert.deepEqual([second.body, third.body], [long[1]?.body, long[2]?.body]);
    await file.close();
  });

  test('has no name, and nothing is found once it is closed', async () => {
    const file = new OverflowFile(folder, BYTES);
    await file.put('a', response(1, 100));
    const place = file.placeOf('a');
    assert.ok(place && file.read('a', place));
    assert.equal(file.read('b', place), null, 'another key, should it have the same hash');
    assert.equal(file.headAt('b', place), null);
    assert.deepEqual(await readdir(folder), []);
    await file.close();
    await file.put('b', response(1, 100));
    assert.deepEqual([file.placeOf('a'), file.placeOf('b')], [undefined, undefined]);
    assert.equal(file.read('a', place), null);
  });

  for (const part of ['headers', 'reads'] as const) {
    test(`one of whose ${part} was damaged on the disk has nothing, and everything may have changed`, async () => {
      const file = new OverflowFile(folder, BYTES);
      await file.put('a', response(1, 100));
      const place = file.placeOf('a');
      assert.ok(place && file.read('a', place));
      const number = readdirSync('/proc/self/fd').find((each) => isIn(folder, each));
      // The last byte of its ETag, and of a topic.
      const at = part === 'headers' ? place.headBytes - 2 : place.headBytes + place.readsBytes - 3;
      writeSync(Number(number), '7', at);
      assert.equal(file.read('a', place), null);
      assert.equal(file.headAt('a', place), null);
      assert.equal(file.readsAt(place), null);
      await file.close();
    });
  }

  test('makes its folder where it is missing, for its owner alone', async () => {
    const missing = join(folder, 'missing');
    const file = new OverflowFile(missing, BYTES);
    await file.put('a', response(1, 100));
    assert.ok(file.placeOf('a'));
    assert.equal((await stat(missing)).mode & 0o777, 0o700);
    await file.close();
  });

  test('that can be read no more is as if nothing had been stored', async () => {
    const file = new OverflowFile(folder, BYTES);
    await file.put('a', response(1, 100));
    const place = file.placeOf('a');
    assert.ok(place && file.read('a', place));
    const number = readdirSync('/proc/self/fd').find((each) => isIn(folder, each));
    closeSync(Number(number));
    assert.equal(file.read('a', place), null);
    assert.equal(file.placeOf('a'), undefined);
    assert.equal(file.bytes, 0);
    await file.put('b', response(1, 100));
    assert.equal(file.placeOf('b'), undefined);
    await assert.rejects(file.close(), { code: 'EBADF' });
  });

  test('stores nothing where it may not be, or there is no room', async () => {
    const nowhere = new OverflowFile('/dev/null/nowhere', BYTES);
    const off = new OverflowFile(folder, 0);
    // A file system on which nothing is free.
    const full = new OverflowFile('/proc', BYTES);
    for (const file of [nowhere, off, full]) {
      await file.put('a', response(1, 100));
      assert.equal(file.placeOf('a'), undefined);
      await file.close();
    }
  });
});

describe('the cache with a file', () => {
  const KEYS = Array.from({ length: 40 }, (_, at) => `/${at}`);

  /** With twice as much as fits into memory, each made from a topic of its own. */
  async function filled() {
    const content = new ContentChanges();
    const known = { isHeard: true };
    const store = {
      contentVersion: () => (known.isHeard ? content.version : null),
      hasChanged: (reads: Reads, since: number) => content.hasChanged(reads, since),
    };
    const file = new OverflowFile(folder, 1_000 * BYTES);
    const cache = new ResponseCache(store, 20 * BYTES, file);
    for (const key of KEYS) {
      const { route, headersFor304, bodyEncoding } = response(0, 0);
      const etag = `"${key}"`;
      cache.put({
        ...{ key, route, bodyEncoding, accepted: 'br', changesWith: 'content' },
        ...{ basis: { contentVersion: content.version, reads: [key] } },
        headers: { etag, headers: ['etag', etag], headersFor304 },
        body: Buffer.alloc(BYTES, key),
      });
    }
    const there = (): string[] => KEYS.filter((key) => cache.overflown(key, 'br') !== undefined);
    await until(() => there().length >= KEYS.length / 2);
    return { cache, content, known, there };
  }

  test('sends from it what is still valid, and nothing else', async () => {
    const { cache, content, known, there } = await filled();
    const [one = '', ...others] = there();
    assert.deepEqual(cache.overflown(one, 'br')?.body, Buffer.alloc(BYTES, one));
    assert.equal(cache.overflown(one, 'gzip'), undefined);
    assert.equal(cache.validator(one, 'br')?.etag, `"${one}"`);
    content.note([one]);
    assert.equal(cache.validator(one, 'br'), undefined);
    assert.deepEqual(there(), others);
    known.isHeard = false;
    assert.deepEqual(there(), [], 'while changes may be missed');
    known.isHeard = true;
    assert.deepEqual(there(), others);
    content.noteEverything();
    assert.deepEqual(there(), []);
    await cache.close();
  });

  test('what is read often comes back to memory, and is as valid as before', async () => {
    const { cache, content, there } = await filled();
    const [one = ''] = there();
    while (!cache.get(one, 'br')) {
      const sent = cache.overflown(one, 'br');
      assert.ok(sent);
      sent.release?.();
    }
    // What is sent from the file meanwhile is elsewhere.
    for (const key of there()) cache.overflown(key, 'br')?.release?.();
    assert.deepEqual(cache.get(one, 'br')?.body, Buffer.alloc(BYTES, one));
    content.note([one]);
    assert.deepEqual([cache.get(one, 'br'), cache.overflown(one, 'br')], [undefined, undefined]);
    await cache.close();
  });
});

describe('what is packed', () => {
  // As long as what it is unpacked into.
  const EXACTLY = 16 * 1024;
  const KEYS = Array.from({ length: 8 }, (_, at) => `/${at}`);
  const bodyOf = (key: string) => Buffer.alloc(EXACTLY, `${key} is one of many. `);

  test('is in memory as it was, whatever is sent from the file next', async () => {
    const store = { contentVersion: () => 1, hasChanged: () => false };
    const cache = new ResponseCache(store, 1_000 * BYTES, new OverflowFile(folder, 100 * BYTES));
    for (const key of KEYS) {
      const etag = `"${key}"`;
      await cache.putAhead({
        ...{ key, route: '/api/public/pieces/:id', accepted: 'identity', body: bodyOf(key) },
        ...{ basis: { contentVersion: 1, reads: [key] }, bodyEncoding: 'latin1' },
        headers: { etag, headers: ['etag', etag], headersFor304: [] },
      });
    }
    for (const key of KEYS) {
      cache.wasAsked(variantKey(key, 'identity'));
      await until(() => {
        cache.overflown(key, 'identity')?.release?.();
        return cache.get(key, 'identity') !== undefined;
      });
    }
    for (const key of KEYS) assert.deepEqual(cache.get(key, 'identity')?.body, bodyOf(key));
    await cache.close();
  });
});

describe('feeds that leave memory', () => {
  const SLUGS = Array.from({ length: 30 }, (_, at) => `writer-${at}`);
  const path = (slug: string) => `/author/${slug}/feed.json`;
  const id = (at: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(at).padStart(12, '0')}`;

  test('are the same as before, until something changes that they show', async () => {
    const { app, add } = await startService('sqlite', { CACHE_MB: '1', DATA_DIR: folder });
    const body_md = 'A body of some length. '.repeat(900);
    const pieces = SLUGS.map((slug, at) => piece(slug, { id: id(at), body_md, tags: [slug] }));
    await add(...SLUGS.map((slug) => author(slug)), ...pieces);
    const port = await listen(app);
    const ask = (slug: string, ...headers: string[]) =>
      exchange(port, request('GET', path(slug), ...headers));
    const first = new Map<string, Awaited<ReturnType<typeof ask>>>();
    for (const slug of SLUGS) first.set(slug, await ask(slug));
    const overflown = () =>
      SLUGS.filter((slug) => app.responseCache.overflown(path(slug), 'identity') !== undefined);
    await until(
      () => overflown().length >= 2,
      () => ask(SLUGS.at(-1) ?? ''),
    );
    const [one = '', two = ''] = overflown();
    for (const slug of [one, two, one, two, one, one, one, one]) {
      const { status, headers, body } = await ask(slug);
      const known = first.get(slug);
      assert.deepEqual([status, body], [200, known?.body]);
      assert.deepEqual({ ...headers, date: '' }, { ...known?.headers, date: '' });
    }
    const etag = `If-None-Match: ${first.get(two)?.headers['etag']}`;
    assert.equal((await ask(two, etag)).status, 304);
    // Many at once, each from memory that another had before.
    const many = Array.from({ length: 300 }, (_, nth) => SLUGS[nth % SLUGS.length] ?? '');
    const answers = await Promise.all(many.map((slug) => ask(slug)));
    for (const [nth, { body }] of answers.entries()) {
      assert.equal(body, first.get(many[nth] ?? '')?.body);
    }
    await add(piece(two, { headline: 'News', tags: [] }));
    assert.match((await ask(two, etag)).body, /"News"/);
    assert.equal((await ask(one)).body, first.get(one)?.body);
    assert.equal(app.responseCache.overflown(path(two), 'identity'), undefined);
  });
});

describe('what is asked for once', () => {
  const RAIN = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
  const SNOW = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000002';
  /** The first time, its author is looked up, and what waits for that goes another way. */
  const BEFORE = ['/author/ada/on-rain', `/api/public/pieces/${RAIN}`];
  const PAGE = '/author/ada/on-snow';
  const RECORD = `/api/public/pieces/${SNOW}`;

  for (const encoding of ['identity', 'br'] as const) {
    test(`is found in the file, in ${encoding}, until something changes that it shows`, async () => {
      const { app, add } = await startService('sqlite', { DATA_DIR: folder });
      const body_md = 'Rain, and more of it. '.repeat(100);
      await add(
        author('ada', { name: 'Ada' }),
        piece('ada', { id: RAIN, headline: 'On rain', slug: 'on-rain', body_md }),
        piece('ada', { id: SNOW, headline: 'On snow', slug: 'on-snow', body_md }),
      );
      const port = await listen(app);
      const found = (path: string) => app.responseCache.overflown(path, encoding) !== undefined;
      const ask = (path: string, ...headers: string[]) =>
        exchange(port, request('GET', path, `Accept-Encoding: ${encoding}`, ...headers));
      for (const path of BEFORE) await ask(path);
      for (const path of [PAGE, RECORD]) {
        const first = await ask(path);
        await until(() => found(path));
        const again = await ask(path);
        assert.deepEqual([again.status, again.body], [200, first.body], path);
        assert.deepEqual({ ...again.headers, date: '' }, { ...first.headers, date: '' }, path);
        const unchanged = await ask(path, `If-None-Match: ${first.headers['etag']}`);
        assert.deepEqual([unchanged.status, unchanged.headers['content-length']], [304, undefined]);
      }
      const before = await ask(PAGE);
      await add(piece('ada', { headline: 'On hail', body_md }));
      assert.equal(found(PAGE), false);
      const now = await ask(PAGE);
      assert.notEqual(now.headers['etag'], before.headers['etag']);
    });
  }
});
