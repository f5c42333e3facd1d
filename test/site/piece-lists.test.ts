// Lists page on to the first piece and back; related pieces are the same on both databases.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { piecePage } from '../../src/operations/public-pages/page-lookup.ts';
import {
  categoryPage,
  newestPage,
  type PageBound,
  type PieceListPage,
} from '../../src/operations/public-pages/piece-lists.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

for (const kind of DATABASES_IN_FULL) {
  describe(`lists of pieces, on ${kind}`, async () => {
    const { context, add, app } = await startService(kind);
    const numbers = Array.from({ length: 45 }, (_, at) => at + 1);
    await add(
      author('ada'),
      author('bob'),
      ...numbers.map((number) =>
        piece(number % 3 === 0 ? 'bob' : 'ada', {
          headline: `Piece ${number}`,
          slug: `piece-${number}`,
          category: number % 2 === 0 ? 'money' : 'civic',
          published_at: day(number),
          tags: [`mod-${number % 5}`, number > 40 ? 'late' : 'early'],
        }),
      ),
    );

    async function walk(open: (bound: PageBound) => Promise<PieceListPage>) {
      const down: string[][] = [];
      let page = await open(null);
      for (;;) {
        down.push(page.items.map(({ title }) => title));
        if (page.older === null) break;
        page = await open({ before: page.older });
      }
      const up = [page.items.map(({ title }) => title)];
      while (page.newer !== null) {
        page = await open({ after: page.newer });
        up.push(page.items.map(({ title }) => title));
      }
      return { down, up: up.reverse() };
    }

    const titles = (wanted: (number: number) => boolean) =>
      numbers
        .filter(wanted)
        .toReversed()
        .map((number) => `Piece ${number}`);

    test('no page of a piece leads to another one twice', async () => {
      for (const number of [1, 2, 43, 44]) {
        const { body } = await app.inject(`/author/ada/piece-${number}`);
        const end = body.slice(body.indexOf('class="colophon'));
        const titles = [...end.matchAll(/>(Piece \d+)</g)].map(([, title]) => title);
        assert.ok(titles.length > 2, String(titles));
        assert.deepEqual(titles, [...new Set(titles)], `piece ${number}`);
      }
    });

    test('everything, to the first piece and back', async () => {
      const { down, up } = await walk((bound) => newestPage(context, bound));
      assert.deepEqual(
        down.map(({ length }) => length),
        [20, 20, 5],
      );
      assert.deepEqual(
        down.flat(),
        titles(() => true),
      );
      assert.deepEqual(
        up.flat(),
        titles(() => true),
      );
    });

    test('one category, to the first piece and back', async () => {
      const { down, up } = await walk((bound) => categoryPage(context, 'money', bound));
      assert.deepEqual(
        down.flat(),
        titles((number) => number % 2 === 0),
      );
      assert.deepEqual(
        up.flat(),
        titles((number) => number % 2 === 0),
      );
    });

    test('an author, by the links on the pages alone', async () => {
      const seen: string[] = [];
      let path: string | undefined = '/author/ada';
      while (path) {
        const { body }: { body: string } = await app.inject(path);
        for (const [, title] of body.matchAll(/<a href="\/author\/ada\/[^"]+">(Piece \d+)</g)) {
          seen.push(String(title));
        }
        path = /<a rel="next"[^>]* href="([^"]+)"/.exec(body)?.[1];
      }
      assert.deepEqual(
        seen,
        titles((number) => number % 3 !== 0),
      );
    });

    const related = async (by: string, slug: string) =>
      (await piecePage(context, by, slug)).related.map(({ title }) => title);

    test('related: more shared tags first, then newer; then the author, then the category', async () => {
      assert.deepEqual(
        await related('ada', 'piece-43'),
        titles((number) => [45, 44, 42, 41].includes(number)),
      );
      assert.deepEqual(
        await related('ada', 'piece-7'),
        titles((number) => [37, 32, 27, 22].includes(number)),
      );
      await add(piece('bob', { headline: 'Alone', slug: 'alone', category: 'ideas' }));
      assert.deepEqual(
        await related('bob', 'alone'),
        titles((number) => [45, 42, 39, 36].includes(number)),
      );
    });

    test('neighbours are the author’s own', async () => {
      const { previous, next } = await piecePage(context, 'bob', 'piece-30');
      assert.equal(previous?.title, 'Piece 27');
      assert.equal(next?.title, 'Piece 33');
      const first = await piecePage(context, 'ada', 'piece-1');
      assert.equal(first.previous, null);
    });

    test('an older piece that is imported takes its place among the tags too', async () => {
      await add(
        piece('ada', {
          headline: 'Oldest',
          slug: 'oldest',
          tags: ['mod-1'],
          published_at: day(-9),
        }),
      );
      assert.deepEqual(
        await related('ada', 'oldest'),
        titles((number) => [41, 36, 31, 26].includes(number)),
      );
    });
  });
}
