// Reading the shop: what is found, in which order, and what never shows.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  authorProducts,
  getProduct,
  pieceProducts,
  searchProducts,
} from '../../src/operations/shop/products.ts';
import { urlsOf } from '../../src/operations/urls.ts';
import { trendingPieces } from '../../src/operations/views/trending.ts';
import { Product } from '../../src/schemas/shop/products.ts';
import { checkerOf } from '../../src/validation.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const names = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);
const day = (number: number) => `2026-05-0${number}T00:00:00.000Z`;
const notFound = (code: string) => (error: unknown) => Object(error).code === code;

for (const kind of DATABASES) {
  describe(`the shop on ${kind}`, () => {
    test('a product comes whole', async () => {
      const { context, add } = await startService(kind);
      const [bridges, draft] = [
        piece('ada', { headline: 'Bridges', slug: 'bridges' }),
        piece('ada', { headline: 'Later', status: 'draft', published_at: undefined }),
      ];
      const guide = product('ada', {
        name: 'A guide',
        image_url: '/media/guide',
        related_pieces: [draft.id, bridges.id],
      });
      await add(author('ada', { name: 'Ada', identity_verified: true }), bridges, draft, guide);
      const whole = {
        id: guide.id,
        url: `https://press.example/shop/${guide.id}`,
        name: 'A guide',
        description: 'What it is.',
        price: { amount: 1250, currency: 'EUR', formatted: '€12.50' },
        category: 'book',
        payment_url: 'https://pay.example.org/a-product',
        image_url: 'https://press.example/media/guide',
        seller: {
          name: 'Ada',
          slug: 'ada',
          url: 'https://press.example/author/ada',
          identity_verified: true,
        },
        related_pieces: [
          {
            id: `https://press.example/pieces/${bridges.id}`,
            title: 'Bridges',
            url: 'https://press.example/author/ada/bridges',
          },
        ],
        listed: true,
      };
      for (const id of [guide.id, guide.id.toUpperCase(), whole.url]) {
        assert.deepEqual(await getProduct.run(context, { id }), { ok: true, product: whole });
      }
      assert.deepEqual((await searchProducts.run(context, {})).results, [whole]);
      const ofPiece = await pieceProducts.run(context, { id: bridges.id });
      assert.deepEqual(ofPiece.results, [whole]);
    });

    test('search finds text in name and description, names first, newest first', async () => {
      const { context, add } = await startService(kind);
      await add(
        author('ada'),
        product('ada', { name: 'Old Straße', created_at: day(1) }),
        product('ada', { name: 'New strasse', created_at: day(2), category: 'course' }),
        product('ada', { name: 'Map', description: 'STRASSE by strasse', created_at: day(3) }),
        product('ada', { name: '100% _\\', description: '', created_at: day(4) }),
      );
      const found = async (query?: string, category?: 'book' | 'course') =>
        names(
          await searchProducts.run(context, {
            ...(query && { query }),
            ...(category && { category }),
          }),
        );
      assert.deepEqual(await found(), ['100% _\\', 'Map', 'New strasse', 'Old Straße']);
      assert.deepEqual(await found(' STRASSE '), ['New strasse', 'Old Straße', 'Map']);
      assert.deepEqual(await found('straß', 'course'), ['New strasse']);
      assert.deepEqual(await found('%'), ['100% _\\']);
      assert.deepEqual(await found('_\\'), ['100% _\\']);
      // The end of a name and the start of a description are not one text.
      assert.deepEqual(await found('mapstrasse'), []);
      assert.equal((await searchProducts.run(context, { limit: 2 })).count, 2);
    });

    test('what is unlisted, and what a suspended writer sells, is nowhere', async () => {
      const { context, add } = await startService(kind);
      const shown = piece('ada');
      const related_pieces = [shown.id];
      const unlisted = product('ada', { listed: false, related_pieces });
      const withdrawn = product('eve');
      await add(
        author('ada'),
        author('eve', { suspended_at: day(1) }),
        shown,
        unlisted,
        withdrawn,
        product('ada', { name: 'Here', related_pieces }),
      );
      assert.deepEqual(names(await searchProducts.run(context, {})), ['Here']);
      assert.deepEqual(names(await authorProducts.run(context, { slug: 'ada' })), ['Here']);
      assert.deepEqual(names(await pieceProducts.run(context, { id: shown.id })), ['Here']);
      for (const id of [unlisted.id, withdrawn.id, randomUUID(), 'no-uuid', '']) {
        await assert.rejects(getProduct.run(context, { id }), notFound('product_not_found'));
      }
      await assert.rejects(
        authorProducts.run(context, { slug: 'eve' }),
        notFound('author_not_found'),
      );
    });

    test("a seller's products come in the seller's order", async () => {
      const { context, add } = await startService(kind);
      const shown = piece('ada');
      const related_pieces = [shown.id];
      await add(
        author('ada'),
        shown,
        product('ada', { name: 'third', sort_order: 2, created_at: day(1), related_pieces }),
        product('ada', { name: 'second', sort_order: 1, created_at: day(3), related_pieces }),
        product('ada', { name: 'first', sort_order: 1, created_at: day(2), related_pieces }),
      );
      const inOrder = ['first', 'second', 'third'];
      assert.deepEqual(names(await authorProducts.run(context, { slug: 'ada' })), inOrder);
      assert.deepEqual(names(await pieceProducts.run(context, { id: shown.id })), inOrder);
    });

    test('products of a piece that is not public are not found', async () => {
      const { context, add } = await startService(kind);
      const draft = piece('ada', { status: 'draft', published_at: undefined });
      await add(author('ada'), draft);
      await assert.rejects(
        pieceProducts.run(context, { id: draft.id }),
        notFound('piece_not_found'),
      );
    });
  });
}

describe('what the shop answers', () => {
  for (const each of [searchProducts, getProduct, authorProducts, pieceProducts, trendingPieces]) {
    test(`the example of ${each.name} is as its schema says`, () => {
      checkerOf(each.output)(each.example(urlsOf('https://press.example')));
    });
  }

  test('what is found is as the schema says, without a field beside', async () => {
    const { context, add } = await startService('sqlite');
    const shown = piece('ada');
    await add(author('ada'), shown, product('ada', { related_pieces: [shown.id] }));
    const answer = await searchProducts.run(context, { query: 'product' });
    checkerOf(searchProducts.output)(answer);
    assert.deepEqual(
      Object.keys(answer.results[0] ?? {}).sort(),
      Object.keys(Product.properties).sort(),
    );
  });
});

describe('what the shop is asked', () => {
  const REFUSED = [
    [{ limit: 0 }, 'limit'],
    [{ limit: 51 }, 'limit'],
    [{ query: ' ' }, 'query'],
    [{ query: 'x'.repeat(201) }, 'query'],
    [{ category: 'boat' }, 'category'],
  ] as const;
  for (const [input, field] of REFUSED) {
    test(`${JSON.stringify(input).slice(0, 40)} is refused`, () => {
      assert.throws(
        () => searchProducts.check(input),
        (error) => Object(error).errors[0].field === field,
      );
    });
  }
});
