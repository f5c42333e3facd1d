// The site map: every public address and no other, in one file or in parts that stay as they are.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { type MapPart, SiteMap } from '../../src/operations/discovery/sitemap.ts';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import { mapDocument } from '../../src/surfaces/discovery/sitemap.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const BASE = 'https://press.example';
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc.slice(BASE.length));

const PAGES = ['/', ...CATEGORIES.map((each) => `/category/${each}`), '/shop', '/developers'];
const day = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString();

for (const kind of DATABASES_IN_FULL) {
  describe(`the site map, on ${kind}`, async () => {
    const service = await startService(kind);
    const { app, context } = service;
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at).map((number) =>
        piece(number === 7 ? 'gone' : 'ada', {
          headline: `Piece ${number}`,
          slug: number === 3 ? 'größe&' : `piece-${number}`,
          published_at: day(number),
        }),
      );
    const PRODUCT = 'b0b1c2d3-e4f5-4a6b-8c7d-000000000001';
    await service.add(
      author('ada'),
      author('bob'),
      author('gone'),
      ...numbered(1, 12),
      piece('ada', { headline: 'Draft', status: 'draft', published_at: undefined }),
      product('ada', { id: PRODUCT }),
      product('ada', { listed: false }),
      product('gone'),
    );
    await suspendWriter(context, 'gone');
    const slugs = (from: number, to: number) =>
      numbered(from, to)
        .filter((each) => each.author === 'ada')
        .map(({ headline }) => headline.toLowerCase().replace(' ', '-'))
        .map((slug) => `/author/ada/${slug === 'piece-3' ? 'gr%C3%B6%C3%9Fe%26' : slug}`);
    const everything = [...PAGES, '/author/ada', '/author/bob', `/shop/${PRODUCT}`];

    test('has every public address once, with when it changed', async () => {
      const answer = await app.inject('/sitemap.xml');
      assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
      assert.deepEqual(locations(answer.body), [...everything, ...slugs(1, 12)]);
      assert.ok(answer.body.includes(`piece-1</loc><lastmod>${day(1)}</lastmod>`));
      for (const path of locations(answer.body)) {
        assert.equal((await app.inject(path)).statusCode, 200, path);
      }
    });

    test('is compressed when asked, and has headers alone for HEAD', async () => {
      const headers = { 'accept-encoding': 'gzip' };
      const answer = await app.inject({ url: '/sitemap.xml', headers });
      assert.equal(answer.headers['content-encoding'], 'gzip');
      const whole = (await app.inject('/sitemap.xml')).body;
      assert.equal(gunzipSync(answer.rawPayload).toString(), whole);
      const head = await app.inject({ method: 'HEAD', url: '/sitemap.xml' });
      assert.equal(head.statusCode, 200);
      assert.equal(head.body, '');
      const held = { 'if-none-match': String(head.headers.etag) };
      const again = await app.inject({ url: '/sitemap.xml', headers: held });
      assert.equal(again.statusCode, 304);
    });

    for (const path of ['/sitemap-pieces-1.xml', '/sitemap-pages-0.xml', '/sitemap-x.xml']) {
      test(`${path} is not there while everything is in one file`, async () => {
        assert.equal((await app.inject(path)).statusCode, 404);
      });
    }

    const SIZE = 5;
    const map = new SiteMap(context, SIZE);
    const partOf = async (part: MapPart) => {
      const found: string[] = [];
      for await (const entries of map.part(part)) found.push(...entries.map((e) => e.address));
      return found.map((address) => address.slice(BASE.length));
    };
    const indexOf = async () => {
      let xml = '';
      for await (const part of mapDocument(map, BASE)) xml += part;
      assert.match(xml, /^<\?xml [^>]*>\n<sitemapindex xmlns="[^"]+">/);
      return locations(xml);
    };

    test('is an index of parts where it is larger than a file may be', async () => {
      assert.deepEqual(await indexOf(), [
        ...['/sitemap-pages-1.xml', '/sitemap-pages-2.xml', '/sitemap-pages-3.xml'],
        ...['/sitemap-pieces-1.xml', '/sitemap-pieces-2.xml', '/sitemap-pieces-3.xml'],
      ]);
      const parts = (await map.parts()) ?? [];
      const found = (await Promise.all(parts.map(partOf))).flat();
      assert.deepEqual(found, [...everything, ...slugs(1, 12)]);
      for (const part of parts) assert.ok((await partOf(part)).length <= SIZE);
    });

    test('new pieces change the last part alone', async () => {
      const pieces = (number: number) => partOf({ of: 'pieces', number });
      const before = [await pieces(1), await pieces(2)];
      await service.add(...numbered(12, 18));
      assert.deepEqual([await pieces(1), await pieces(2)], before);
      assert.deepEqual(await pieces(3), slugs(11, 16));
      assert.deepEqual(await pieces(4), slugs(16, 18));
      assert.equal((await indexOf()).at(-1), '/sitemap-pieces-4.xml');
    });
  });
}
