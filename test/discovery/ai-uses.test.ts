// Rules for AI readers: the headers, robots.txt according to two parsers, and the licence.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { socialsOf } from '../../src/operations/authors/author-records.ts';
import { ownProfile, saveProfile } from '../../src/operations/authors/profiles.ts';
import { author, piece, sitePage } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { mayRead } from '../support/robots.ts';
import { startService } from '../support/service.ts';

const [ADAS, BENS] = [1, 2].map((at) => `a0b1c2d3-e4f5-4a6b-8c7d-00000000000${at}`);

const SITE = [
  ...['/', '/author/ada', '/author/ada/a-piece', '/author/ada/a-piece.md', '/category/civic'],
  ...['/search?q=headline', '/shop', '/developers', '/tag/a', '/llms.txt', '/sitemap.xml'],
  ...['/feed.json', '/feed.xml', '/author/ada/feed.json', '/category/civic/feed.xml'],
  ...['/imprint', '/.well-known/mcp.json', '/.well-known/ai-catalog.json', '/api/mcp/server-card'],
  ...['/robots.txt', '/license.xml', '/api/openapi.json', '/embed/ada/badge.svg'],
  ...['/api/public/pieces/recent', '/api/public/pieces/search?q=headline'],
  ...[`/api/public/pieces/${ADAS}`, `/api/public/pieces/${ADAS}?format=text`],
  ...['/api/public/authors/ada', '/api/public/authors/ada/pieces', '/api/public/nowhere'],
];

const BENS_OWN = [
  ...['/author/ben', '/author/ben/his', '/author/ben/his.md', '/author/ben/feed.json'],
  ...[
    '/author/ben/feed.xml',
    `/api/public/pieces/${BENS}`,
    `/api/public/pieces/${BENS}?format=html`,
  ],
  ...['/api/public/authors/ben', '/api/public/authors/ben/pieces', '/embed/ben/data.json'],
  ...['/embed/ben/badge.svg', `/pieces/${BENS}/social.png`],
  ...['json', 'xml'].map(
    (format) => `/oembed?url=https://press.example/author/ben/his&format=${format}`,
  ),
];

/** Whom each of them reads for, by what its operator says. */
const CRAWLERS = {
  ...{ Googlebot: 'search', 'OAI-SearchBot': 'search', PerplexityBot: 'search' },
  ...{ 'ChatGPT-User': 'answers', 'Claude-User': 'answers' },
  ...{ GPTBot: 'training', ClaudeBot: 'training', 'Google-Extended': 'training' },
} as const;

