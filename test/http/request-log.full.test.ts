// The request log: the id sent with a fault, advice once, and no secrets.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setInterval } from 'node:timers/promises';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import { logOf } from '../support/processes/served-log.ts';

const ERROR = 50;
const WARN = 40;

for (const kind of DATABASES) {
  describe(`the log, on ${kind}`, () => {
    test('has the id of a fault, and what the answer does not say', async () => {
      const place = await freshPlace(kind);
      const ids: string[] = [];
      const lines = await logOf(place, async (origin) => {
        await sqlAt(place, 'ALTER TABLE publications RENAME TO taken_away');
        for (const _ of [1, 2]) {
          const answer = await fetch(`${origin}/api/public/pieces/recent`);
          const text = await answer.text();
          assert.equal(answer.status, 500, text);
          assert.doesNotMatch(text, /publications|no such|relation/);
          ids.push(String(JSON.parse(text).request_id));
        }
      });
      assert.equal(new Set(ids).size, 2);
      for (const id of ids) {
        const own = lines.filter((line) => line['reqId'] === id);
        const faults = own.filter(({ level }) => level === ERROR);
        assert.equal(faults.length, 1);
        assert.match(JSON.stringify(faults[0]), /publications/);
        const requests = own.filter((line) => line['msg'] === 'request');
        assert.partialDeepStrictEqual(requests, [
          { method: 'GET', url: '/api/public/pieces/recent', status: 500 },
        ]);
      }
    });

    test('says once that a proxy is not trusted', async () => {
      const limited = { RATE_LIMIT_EXEMPT: '' };
      const work = async (origin: string) => {
        await fetch(`${origin}/api/public/pieces/recent`);
        for (const client of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) {
          const headers = { 'x-forwarded-for': client };
          const answer = await fetch(`${origin}/api/public/pieces/recent`, { headers });
          assert.equal(answer.status, 200);
        }
      };
      const lines = await logOf(await freshPlace(kind), work, limited);
      const advice = lines.filter(({ level }) => level === WARN);
      assert.equal(advice.length, 1);
      assert.match(String(advice[0]?.['msg']), /TRUST_PROXY/);
    });

    test('has no key, no cookie and no secret that a request carried', async () => {
      const secret = '0123456789abcdef'.repeat(4);
      const lines = await logOf(await freshPlace(kind), async (origin) => {
        const headers = { authorization: `Bearer pk_live_${secret}`, cookie: `session=${secret}` };
        await fetch(`${origin}/api/public/authors/search?q=pk_live_${secret}`, { headers });
        await fetch(`${origin}/api/public/authors/whsec_${secret}`, { headers });
        await fetch(`${origin}/api/pk_live_${secret}`, { headers });
        await fetch(`${origin}/preview/${secret}`, { headers });
        await fetch(`${origin}/preview/${secret}/more?utm=x`, { headers });
      });
      const requests = lines.filter((line) => line['msg'] === 'request');
      assert.equal(requests.length, 5);
      assert.ok(!JSON.stringify(lines).includes(secret));
    });
  });
}

test('one in some cache hits has a line, and each failure', async () => {
  const sampled = { LOG_SAMPLE: '10' };
  const lines = await logOf(
    await freshPlace('sqlite'),
    async (origin) => {
      for (let at = 0; at < 35; at += 1) await fetch(`${origin}/robots.txt`);
      for (let at = 0; at < 5; at += 1) await fetch(`${origin}/api/public/authors/nobody`);
    },
    sampled,
  );
  const of = (url: string) => lines.filter((line) => line['url'] === url);
  // The first two are made, unless the second finds the first in the cache's file.
  const [first, ...others] = of('/robots.txt').map((line) => line['one_in']);
  assert.equal(first, undefined);
  assert.deepEqual(
    others.filter((oneIn) => oneIn !== undefined),
    [10, 10, 10],
  );
  assert.deepEqual(
    of('/api/public/authors/nobody').map((line) => line['status']),
    [404, 404, 404, 404, 404],
  );
});

test('whoever waits for long for what another makes has a line', async () => {
  const place = await freshPlace('postgres');
  const took: number[] = [];
  const lines = await logOf(
    place,
    async (origin) => {
      const ask = async () => {
        const begun = performance.now();
        await (await fetch(`${origin}/`)).text();
        took.push(performance.now() - begun);
      };
      const isKept = async () =>
        /^http_cache_hits_total.* [1-9]/m.test(await (await fetch(`${origin}/metrics`)).text());
      while (!(await isKept())) await ask();
      const asked: Promise<void>[] = [];
      // The front page is computed again each second; while its table is locked, requests for it fail.
      await withSql(place, async (query) => {
        await query('BEGIN');
        await query('LOCK TABLE publications IN ACCESS EXCLUSIVE MODE');
        for await (const _ of setInterval(100)) if (asked.push(ask()) === 45) break;
        await query('COMMIT');
      });
      await Promise.all(asked);
    },
    { LOG_SAMPLE: '1000', METRICS: 'on' },
  );
  const told = lines.filter((line) => line['url'] === '/' && Number(line['ms']) > 500);
  // Well beyond the limit: the client's clock runs on while the answer is on its way.
  const slow = took.filter((ms) => ms > 2_000);
  assert.ok(slow.length > 1, `${took}`);
  assert.ok(told.length >= slow.length, `${told.length} lines for ${slow.length}`);
});
