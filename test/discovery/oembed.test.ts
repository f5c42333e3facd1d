// oEmbed: what other sites show for a page of ours, safe wherever it is put.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const BASE = 'https://press.example';
const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const PAGE = `${BASE}/author/ada/a-piece`;
const ask = (url: string, more = '') => `/oembed?url=${encodeURIComponent(url)}${more}`;

const REFUSED: { name: string; url: string; status: number }[] = [
  { name: 'no address', url: '/oembed', status: 400 },
  { name: 'two addresses', url: '/oembed?url=a&url=b', status: 400 },
  { name: 'a width that is none', url: ask(PAGE, '&maxwidth=wide'), status: 400 },
  { name: 'a height of nothing', url: ask(PAGE, '&maxheight=0'), status: 400 },
  { name: 'an invalid URL', url: ask('a-piece'), status: 404 },
  { name: 'another site', url: ask('https://other.example/author/ada/a-piece'), status: 404 },
  { name: 'a name that begins alike', url: ask(`${BASE}.evil.example/author/ada`), status: 404 },
  { name: 'an author who is not', url: ask(`${BASE}/author/nobody`), status: 404 },
  { name: 'a piece that is not', url: ask(`${BASE}/author/ada/nothing`), status: 404 },
  { name: 'a draft', url: ask(`${BASE}/author/ada/a-draft`), status: 404 },
  { name: 'no text at all', url: ask(`${BASE}/author/ada/%00`), status: 404 },
  { name: 'another page', url: ask(`${BASE}/shop`), status: 404 },
  { name: 'an id that is none', url: ask(`${BASE}/pieces/x`), status: 404 },
  { name: 'another format', url: ask(PAGE, '&format=yaml'), status: 501 },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`oEmbed, on ${kind}`, async () => {
    const service = await startService(kind);
    const { app } = service;
    await service.add(
      author('ada', {
        name: 'Ada <b>',
        bio: 'Writes & "more".',
        slugs: [
          { slug: 'countess', since: '2026-01-01T00:00:00.000Z' },
          { slug: 'ada', since: '2026-01-02T00:00:00.000Z' },
        ],
      }),
      piece('ada', {
        id: ID,
        headline: '<script>alert(1)</script> & "x"',
        sub: '<img src=x onerror=alert(1)> \uFFFE ]]>',
        slug: 'a-piece',
      }),
      piece('ada', { headline: 'A draft', status: 'draft', published_at: undefined }),
    );

    test('a piece is a quotation with its picture', async () => {
      const answer = await app.inject(ask(PAGE));
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      const { html, thumbnail_url, ...rest } = answer.json();
      assert.deepEqual(rest, {
        version: '1.0',
        type: 'rich',
        provider_name: 'Standfirst',
        provider_url: `${BASE}/`,
        title: '<script>alert(1)</script> & "x"',
        author_name: 'Ada <b>',
        author_url: `${BASE}/author/ada`,
        width: 600,
        height: 200,
        thumbnail_width: 1200,
        thumbnail_height: 630,
      });
      assert.ok(thumbnail_url.startsWith(`${BASE}/pieces/${ID}/social.png`));
      assert.deepEqual(
        [...html.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag).filter((tag) => tag !== 'p'),
        ['blockquote', 'a', 'strong', 'strong', 'a', 'a', 'a', 'blockquote'],
      );
    });

    test('an author is one too', async () => {
      const { title, html, author_url } = (await app.inject(ask(`${BASE}/author/ada`))).json();
      assert.equal(title, 'Ada <b>');
      assert.equal(author_url, `${BASE}/author/ada`);
      assert.match(html, /Writes &amp; &quot;more&quot;\./);
    });

    test('XML says the same', async () => {
      const answer = await app.inject(ask(PAGE, '&format=xml'));
      assert.equal(answer.headers['content-type'], 'text/xml; charset=utf-8');
      assert.match(answer.body, /<title>&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; &quot;x/);
      assert.ok(!answer.body.includes('\uFFFE') && !answer.body.includes(']]>'));
    });

    test('it is no larger than there is room', async () => {
      const answer = (await app.inject(ask(PAGE, '&maxwidth=300&maxheight=90'))).json();
      assert.deepEqual([answer.width, answer.height, answer.thumbnail_url], [300, 90, undefined]);
    });

    for (const address of [`${BASE}/author/countess/a-piece`, `${BASE}/pieces/${ID}`]) {
      test(`${address} is the same piece`, async () => {
        assert.equal((await app.inject(ask(address))).body, (await app.inject(ask(PAGE))).body);
      });
    }

    for (const { name, url, status } of REFUSED) {
      test(`${name} is answered ${status}`, async () => {
        const answer = await app.inject(url);
        assert.equal(answer.statusCode, status, answer.body);
        assert.equal(answer.json().ok, false);
      });
    }

    for (const page of ['/author/ada/a-piece', '/author/ada']) {
      test(`${page} says where it is embedded from`, async () => {
        const { body } = await app.inject(page);
        for (const type of ['application/json\\+oembed', 'text/xml\\+oembed']) {
          const link = new RegExp(`<link rel="alternate" type="${type}" href="([^"]+)"`).exec(body);
          const address = String(link?.[1]).replaceAll('&amp;', '&').slice(BASE.length);
          assert.equal((await app.inject(address)).statusCode, 200);
        }
      });
    }
  });
}
