// Public reads that are not cached: what is found, moved or missing, in every form and within the rate limit.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { exchange, listen, type RawAnswer, request } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const READS = [
  { route: 'a piece over REST', url: `/api/public/pieces/${ID}` },
  { route: 'the newest pieces', url: '/api/public/pieces/recent' },
  { route: 'an author over REST', url: '/api/public/authors/ada' },
  { route: 'the data of embeds', url: '/embed/ada/data.json' },
  { route: 'the page of a piece', url: '/author/ada/a-headline' },
  { route: 'its Markdown', url: '/author/ada/a-headline.md' },
  { route: "an author's page", url: '/author/ada' },
  { route: "an author's feed", url: '/author/ada/feed.xml' },
  { route: 'a feed of a category', url: '/category/life/feed.json' },
  { route: 'a page of a category', url: '/category/life' },
];

const REFUSED = [
  { url: '/api/public/pieces/nothing', status: 404 },
  { url: '/api/public/authors/nobody', status: 404 },
  { url: '/author/nobody', status: 404 },
  { url: '/author/ada/nothing', status: 404 },
  { url: '/category/nothing', status: 404 },
  { url: '/category/nothing/feed.json', status: 404 },
  { url: '/author/countess', status: 301 },
  { url: '/author/countess/a-headline', status: 301 },
  { url: '/author/countess/feed.json', status: 301 },
  { url: '/author/countess/a-headline.md', status: 301 },
];

const withoutDate = ({ headers: { date, ...headers }, ...answer }: RawAnswer) => ({
  ...answer,
  headers,
});

for (const kind of DATABASES_IN_FULL) {
  describe(`a public read, on ${kind}`, async () => {
    // Nothing is cached, so that everything is computed each time.
    const { app, add } = await startService(kind, { CACHE_MB: '0' });
    await add(
      author('ada', {
        slugs: [
          { slug: 'countess', since: '2026-01-01T00:00:00.000Z' },
          { slug: 'ada', since: '2026-02-01T00:00:00.000Z' },
        ],
      }),
      piece('ada', { id: ID, category: 'life' }),
    );
    const port = await listen(app);
    const ask = async (method: string, url: string, ...headers: string[]) =>
      withoutDate(await exchange(port, request(method, url, ...headers)));

    for (const { route, url } of READS) {
      test(`${route} is the same each time, as HEAD and with a query`, async () => {
        const first = await ask('GET', url);
        assert.equal(first.status, 200);
        assert.deepEqual(await ask('GET', url), first);
        assert.deepEqual(await ask('HEAD', url), { ...first, body: '' });
        assert.deepEqual(await ask('GET', `${url}?`), first);
        const conditional = `If-None-Match: ${first.headers['etag']}`;
        const unchanged = await ask('GET', url, conditional);
        assert.equal(unchanged.status, 304);
        assert.equal(unchanged.headers['content-length'], undefined);
        assert.deepEqual(await ask('HEAD', url, conditional), unchanged);
      });
    }

    for (const { url, status } of REFUSED) {
      test(`${url} is answered with ${status}, with and without a query`, async () => {
        const answer = await ask('GET', url);
        assert.equal(answer.status, status);
        const spelt = await ask('GET', `${url}?`);
        assert.deepEqual(
          { ...answer, headers: { ...answer.headers, location: '' } },
          {
            ...spelt,
            headers: { ...spelt.headers, location: '' },
          },
        );
      });
    }
  });
}

test('a client over its rate limit is refused', async () => {
  const { app, add } = await startService('sqlite', { TRUST_PROXY: 'loopback', CACHE_MB: '0' });
  await add(author('ada'), piece('ada', { id: ID }));
  const port = await listen(app);
  const url = `/api/public/pieces/${ID}`;
  const from = (address: string) =>
    exchange(port, request('GET', url, `X-Forwarded-For: ${address}`));
  await from('203.0.113.1');
  for (let nth = 1; nth <= 600; nth += 1) {
    const { status, headers } = await from('203.0.113.7');
    assert.deepEqual([status, headers['ratelimit-remaining']], [200, String(600 - nth)]);
  }
  const refused = await from('203.0.113.7');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
});
