// What the log says of requests: the id that a fault was answered with, advice once, and no secret.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES, freshPlace } from '../support/databases.ts';
import { logOf } from '../support/served-log.ts';
import { sqlAt } from '../support/sql.ts';

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
      const lines = await logOf(await freshPlace(kind), async (origin) => {
        await fetch(`${origin}/api/public/pieces/recent`);
        for (const client of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) {
          const headers = { 'x-forwarded-for': client };
          const answer = await fetch(`${origin}/api/public/pieces/recent`, { headers });
          assert.equal(answer.status, 200);
        }
      });
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
