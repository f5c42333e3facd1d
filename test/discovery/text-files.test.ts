// robots.txt, security.txt, the shop as text, and the links to feeds in the head of each page.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { NOW, startService } from '../support/service.ts';

const PIECE = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const FEEDS: { [page: string]: string } = {
  '/': '',
  '/author/ada': '/author/ada',
  '/author/ada/a-piece': '/author/ada',
  '/category/civic': '/category/civic',
};

for (const kind of DATABASES_IN_FULL) {
  describe(`what programs find, on ${kind}`, async () => {
    const service = await startService(kind, { SECURITY_CONTACT: 'security@press.example' });
    const { app } = service;
    await service.add(
      author('ada', { name: 'Ada' }),
      piece('ada', { id: PIECE, headline: 'A\npiece', slug: 'a-piece' }),
      product('ada', {
        name: 'A book\nPrice: nothing',
        related_pieces: [PIECE],
        created_at: '2026-02-02T00:00:00.000Z',
      }),
      product('ada', { name: 'Older', created_at: '2026-02-01T00:00:00.000Z' }),
      product('ada', { name: 'Hidden', listed: false }),
    );

    test('robots.txt lets everyone in, but for the desk', async () => {
      const { body, headers } = await app.inject('/robots.txt');
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
      assert.equal(
        body,
        'User-agent: *\nAllow: /\nDisallow: /desk\n\nSitemap: https://press.example/sitemap.xml\n',
      );
    });

    test('security.txt has a contact and is good for less than a year', async () => {
      const { body } = await app.inject('/.well-known/security.txt');
      assert.match(body, /^Contact: mailto:security@press\.example\n/);
      assert.match(body, /\nCanonical: https:\/\/press\.example\/\.well-known\/security\.txt\n/);
      const expires = Date.parse(String(/\nExpires: (.*)\n/.exec(body)?.[1])) - NOW.getTime();
      assert.ok(expires > 100 * 86_400_000 && expires < 365 * 86_400_000);
    });

    test('the shop is a block of six facts for each product, newest first', async () => {
      const { body } = await app.inject('/llms-products.txt');
      const [head, ...blocks] = body.trimEnd().split(/\n\n(?=Listing: )/);
      assert.match(String(head), /^# Standfirst: shop\n\n> \S.*$/);
      assert.deepEqual(
        blocks.map((block) => block.split('\n')),
        [
          [
            'Listing: A book Price: nothing',
            'Seller: Ada (https://press.example/author/ada)',
            'Price: €12.50 (EUR)',
            'Category: book',
            'Payment URL: https://pay.example.org/a-product',
            'Related writing: A piece (https://press.example/author/ada/a-piece)',
          ],
          [
            'Listing: Older',
            'Seller: Ada (https://press.example/author/ada)',
            'Price: €12.50 (EUR)',
            'Category: book',
            'Payment URL: https://pay.example.org/a-product',
            'Related writing: none',
          ],
        ],
      );
    });

    for (const [page, folder] of Object.entries(FEEDS)) {
      test(`${page} announces its feeds`, async () => {
        const { body } = await app.inject(page);
        for (const [type, file] of [
          ['application/rss+xml', 'feed.xml'],
          ['application/feed+json', 'feed.json'],
        ] as const) {
          const url = `https://press.example${folder}/${file}`;
          assert.ok(body.includes(`<link rel="alternate" type="${type}" href="${url}"`), file);
        }
      });
    }
  });
}

test('there is no security.txt where nobody is named', async () => {
  const { app } = await startService('sqlite');
  const answer = await app.inject('/.well-known/security.txt');
  assert.equal(answer.statusCode, 404);
});