async function serviceOf(kind: DatabaseKind, environment: { [name: string]: string }) {
  const service = await startService(kind, environment);
  await service.add(
    author('ada'),
    author('ben', { ai_uses: { training: true, answers: false } }),
    author('benedict'),
    piece('ada', { id: ADAS, slug: 'a-piece', category: 'civic', tags: ['a'] }),
    piece('ben', { id: BENS, slug: 'his' }),
    sitePage('imprint'),
  );
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  /** The header of a response from the router, and of the next one from the cache. */
  const usageOf = async (url: string) => {
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 3; round += 1) {
      const answer = await fetch(base + url);
      await answer.arrayBuffer();
      assert.ok(answer.status < 429, `${answer.status} at ${url}`);
      seen.add(answer.headers.get('content-usage') ?? undefined);
    }
    assert.equal(seen.size, 1, url);
    return [...seen][0];
  };
  return { ...service, usageOf };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`what AI readers may do, on ${kind}`, async () => {
    const said = await serviceOf(kind, { AI_USES: 'search, answers' });
    const unsaid = await serviceOf(kind, {});

    test('is in a header of every public response, where the operator has said so', async () => {
      for (const url of SITE)
        assert.equal(await said.usageOf(url), 'search=y, ai-use=y, train-ai=n', url);
      const called = await said.app.inject({
        method: 'POST',
        url: '/api/mcp',
        headers: { accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      });
      assert.equal(called.headers['content-usage'], 'search=y, ai-use=y, train-ai=n');
      for (const url of ['/desk/sign-in', '/api/v1/me'])
        assert.equal((await said.app.inject(url)).headers['content-usage'], undefined, url);
    });

    test('is the answer of a writer on all that is theirs', async () => {
      for (const url of BENS_OWN) {
        assert.equal(await said.usageOf(url), 'search=y, ai-use=n, train-ai=y', url);
        assert.equal(await unsaid.usageOf(url), 'ai-use=n, train-ai=y', url);
      }
    });

    test('is nowhere where nobody has said anything', async () => {
      for (const url of SITE) {
        if (url === '/license.xml' || url === '/robots.txt') continue;
        const { headers, body } = await unsaid.app.inject(url);
        assert.equal(headers['content-usage'], undefined, url);
        assert.doesNotMatch(body, /license\.xml/, url);
      }
    });

    test('is what robots.txt means to eight crawlers', async () => {
      const [ours, theirs] = [said, unsaid].map(({ app }) => app.inject('/robots.txt'));
      const robots = { said: (await ours)?.body ?? '', unsaid: (await theirs)?.body ?? '' };
      for (const [crawler, use] of Object.entries(CRAWLERS)) {
        const expected = {
          // Ada says nothing, and Benedict neither, whose slug begins as Ben's does.
          '/author/ada/a-piece': { said: use !== 'training', unsaid: true },
          '/author/benedict': { said: use !== 'training', unsaid: true },
          '/author/ben': { said: use !== 'answers', unsaid: use !== 'answers' },
          '/author/ben/his': { said: use !== 'answers', unsaid: use !== 'answers' },
          '/feed.json': { said: use !== 'training', unsaid: true },
        };
        for (const [path, { said: one, unsaid: other }] of Object.entries(expected)) {
          assert.equal(await mayRead(robots.said, crawler, path), one, `${crawler} ${path}`);
          assert.equal(await mayRead(robots.unsaid, crawler, path), other, `${crawler} ${path}`);
        }
        assert.equal(await mayRead(robots.said, crawler, '/desk'), false, crawler);
      }
      assert.equal(await mayRead(robots.said, 'SomeReader', '/author/ben/his'), true);
      assert.match(robots.said, /^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m);
      assert.match(robots.said, /^Content-Usage: \/ search=y, ai-use=y, train-ai=n$/m);
      // A crawler reads one group only: each in which anything is allowed says all of it.
      for (const group of robots.said.split('\n\n').filter((each) => /^Allow:/m.test(each))) {
        assert.match(group, /^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m);
        assert.match(group, /^Content-Usage: \/ search=y/m);
        assert.match(group, /^Content-Usage: \/author\/ben\/ search=y, ai-use=n, train-ai=y$/m);
      }
      assert.match(robots.said, /^License: https:\/\/press\.example\/license\.xml$/m);
    });

    test('is a licence that pages and feeds link to', async () => {
      const { headers, body } = await said.app.inject('/license.xml');
      assert.equal(headers['content-type'], 'application/rsl+xml; charset=utf-8');
      assert.match(body, /<content url="\/">\s*<license>\s*<permits type="usage">search ai-input</);
      assert.match(body, /<prohibits type="usage">ai-train<\/prohibits>/);
      assert.match(
        body,
        /<content url="\/author\/ben\/\*">\s*<license>\s*<permits type="usage">search/,
      );
      const page = await said.app.inject('/author/ada');
      assert.match(
        page.body,
        /<link rel="license" type="application\/rsl\+xml" href="\/license\.xml">/,
      );
      const feed = await said.app.inject('/author/ada/feed.json');
      assert.equal(feed.json()._standfirst.license, 'https://press.example/license.xml');
      const rss = await said.app.inject('/feed.xml');
      assert.match(rss.body, /<atom:link rel="license" type="application\/rsl\+xml" href="https:/);
    });

    test('changes at the next request when a writer says otherwise', async () => {
      const ben = await unsaid.context.store.authors.bySlug('ben');
      const actor = {
        ...({ kind: 'writer', slug: 'ben', isAdmin: false, sessionId: 'x' } as const),
        accountId: String(ben?.id),
      };
      const profile = await ownProfile(unsaid.context, actor);
      const { shows_human: _, ...rest } = profile;
      const fields = { ...rest, ...socialsOf(profile), ai_uses: { training: false } };
      await saveProfile(unsaid.context, actor, fields);
      for (const url of BENS_OWN) assert.equal(await unsaid.usageOf(url), 'train-ai=n', url);
      const robots = (await unsaid.app.inject('/robots.txt')).body;
      assert.equal(await mayRead(robots, 'GPTBot', '/author/ben/his'), false);
      await saveProfile(unsaid.context, actor, { ...fields, ai_uses: {} });
      for (const url of BENS_OWN) assert.equal(await unsaid.usageOf(url), undefined, url);
      assert.equal((await unsaid.app.inject('/license.xml')).statusCode, 404);
      assert.equal(
        (await unsaid.app.inject('/robots.txt')).body,
        'User-agent: *\nAllow: /\nDisallow: /desk\n\nSitemap: https://press.example/sitemap.xml\n',
      );
    });
  });
}

const OTHERWISE = { search: false, answers: true, training: true };

test('robots.txt ends before crawlers stop reading it', async () => {
  const { app, add } = await startService('sqlite', { AI_USES: 'search' });
  const slugs = Array.from({ length: 1_000 }, (_, at) => `${'long-'.repeat(12)}${1_000 + at}`);
  await add(...slugs.map((slug) => author(slug, { ai_uses: OTHERWISE })));
  const { body } = await app.inject('/robots.txt');
  assert.ok(body.length <= 500 * 1024, `${body.length}`);
  const named = slugs.filter((slug) => body.includes(`Allow: /author/${slug}/`));
  assert.ok(named.length > 200 && named.length < 1_000, `${named.length}`);
  assert.match(body, /^Sitemap: /m);
});
