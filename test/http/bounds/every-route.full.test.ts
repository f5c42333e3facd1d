// Every public route, requested by many clients together and by one in advance: each gets an answer or a refusal, and
// memory is limited.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece, product } from '../../support/archive/records.ts';
import { type Answer, atOnce, countsOf, pipelined } from '../../support/many-requests.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';
import { rounds } from '../../support/soak.ts';

const CLIENTS = rounds(60, 590);
const IN_ADVANCE = rounds(300, 20_000);
const PRODUCTS = rounds(50, 200);
const LONG = 'A long body, that goes on. '.repeat(rounds(100, 3_500));
const MOST_BYTES = 400_000_000;

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const ROUTES = [
  '/',
  '/search?q=body',
  '/shop',
  '/developers',
  '/author/ada',
  '/author/ada/first',
  '/author/ada/first.md',
  '/author/ada/feed.json',
  '/author/ada/feed.xml',
  '/category/building',
  '/category/building/feed.xml',
  '/feed.json',
  '/feed.xml',
  '/llms.txt',
  '/llms-products.txt',
  '/sitemap.xml',
  '/robots.txt',
  `/pieces/${ID}`,
  `/pieces/${ID}/social.png`,
  `/oembed?url=${encodeURIComponent('https://press.example/author/ada/first')}`,
  '/embed.js',
  '/embed/ada/badge.svg',
  '/embed/ada/data.json',
  '/api/openapi.json',
  '/api/mcp',
  '/api/public/pieces/recent?limit=100',
  '/api/public/pieces/search?q=body',
  `/api/public/pieces/${ID}`,
  '/api/public/authors/ada',
  '/api/public/authors/search?q=ada',
  '/desk/sign-in',
  '/preview/nothing',
  '/nowhere',
];

/** A URL that has not been requested before. */
const madeUp = (route: string, at: number) => `${route}${route.includes('?') ? '&' : '?'}x=${at}`;

function assertAnswered(answers: Answer[], many: number): void {
  assert.equal(answers.length, many, JSON.stringify(countsOf(answers)));
  for (const { status, retryAfter } of answers) {
    assert.ok(status < 500 || status === 503, `status ${status}`);
    if (status === 503) assert.match(String(retryAfter), /^[1-9]\d*$/);
  }
}

describe('every public route', async () => {
  const { app, add } = await startService('sqlite');
  const sellers = ['ada', 'bo', 'cy', 'di', 'ed'];
  await add(
    ...sellers.map((slug) => author(slug)),
    piece('ada', { id: ID, slug: 'first', category: 'building', body_md: LONG }),
    ...Array.from({ length: 49 }, () => piece('ada', { category: 'building', body_md: LONG })),
    ...sellers.flatMap((slug) =>
      Array.from({ length: PRODUCTS }, () => product(slug, { description: 'x'.repeat(1_500) })),
    ),
  );
  const port = await listen(app);

  for (const route of ROUTES) {
    test(`${route}, asked for by ${CLIENTS} at once and ${IN_ADVANCE} times in advance`, async () => {
      let most = 0;
      const watch = setInterval(() => {
        const { heapUsed, external } = process.memoryUsage();
        most = Math.max(most, heapUsed + external);
      }, 5);
      for (const paths of [() => route, (at: number) => madeUp(route, at)]) {
        const many = Array.from({ length: CLIENTS }, (_, at) => paths(at));
        assertAnswered(await atOnce(port, many), CLIENTS);
      }
      const advance = Array.from({ length: IN_ADVANCE }, (_, at) => madeUp(route, at));
      if (!route.includes('social')) assertAnswered(await pipelined(port, advance), IN_ADVANCE);
      clearInterval(watch);
      assert.ok(most < MOST_BYTES, `${Math.round(most / 1e6)} MB`);
      assert.equal((await exchange(port, request('GET', '/healthz'))).status, 200);
    });
  }
});
