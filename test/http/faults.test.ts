// When the database breaks or is away: 500 or 503 in the error body, and nothing of the inside.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { author, piece } from '../support/archive/records.ts';
import { startBreakable } from '../support/databases/breakable.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../support/databases/existing-database.ts';
import { databaseFile, sqlAt } from '../support/databases/sql.ts';
import { someOf } from '../support/full.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { exchange, listen, request } from '../support/raw-http.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const RECORDS = [author('ada'), piece('ada', { id: ID })];

/** Each read, and a table it cannot do without. */
const READS: [url: string, table: string][] = [
  ['/api/public/authors/ada', 'author_slugs'],
  ['/api/public/authors/search?q=ada', 'author_texts'],
  [`/api/public/pieces/${ID}`, 'publications'],
  ['/api/public/pieces/recent', 'publications'],
  ['/api/public/pieces/search?q=headline', 'piece_texts'],
];

const INSIDE = [
  /sql/i,
  /select/i,
  /relation|no such|table/i,
  /publications|author_|piece_/,
  /postgres|pg_|:\/\//i,
  // Codes of ours are small letters.
  /ECONN|errno|"code":"[^a-z]/,
  /\/tmp|\/src|\.ts|\.db|node_modules|node:/,
  /Error|stack/,
];

async function assertFault(app: FastifyInstance, url: string, status: 500 | 503): Promise<string> {
  const answer = await app.inject({ url, headers: { origin: 'https://reader.example' } });
  assert.equal(answer.statusCode, status, `${url}: ${answer.body}`);
  const judge = await judgeOf(app);
  judge.assertFailure(JSON.parse(answer.body));
  for (const inside of INSIDE) assert.doesNotMatch(answer.body, inside);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers.etag, undefined);
  const retry = answer.headers['retry-after'];
  if (status === 503) assert.match(String(retry), /^[1-9]\d*$/);
  else assert.equal(retry, undefined);
  const { ok, reason, request_id } = answer.json<{ [name: string]: unknown }>();
  assert.equal(ok, false);
  assert.match(String(reason), /^[A-Z].*\.$/);
  assert.equal(typeof request_id, 'string');
  assert.match(String(request_id), /^[\w-]{8,}$/);
  if (url.startsWith('/api/')) assert.equal(answer.headers['access-control-allow-origin'], '*');
  return String(request_id);
}

const assertServed = async (app: FastifyInstance, url: string) => {
  const answer = await app.inject(url);
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
};

for (const kind of DATABASES) {
  describe(`a broken database, on ${kind}`, async () => {
    const { app, place } = await startBreakable(kind, RECORDS);
    for (const [url, table] of someOf(READS, 2)) {
      test(`${url} without ${table} is a fault, and served again once it is back`, async () => {
        await assertServed(app, url);
        await sqlAt(place, `ALTER TABLE ${table} RENAME TO taken_away`);
        const first = await assertFault(app, url, 500);
        const second = await assertFault(app, url, 500);
        assert.notEqual(first, second);
        await sqlAt(place, `ALTER TABLE taken_away RENAME TO ${table}`);
        await assertServed(app, url);
      });
    }
  });

  describe(`a database that is away, on ${kind}`, () => {
    for (const url of ['/readyz', ...someOf(READS, 3).map(([read]) => read)]) {
      test(`${url} is unavailable until it is back`, async () => {
        const { app, takeAway, bringBack } = await startBreakable(kind, RECORDS);
        await takeAway();
        await assertFault(app, url, 503);
        await assertFault(app, url, 503);
        await assertServed(app, '/healthz');
        await assertServed(app, '/api/openapi.json');
        await bringBack();
        await assertServed(app, url);
      });
    }

    test('what needs no database is answered as ever', async () => {
      const { app, takeAway } = await startBreakable(kind, RECORDS);
      await takeAway();
      for (const [url, status] of [
        ['/api/public/pieces/recent?limit=0', 400],
        ['/api/public/pieces/nothing', 404],
        ['/api/public/nothing', 404],
      ] as const) {
        assert.equal((await app.inject(url)).statusCode, status, url);
      }
    });
  });
}

describe('a database that goes away while it is used, on postgres', () => {
  for (const [url] of someOf(READS, 3)) {
    test(`${url} is unavailable until it is back`, async () => {
      const { app, takeAway, bringBack } = await startBreakable('postgres', RECORDS);
      await assertServed(app, url);
      await assertServed(app, '/readyz');
      await takeAway();
      await assertFault(app, url, 503);
      await assertFault(app, '/readyz', 503);
      await bringBack();
      await assertServed(app, url);
      await assertServed(app, '/readyz');
    });
  }

  test('the page of a piece is unavailable until it is back, and the process lives', async () => {
    const { app, takeAway, bringBack } = await startBreakable('postgres', RECORDS);
    const port = await listen(app);
    const ask = async () => (await exchange(port, request('GET', '/author/ada/a-headline'))).status;
    const warm = [await ask(), await ask()];
    await takeAway();
    const away = [await ask(), await ask()];
    await bringBack();
    assert.deepEqual([warm, away, await ask()], [[200, 200], [503, 503], 200]);
  });
});

describe('a database file that isn’t a database, on sqlite', () => {
  for (const url of [...READS.map(([read]) => read), '/readyz']) {
    test(`${url} is unavailable`, async () => {
      const place = await freshPlace('sqlite');
      const context = await contextAt(place);
      await importLines(context, RECORDS);
      const app = await appOn(context);
      await writeFile(databaseFile(place), 'This was a database once. '.repeat(1000));
      await assertFault(app, url, 503);
      await assertServed(app, '/healthz');
    });
  }
});
