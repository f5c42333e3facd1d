// Urls of the site: where old ones lead, what is not there, and how pages are kept by caches.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const PRODUCT = '99999999-2222-4333-8444-555555555555';

for (const kind of DATABASES_IN_FULL) {
  describe(`addresses of the site, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    const slugs = (...all: string[]) =>
      all.map((slug, at) => ({ slug, since: `2026-01-0${at + 1}T00:00:00.000Z` }));
    await add(
      author('ada', { slugs: slugs('lady-ada', 'ada') }),
      piece('ada', {
        id: ID,
        headline: 'Bridges',
        tags: ['steel & rope', '..', '.'],
        slug: 'bridges',
        slugs: slugs('old-bridges', 'bridges'),
      }),
      piece('ada', { headline: 'ملح', locale: 'ar' }),
      piece('ada', { headline: 'A draft', status: 'draft', published_at: undefined, slug: 'held' }),
      product('ada', { id: PRODUCT }),
    );

    const LEADS: [string, string][] = [
      ['/author/lady-ada', '/author/ada'],
      ['/author/lady-ada/bridges', '/author/ada/bridges'],
      ['/author/ada/old-bridges', '/author/ada/bridges'],
      ['/author/lady-ada/old-bridges', '/author/ada/bridges'],
      ['/author/lady-ada?before=9', '/author/ada?before=9'],
      [`/pieces/${ID}`, '/author/ada/bridges'],
      [`/pieces/${ID.toUpperCase()}`, '/author/ada/bridges'],
    ];
    for (const [from, to] of LEADS) {
      test(`${from} leads to ${to}`, async () => {
        const { statusCode, headers } = await app.inject(from);
        assert.equal(statusCode, 301);
        assert.equal(headers.location, to);
        assert.equal((await app.inject(to)).statusCode, 200);
      });
    }

    test('a slug in any script has its page', async () => {
      const { statusCode, body } = await app.inject(`/author/ada/${encodeURIComponent('ملح')}`);
      assert.equal(statusCode, 200);
      assert.match(body, /<article class="piece" lang="ar" dir="rtl"/);
    });

    test('a tag of a piece leads to the piece', async () => {
      const { body } = await app.inject('/author/ada/bridges');
      const href = /rel="tag" href="([^"]+)"/.exec(body)?.[1] ?? '';
      assert.match((await app.inject(href)).body, /href="\/author\/ada\/bridges"/);
    });

    test('a tag that no URL can have isn’t a link', async () => {
      const { body } = await app.inject('/author/ada/bridges');
      assert.match(body, /<li><bdi>\.\.<\/bdi><\/li><li><bdi>\.<\/bdi><\/li>/);
    });

    const NOT_THERE = [
      '/nowhere',
      '/tag/nothing-has-it',
      '/tag/%00',
      '/?before=1',
      '/category/building?before=1',
      '/author/ada?after=999999',
      '/author/nobody',
      '/author/ada/nothing',
      '/author/ada/held',
      '/author/ada/bridges/further',
      '/author/%00',
      `/author/ada/${'x'.repeat(5000)}`,
      '/category/none',
      '/category/',
      '/pieces/none',
      `/pieces/${PRODUCT}`,
      `/pieces/${PRODUCT}/social.png`,
      '/shop/none',
      `/shop/${ID}`,
      '/shop?category=none',
      '/?before=zero',
      '/category/life?before=-1',
      '/author/ada?after=1e3',
    ];
    for (const path of NOT_THERE) {
      test(`${path.slice(0, 60)} is not there, and a page says so`, async () => {
        const { statusCode, headers, body } = await app.inject(path);
        assert.equal(statusCode, 404);
        assert.match(String(headers['content-type']), /^text\/html/);
        assert.equal(headers['cache-control'], 'no-store');
        assert.match(body, /<h1>Page not found<\/h1>/);
      });
    }

    test('programs are still told in JSON', async () => {
      for (const path of ['/api/nowhere', '/api', '/.well-known/oauth-protected-resource']) {
        const { statusCode, headers } = await app.inject(path);
        assert.equal(statusCode, 404, path);
        assert.match(String(headers['content-type']), /^application\/json/, path);
      }
    });

    test('another method is refused with a page that says which are taken', async () => {
      for (const path of ['/', '/author/ada', '/author/ada/bridges', '/search', '/shop']) {
        const { statusCode, headers, body } = await app.inject({ method: 'POST', url: path });
        assert.equal(statusCode, 405, path);
        assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
        assert.match(body, /<h1>Method not allowed<\/h1>/);
      }
    });

    const PAGES = [
      ...['/', '/category/building', '/author/ada', '/author/ada/bridges', '/search?q=b'],
      ...['/shop', `/shop/${PRODUCT}`],
    ];
    for (const path of PAGES) {
      test(`${path} is kept by caches, and asks for nothing but itself`, async () => {
        const { statusCode, headers, cookies, body } = await app.inject(path);
        assert.equal(statusCode, 200);
        assert.deepEqual(cookies, []);
        assert.equal(headers['cache-control'], 'public, no-cache');
        const policy = String(headers['content-security-policy']);
        assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
        assert.doesNotMatch(policy, /unsafe|nonce/);
        const etag = String(headers.etag);
        const again = await app.inject({ url: path, headers: { 'if-none-match': etag } });
        assert.equal(again.statusCode, 304);
        const head = await app.inject({ method: 'HEAD', url: path });
        assert.equal(head.statusCode, 200);
        assert.equal(head.headers.etag, etag);
        assert.equal(head.body, '');
        const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
        assert.equal(packed.headers['content-encoding'], 'br');
        assert.ok(packed.rawPayload.length < body.length / 2);
        for (const [, type] of body.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)) {
          assert.equal(type?.trim(), 'type="application/ld+json"');
        }
        assert.doesNotMatch(body, /\sstyle="|\son\w+="|<style/);
      });
    }
  });
}
