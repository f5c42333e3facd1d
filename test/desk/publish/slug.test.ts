// Changing the slug of a published piece: the desk asks once, the old slug redirects, everything public changes
// immediately, and the id in feeds stays.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkPublications } from '../../../src/operations/doctor/publications.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { at, listAt } from '../../support/json.ts';

const PUBLIC = '/author/ada';
const errorAt = (body: string, field: string) =>
  new RegExp(`id="${field}-error">([^<]*)<`).exec(body)?.[1];

for (const kind of DATABASES_IN_FULL) {
  describe(`another slug, on ${kind}`, async () => {
    const { gate, writer, stranger, piece, save } = await startEditing(kind);
    const { app, context } = gate;
    const published = async (headline: string, slug: string) => {
      const page = await piece();
      await save(page, 1, { headline, body_md: 'Words.', tags: 'hats' });
      leadsTo(await writer.submit(`${page}/publish`, { version: '2', slug }));
      return page;
    };
    const change = (page: string, slug: string, confirm = 'yes') =>
      writer.submit(`${page}/slug`, { slug, confirm });
    const opened = async (path: string) => {
      const { statusCode, headers } = await app.inject(path);
      return statusCode === 301 ? String(headers.location) : statusCode;
    };
    /** Read twice, so that the second is cached. */
    const PAGES = ['/', PUBLIC, `${PUBLIC}/feed.json`, '/feed.xml', '/tag/hats', '/sitemap.xml'];
    const everywhere = async () => {
      await Promise.all(PAGES.map((path) => app.inject(path)));
      return Promise.all(PAGES.map(async (path) => (await app.inject(path)).body));
    };

    test('is asked for once, with both URLs, and then true everywhere at once', async () => {
      const page = await published('A first hat', 'first-hat');
      const shown = await writer.open(page);
      assert.ok(shown.body.includes(`href="${page}/slug"`), 'the piece’s page leads there');
      for (const body of await everywhere()) assert.ok(body.includes('first-hat'));
      const before = at((await app.inject(`/api/public/pieces/${idOf(page)}`)).json(), 'piece');
      gate.clock.advance(60_000);

      const asked = await change(page, 'second-hat', '');
      assert.equal(asked.statusCode, 200, asked.body);
      assert.match(asked.body, /press\.example\/author\/ada\/first-hat</);
      assert.match(asked.body, /press\.example\/author\/ada\/second-hat</);
      assert.equal(
        await opened(`${PUBLIC}/first-hat`),
        200,
        'nothing happens before it is confirmed',
      );
      assert.equal(await opened(`${PUBLIC}/second-hat`), 404);

      const done = leadsTo(await change(page, 'second-hat'));
      assert.match(
        (await writer.open(done)).body,
        /role="status">[^<]*The old one leads to the new one\./,
      );
      assert.equal(await opened(`${PUBLIC}/first-hat`), `${PUBLIC}/second-hat`);
      assert.equal(await opened(`${PUBLIC}/first-hat.md`), `${PUBLIC}/second-hat.md`);
      assert.equal(await opened(`${PUBLIC}/second-hat`), 200);
      for (const body of await everywhere()) {
        assert.ok(body.includes('second-hat') && !body.includes('first-hat'), body);
      }
      const after = at((await app.inject(`/api/public/pieces/${idOf(page)}`)).json(), 'piece');
      assert.deepEqual(after, {
        ...Object(before),
        url: `https://press.example${PUBLIC}/second-hat`,
      });
      const feed = (await app.inject(`${PUBLIC}/feed.json`)).json();
      assert.ok(listAt(feed, 'items').some((item) => at(item, 'id') === at(before, 'id')));
      assert.match((await writer.open(page)).body, /URL changed by ada/);
      assert.ok((await checkPublications(context)).every(({ isWell }) => isWell));
    });

    test('leads on through each former one, and back again', async () => {
      const page = await published('Again', 'one');
      for (const slug of ['two', 'three', 'one']) leadsTo(await change(page, slug));
      assert.equal(await opened(`${PUBLIC}/one`), 200);
      for (const former of ['two', 'three']) {
        assert.equal(await opened(`${PUBLIC}/${former}`), `${PUBLIC}/one`);
      }
    });

    test('belongs to one piece: another’s, also a former one, is refused beside the field', async () => {
      const [mine, other] = [await published('Mine', 'mine'), await published('Other', 'other')];
      leadsTo(await change(other, 'other-now'));
      for (const slug of ['other', 'other-now', 'Not A Slug', '']) {
        for (const confirm of ['', 'yes']) {
          const refused = await change(mine, slug, confirm);
          assert.equal(refused.statusCode, 400, refused.body);
          assert.ok(errorAt(refused.body, 'slug'), refused.body);
        }
      }
      assert.equal(await opened(`${PUBLIC}/mine`), 200);
      const next = await piece();
      await save(next, 1, { headline: 'Other', body_md: 'Words.' });
      const refused = await writer.submit(`${next}/publish`, { version: '2', slug: 'other' });
      assert.equal(refused.statusCode, 400);
    });

    test('is nobody else’s to change, and is kept while the piece is unpublished', async () => {
      const page = await published('Kept', 'kept');
      const foreign = await stranger.submit(
        `${page}/slug`,
        { slug: 'theirs', confirm: 'yes' },
        '/desk',
      );
      assert.equal(foreign.statusCode, 404);
      leadsTo(await change(page, 'kept-now'));
      leadsTo(await writer.submit(`${page}/unpublish`));
      assert.equal(await opened(`${PUBLIC}/kept-now`), 404);
      leadsTo(await change(page, 'kept-after'));
      assert.equal(await opened(`${PUBLIC}/kept-after`), 404);
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      assert.equal(await opened(`${PUBLIC}/kept-after`), 200);
      for (const former of ['kept', 'kept-now']) {
        assert.equal(await opened(`${PUBLIC}/${former}`), `${PUBLIC}/kept-after`);
      }
    });

    test('that stays the same changes nothing, and says so', async () => {
      const page = await published('Same', 'same');
      const moves = await context.store.pieces.moves(idOf(page));
      const answer = await change(page, 'same', '');
      assert.match(
        (await writer.open(leadsTo(answer))).body,
        /role="status">The URL is the same as before/,
      );
      assert.deepEqual(await context.store.pieces.moves(idOf(page)), moves);
    });
  });
}
