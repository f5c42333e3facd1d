// Values that must be unique are refused if they are twice in a file, or in the database already.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { problemsOf } from '../support/archive/imports.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { someOf } from '../support/full.ts';

const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
const since = '2026-01-01T00:00:00.000Z';
const fillers = (count: number) => Array.from({ length: count }, () => piece('ada'));

interface Case {
  what: string;
  first: object;
  second: object;
  field: string;
}

/** Taken after author('ada') and author('bo'); the second line is the one to blame. */
const CASES: Case[] = [
  {
    what: "an author's slug",
    first: author('cy'),
    second: author('cy', { name: 'Another' }),
    field: 'slug',
  },
  {
    what: "an author's slug as another's old one",
    first: author('cy'),
    second: author('di', { slugs: [{ slug: 'cy', since }] }),
    field: 'slug',
  },
  {
    what: "an author's old slug",
    first: author('cy', { slugs: [{ slug: 'was-cy', since }] }),
    second: author('was-cy'),
    field: 'slug',
  },
  {
    what: "an author's id",
    first: author('cy', { id }),
    second: author('di', { id }),
    field: 'id',
  },
  {
    what: "an author's id in another case",
    first: author('cy', { id }),
    second: author('di', { id: id.toUpperCase() }),
    field: 'id',
  },
  {
    what: 'an e-mail address in another case',
    first: author('cy', { email: 'cy@press.example' }),
    second: author('di', { email: 'CY@Press.Example' }),
    field: 'email',
  },
  { what: "a piece's id", first: piece('ada', { id }), second: piece('bo', { id }), field: 'id' },
  {
    what: "a piece's id in another case",
    first: piece('ada', { id }),
    second: piece('ada', { id: id.toUpperCase() }),
    field: 'id',
  },
  {
    what: "a piece's slug",
    first: piece('ada', { slug: 'one' }),
    second: piece('ada', { slug: 'one' }),
    field: 'slug',
  },
  {
    what: "a piece's old slug",
    first: piece('ada', { slug: 'two', slugs: [{ slug: 'one', since }] }),
    second: piece('ada', { slug: 'one' }),
    field: 'slug',
  },
  {
    what: "a product's id",
    first: product('ada', { id }),
    second: product('bo', { id: id.toUpperCase() }),
    field: 'id',
  },
];

for (const kind of DATABASES) {
  describe(`conflicts on ${kind}`, () => {
    for (const { what, first, second, field } of someOf(CASES, 3)) {
      test(`${what} is taken once`, async () => {
        const context = await contextAt(await freshPlace(kind));
        const start = [author('ada'), author('bo')];
        // In one batch, over several, and in a database that has the first already.
        assert.deepEqual(await problemsOf(context, [...start, first, second]), [`4: ${field}`]);
        const apart = [...start, first, ...fillers(150), second];
        assert.deepEqual(await problemsOf(context, apart), [`154: ${field}`]);
        assert.equal(await context.store.accounts.count(), 0);
        await importLines(context, [...start, first]);
        const accounts = await context.store.accounts.count();
        assert.deepEqual(await problemsOf(context, [piece('ada'), second]), [`2: ${field}`]);
        assert.equal(await context.store.accounts.count(), accounts);
      });
    }

    test('two authors may use the same slug for a piece', async () => {
      const context = await contextAt(await freshPlace(kind));
      const pieces = ['ada', 'bo'].map((slug) => piece(slug, { slug: 'one' }));
      assert.deepEqual(await problemsOf(context, [author('ada'), author('bo'), ...pieces]), []);
    });

    test('the same headline gives each piece a slug of its own, also later', async () => {
      const context = await contextAt(await freshPlace(kind));
      const { store } = context;
      await importLines(context, [author('ada'), ...fillers(40)]);
      await importLines(context, fillers(3));
      const slugs = (await store.publications.recent(100)).map(({ slug }) => slug);
      assert.equal(new Set(slugs).size, 43);
      assert.ok(slugs.every((slug) => slug.startsWith('a-headline')));
    });

    test('an import goes into a database that has content, and belongs to it', async () => {
      const context = await contextAt(await freshPlace(kind));
      const { store } = context;
      await importLines(context, [author('ada'), piece('ada', { id })]);
      await importLines(context, [
        ...[piece('ada'), author('bo'), piece('bo')],
        product('ada', { related_pieces: [id.toUpperCase()] }),
      ]);
      assert.equal((await store.authors.bySlug('ada'))?.pieces_count, 2);
      assert.equal((await store.authors.bySlug('bo'))?.pieces_count, 1);
      assert.equal(await store.publications.count(), 3);
    });

    test('a file that is imported twice is refused the second time, line by line', async () => {
      const context = await contextAt(await freshPlace(kind));
      const lines = [author('ada', { id: randomUUID() }), piece('ada'), piece('ada')];
      await importLines(context, lines);
      assert.deepEqual(await problemsOf(context, lines), ['1: slug', '2: id', '3: id']);
    });

    test('one bad line makes no good line look bad', async () => {
      const context = await contextAt(await freshPlace(kind));
      const lines = [
        ...[author('ada'), piece('ada', { id }), piece('ada', { headline: '' })],
        product('ada', { related_pieces: [id] }),
      ];
      assert.deepEqual(await problemsOf(context, lines), ['3: headline']);
    });

    test('one bad line hides no later one', async () => {
      const context = await contextAt(await freshPlace(kind));
      const lines = [
        ...[author('ada'), piece('ada', { headline: '' }), piece('ada', { id })],
        ...fillers(150),
        ...[piece('ada', { id }), product('ada', { price: null }), author('ada')],
      ];
      assert.deepEqual(await problemsOf(context, lines), [
        ...['2: headline', '154: id', '155: price', '156: slug'],
      ]);
    });
  });
}
