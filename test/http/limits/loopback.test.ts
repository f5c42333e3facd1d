// A proxy on this machine that adds no header makes every client the loopback address, which is limited too.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exchange, listen, request, requestWith } from '../../support/raw-http.ts';
import { NOW, startService } from '../../support/service.ts';

const NOBODY = { RATE_LIMIT_EXEMPT: '' };
const FORM = 'application/x-www-form-urlencoded';

describe('clients of this machine', () => {
  test('are refused after ten wrong sign-ins', async () => {
    const { app } = await startService('sqlite', NOBODY);
    const port = await listen(app);
    const page = await exchange(port, request('GET', '/desk/sign-in'));
    const token = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const cookie = `Cookie: ${page.headers['set-cookie']?.split(';')[0]}`;
    const statuses: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const body = `email=ada%40press.example&password=a+wrong+guess&form_token=${token}`;
      const sent = requestWith('POST', '/desk/sign-in', FORM, body);
      const own = `${cookie}\r\nOrigin: https://press.example\r\nHost:`;
      statuses.push((await exchange(port, sent.replace('Host:', own))).status);
    }
    assert.ok(!statuses.slice(0, 10).includes(429), String(statuses));
    assert.deepEqual(new Set(statuses.slice(10)), new Set([429]));
  });

  test('are refused after 600 searches in a minute, but for checks of health', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW });
    const { app } = await startService('sqlite', NOBODY);
    const port = await listen(app);
    const counts: { [status: number]: number } = {};
    for (let nth = 0; nth < 700; nth += 1) {
      const url = `/api/public/pieces/search?q=word${nth}`;
      const { status } = await exchange(port, request('GET', url));
      counts[status] = (counts[status] ?? 0) + 1;
    }
    assert.deepEqual(counts, { 200: 600, 429: 100 });
    for (const url of ['/healthz', '/readyz'])
      assert.equal((await exchange(port, request('GET', url))).status, 200);
  });
});

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

describe('the log says once what to set', () => {
  for (const [name, settings, headers, words] of [
    ['for a header without TRUST_PROXY', {}, FORWARDED, /: set TRUST_PROXY\.$/],
    ['for TRUST_PROXY without a header', { TRUST_PROXY: '1' }, {}, /has no X-Forwarded-For/],
    ['for neither, once the limit is spent', {}, {}, /set TRUST_PROXY/],
  ] as const) {
    test(name, async (t) => {
      const { app } = await startService('sqlite', { ...NOBODY, ...settings });
      const warn = t.mock.method(app.log, 'warn', () => {});
      const ask = () => app.inject({ url: '/api/public/pieces/nothing', headers });
      const answers = await Promise.all(Array.from({ length: 700 }, ask));
      await app.inject({ url: '/desk/nothing', headers });
      assert.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 100);
      const said = warn.mock.calls.map(({ arguments: [words] }) => String(words));
      assert.equal(said.length, 1, said.join('\n'));
      assert.match(said[0] ?? '', words);
    });
  }
});
