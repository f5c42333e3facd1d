// The front page: no piece twice, nothing empty, and finished with none, one, a few or a hundred pieces.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { NOW, startService } from '../support/service.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

const nth = (number: number, fields: object = {}) =>
  piece(number % 3 === 0 ? 'bob' : 'ada', {
    headline: `Piece ${number}`,
    slug: `piece-${number}`,
    sub: `The standfirst of ${number}.`,
    body_md: `The opening of ${number}, with *stress* & a [link](https://example.org/).\n\nThe rest.`,
    category: CATEGORIES[number % 2],
    published_at: day(number),
    ...fields,
  });

const WRITERS = [
  author('ada', { name: 'Ada', role: 'Engineer', bio: 'Builds bridges.' }),
  author('bob', { name: 'Bob' }),
];

/** A site with this many pieces, where piece n has n readers. */
async function siteWith(kind: DatabaseKind, pieces: number, settings = {}) {
  const service = await startService(kind, { SITE_NAME: 'The Press', ...settings });
  const lines = Array.from({ length: pieces }, (_, at) => nth(at + 1));
  await service.add(...WRITERS, ...lines);
  const hour = new Date(Math.floor(NOW.getTime() / 3_600_000) * 3_600_000 - 3_600_000);
  const rows = lines.map(({ id }, at) => ({
    piece_id: id,
    hour: hour.toISOString(),
    views: at + 1,
  }));
  if (rows.length > 0) await service.context.store.views.insertHours(rows);
  const front = async () => (await service.app.inject('/')).body;
  return { ...service, front };
}

const titles = (body: string) =>
  [...body.matchAll(/<a href="\/author\/[^"]+">(Piece \d+)</g)].map(([, title]) => String(title));

const navigation = (body: string) =>
  [...body.matchAll(/<li><a href="\/category\/(\w+)"[^>]*>\w+<\/a><\/li>/g)].map(
    ([, name]) => name,
  );

for (const kind of DATABASES_IN_FULL) {
  describe(`the front page, on ${kind}`, () => {
    test('with a hundred pieces, each that is there is there once, and the newest lead', async () => {
      const { front } = await siteWith(kind, 100);
      const body = await front();
      const found = titles(body);
      assert.equal(new Set(found).size, found.length, found.join(', '));
      assert.deepEqual(found.slice(0, 4), ['Piece 100', 'Piece 99', 'Piece 98', 'Piece 97']);
      assert.match(body, /Widely read this week/);
      assert.match(body, /By category/);
      assert.ok(found.length >= 20, `${found.length} pieces`);
      // The older pages continue where this list ends.
      assert.match(body, /rel="next"[^>]* href="\/\?before=\d+"/);
    });

    test('below six, the lead opens and its author is introduced, and nothing is empty', async () => {
      for (const pieces of [1, 2, 5]) {
        const { front } = await siteWith(kind, pieces);
        const body = await front();
        const all = Array.from({ length: pieces }, (_, at) => `Piece ${pieces - at}`);
        assert.deepEqual(titles(body), all);
        assert.doesNotMatch(body, /By category|read this week/);
        assert.ok(body.includes(`The opening of ${pieces}, with stress &amp; a link.`), body);
        // With pieces 1 and 2 Ada is the only writer, whose front page it is.
        assert.match(body, pieces < 3 ? /class="profile"/ : /author-card/);
        assert.equal(body.includes('>By <a'), pieces >= 3);
        assert.deepEqual(navigation(body).length, Math.min(pieces, 2));
      }
      const { front } = await siteWith(kind, 6);
      const body = await front();
      assert.equal(new Set(titles(body)).size, 6);
      assert.doesNotMatch(body, /The opening of|author-card/);
    });

    test('with one writer it is theirs, with two pieces and with two hundred, until there is another', async () => {
      for (const pieces of [2, 200]) {
        const { add, front } = await siteWith(kind, 0);
        const own = Array.from({ length: pieces }, (_, at) =>
          piece('ada', { headline: `Piece ${at}`, slug: `piece-${at}`, published_at: day(-at) }),
        );
        await add(...own);
        const body = await front();
        assert.match(body, /class="profile"[\s\S]*<a href="\/author\/ada"><bdi>Ada<\/bdi>/);
        assert.match(body, /Builds bridges\.[\s\S]*Follow:[\s\S]*class="lead"/);
        assert.equal(body.split('href="/author/ada"').length, 2, 'named once');
        await add(piece('bob', { slug: 'old', published_at: day(-9000) }));
        assert.doesNotMatch(await front(), /class="profile"/);
        assert.match(await front(), /By <a href="\/author\/ada"/);
      }
    });

    test('a lead without a standfirst says its opening once', async () => {
      const { add, front } = await siteWith(kind, 0);
      await add(nth(1, { sub: null, body_md: '## Heading\n\nOnly this.[^1]\n\n[^1]: A note.' }));
      const body = await front();
      const lead = body.slice(body.indexOf('class="lead'), body.indexOf('</article>'));
      assert.equal(lead.split('Only this.').length, 2, lead);
    });

    test('with nothing, it says so to visitors', async () => {
      const { front } = await siteWith(kind, 0);
      const body = await front();
      assert.match(body, /Nothing has been published yet/);
      assert.match(body, /href="\/feed\.xml"/);
      assert.deepEqual(navigation(body), []);
    });

    test('one line says what this place is', async () => {
      const { front } = await siteWith(kind, 0);
      const line = 'Essays, guides and stories by the writers of The Press.';
      assert.match(await front(), new RegExp(`<p class="tagline">${line}</p>`));
      const said = await siteWith(kind, 1, { SITE_DESCRIPTION: 'Bridges, "mostly".' });
      const body = await said.front();
      assert.match(body, /<p class="tagline">Bridges, &quot;mostly&quot;\.<\/p>/);
      assert.match(body, /<meta name="description" content="Bridges, &quot;mostly&quot;\.">/);
    });

    test('a category is in the navigation of every page while it has a piece', async () => {
      const { app, context, add } = await siteWith(kind, 2);
      const paths = ['/', '/author/ada', '/author/ada/piece-2', '/shop', '/search'];
      const everywhere = async (expected: string[]) => {
        for (const path of [...paths, ...paths]) {
          const { body } = await app.inject(path);
          assert.deepEqual(navigation(body), expected, path);
        }
      };
      await everywhere(['building', 'leading']);
      await add(nth(3, { category: 'civic', slug: 'first-of-its-kind' }));
      await everywhere(['building', 'leading', 'civic']);
      const page = await context.store.lists.page({ category: 'leading' }, null, 9);
      for (const { piece_id } of page) await context.store.publications.remove(piece_id);
      await everywhere(['building', 'civic']);
    });
  });
}
