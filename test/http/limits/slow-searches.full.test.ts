// Searches that would never end are answered all the same, and other clients don't have to wait.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ERRORS } from '../../../src/errors.ts';
import { SEARCH } from '../../../src/store/publications/search-limiter.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES, freshPlace, type Place } from '../../support/databases/databases.ts';
import { contextAt, importLines } from '../../support/databases/existing-database.ts';
import { withSql } from '../../support/databases/sql.ts';
import { logOf } from '../../support/processes/served-log.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const RECORDS = [author('ada'), piece('ada', { id: ID, headline: 'Bridges' })];

/** Ten thousand million texts in place of those there are. */
const ENDLESS = `CREATE VIEW piece_texts AS
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 100000)
  SELECT CAST(a.n AS BIGINT) * 100000 + b.n AS position,
    '' || (a.n + b.n) AS headline, '' || (a.n + b.n) AS sub, '' || (a.n + b.n) AS body
  FROM many AS a CROSS JOIN many AS b`;

const makeEndless = (place: Place) =>
  withSql(place, async (query) => {
    await query('ALTER TABLE piece_texts RENAME TO kept_texts');
    await query(ENDLESS);
  });

const makeAsBefore = (place: Place) =>
  withSql(place, async (query) => {
    await query('DROP VIEW piece_texts');
    await query('ALTER TABLE kept_texts RENAME TO piece_texts');
  });

interface Answer {
  status: number;
  retryAfter: string | null;
  reason: string;
  requestId: string;
}

async function search(origin: string, q: string): Promise<Answer> {
  const answer = await fetch(`${origin}/api/public/pieces/search?q=${encodeURIComponent(q)}`);
  const body: { [name: string]: unknown } = JSON.parse(await answer.text());
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    reason: String(body['reason']),
    requestId: String(body['request_id']),
  };
}

const OTHERS = [
  '/healthz',
  '/',
  '/feed.json',
  '/api/public/authors/ada',
  `/api/public/pieces/${ID}`,
  '/api/public/pieces/recent',
];

async function assertOthersGoOn(origin: string): Promise<void> {
  for (const path of OTHERS) assert.equal((await fetch(origin + path)).status, 200, path);
}

/** Different ones, so that none is answered with what another got. */
const searches = (origin: string, many: number) =>
  Array.from({ length: many }, (_, at) => search(origin, `z${String.fromCodePoint(0x4e00 + at)}`));

for (const kind of DATABASES) {
  describe(`searches that do not end, on ${kind}`, () => {
    test('are refused or stopped with a reason, while others go on', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      await importLines(context, RECORDS);
      const refused = ERRORS.search_busy.reason;
      const stopped = ERRORS.search_too_slow.reason;
      let failures: Answer[] = [];
      const lines = await logOf(place, async (origin) => {
        await makeEndless(place);
        const running = searches(origin, SEARCH.atOnce + SEARCH.waiting + 1);
        const first = await Promise.race(running);
        assert.equal(first.reason, refused);
        await assertOthersGoOn(origin);
        failures = await Promise.all(running);
        await makeAsBefore(place);
        const after = await Promise.all(searches(origin, SEARCH.waiting));
        assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([200]));
      });
      assert.deepEqual(new Set(failures.map(({ reason }) => reason)), new Set([refused, stopped]));
      for (const { status, retryAfter, reason, requestId } of failures) {
        assert.equal(status, 503);
        assert.match(String(retryAfter), /^[1-9]\d*$/);
        const line = lines.find((each) => each['reqId'] === requestId && each.level === 50);
        assert.equal(line?.['code'], reason === refused ? 'search_busy' : 'search_too_slow');
      }
    });

    test('leave a long read its time, which leaves searches their connections', async () => {
      const place = await freshPlace(kind);
      const { store, ...rest } = await contextAt(place);
      await importLines({ store, ...rest }, RECORDS);
      const find = (term: string) =>
        store.searchOnce((searching) =>
          searching.publications.search({ terms: [term], filter: {}, after: null, limit: 10 }),
        );
      await store.snapshot((one) =>
        store.snapshot(async (other) => {
          assert.equal((await find('bridges')).length, 1);
          await makeEndless(place);
          await assert.rejects(find('zz'), { code: 'search_too_slow' });
          await makeAsBefore(place);
          assert.equal((await find('bridges')).length, 1);
          for (const moment of [one, other]) {
            assert.equal((await moment.authors.page(null, 10)).length, 1);
          }
        }),
      );
    });
  });
}
