// Covers from end to end: sent by a program, changed at the desk, published, read everywhere, and never before.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { ImportRefused } from '../../src/operations/archive/refusals.ts';
import { contentHash } from '../../src/store/pieces/version-hash.ts';
import { painting } from '../media/image-world.ts';
import { exportText } from '../support/archive/archives.ts';
import { DATABASES_IN_FULL, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../support/desk/editing.ts';
import { at, type Json, listAt } from '../support/json.ts';

const DRAFT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };
const OUTSIDE = { url: 'https://sea.example/tide.jpg', alt: 'Low tide', caption: 'At noon' };
const NAME = `${'c'.repeat(64)}-600x400`;

/** URLs that no page may show, or that are not URLs of images. */
const FORGED = [
  'http://sea.example/tide.jpg',
  `http://sea.example/media/${NAME}`,
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//sea.example/tide.jpg',
  '/media/../desk',
  `/media/${NAME}.webp`,
  `/media/${NAME}?preview=x`,
  'tide.jpg',
  '',
];

/** Everywhere that readers and programs look. */
const PUBLIC = (id: string) => [
  ...['/', '/feed.json', '/feed.xml', '/sitemap.xml', '/llms.txt', '/category/building'],
  ...['/author/ada', '/author/ada/on-tides', '/author/ada/on-tides.md', '/search?q=tides'],
  ...[`/api/public/pieces/${id}`, '/api/public/pieces/recent', '/api/public/pieces/search?q=tides'],
  ...['/author/ada/feed.json', '/tag/sea'],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`covers, on ${kind}`, async () => {
    const { gate, writer, key, save } = await startEditing(kind);
    const { app, context } = gate;
    const base = context.config.baseUrl;
    const asKey = { authorization: `Bearer ${key}` };
    const send = (image: unknown, query = '') =>
      app.inject({
        ...{ method: 'POST', url: `/api/v1/pieces${query}`, headers: asKey },
        payload: { ...DRAFT, image },
      });
    const created = async (image: unknown) => {
      const answer = await send(image);
      assert.equal(answer.statusCode, 201, answer.body);
      return String(at(answer.json<Json>(), 'id'));
    };
    const own = async (id: string) =>
      (await app.inject({ url: `/api/v1/pieces/${id}`, headers: asKey })).json<Json>();
    const publish = (id: string, version: number) =>
      writer.submit(`/desk/edit/pieces/${id}/publish`, {
        ...{ version: String(version), declaration: 'machine' },
      });

    test('what a program may send', async () => {
      const id = await created(OUTSIDE);
      assert.deepEqual(at(await own(id), 'piece', 'image'), OUTSIDE);
      // An upload is known by its whole URL, and stored without the host.
      const uploaded = await created({ url: `${base}/media/${NAME}`, alt: 'Tide' });
      const { image } = (await context.store.pieces.version(uploaded, 1)) ?? {};
      assert.equal(image, JSON.stringify({ url: `/media/${NAME}`, alt: 'Tide', caption: null }));
      assert.deepEqual(at(await own(uploaded), 'piece', 'image'), {
        ...{ url: `${base}/media/${NAME}`, alt: 'Tide', caption: null, width: 600, height: 400 },
      });
      for (const none of [null, undefined]) {
        assert.equal(at(await own(await created(none)), 'piece', 'image'), null);
      }
    });

    test('what it may not, each named by its field', async () => {
      for (const [image, field] of [
        ...FORGED.map((url) => [{ url, alt: 'Tide' }, 'image.url'] as const),
        [{ url: OUTSIDE.url }, 'image.alt'],
        [{ url: OUTSIDE.url, alt: ' ' }, 'image.alt'],
        [{ url: OUTSIDE.url, alt: 'x'.repeat(501) }, 'image.alt'],
        [{ url: OUTSIDE.url, alt: 'Tide', caption: 'x'.repeat(501) }, 'image.caption'],
        [{ alt: 'Tide' }, 'image.url'],
        ['https://sea.example/tide.jpg', 'image'],
      ] as const) {
        for (const query of ['', '?dry_run=true']) {
          const answer = await send(image, query);
          assert.equal(answer.statusCode, 400, JSON.stringify(image));
          const [error] = listAt(answer.json<Json>(), 'errors');
          assert.equal(at(error, 'field'), field, answer.body);
        }
      }
    });

    test('public with the version that has it, everywhere at once, and not before', async () => {
      const id = await created({ ...OUTSIDE, caption: 'At <noon> & “later”' });
      const seen = async () => {
        const places = await Promise.all(PUBLIC(id).map((url) => app.inject(url)));
        return places.some(({ body }) => body.includes('tide.jpg'));
      };
      assert.equal(await seen(), false, 'a draft');
      leadsTo(await publish(id, 1));
      const read = async (url: string) => (await app.inject(url)).body;
      const page = await read('/author/ada/on-tides');
      assert.match(
        page,
        /<figure class="cover unsized"><img src="https:\/\/sea\.example\/tide\.jpg"/,
      );
      assert.match(page, /<figcaption>At &lt;noon&gt; &amp; “later”<\/figcaption>/);
      assert.match(page, /property="og:image" content="https:\/\/sea\.example\/tide\.jpg"/);
      assert.match(page, /property="og:image:alt" content="Low tide"/);
      assert.match(page, /"image":"https:\/\/sea\.example\/tide\.jpg"/);
      for (const list of ['/', '/category/building', '/author/ada']) {
        assert.match(await read(list), /class="list-cover"/, list);
      }
      const feed = JSON.parse(await read('/feed.json')).items[0];
      assert.deepEqual(
        [feed.image, feed._standfirst.image],
        [OUTSIDE.url, { alt: 'Low tide', caption: 'At <noon> & “later”' }],
      );
      assert.match(
        await read('/feed.xml'),
        /<media:content url="https:\/\/sea\.example\/tide\.jpg" /,
      );
      for (const path of [`/api/public/pieces/${id}`, '/api/public/pieces/recent']) {
        assert.ok((await read(path)).includes('"alt":"Low tide"'), path);
      }
      const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
      for (const params of [
        { name: 'get_piece', arguments: { id } },
        { name: 'recent_pieces', arguments: {} },
        { name: 'search_pieces', arguments: { query: 'tides' } },
      ]) {
        const answer = await app.inject({
          ...{ method: 'POST', url: '/api/mcp', payload: { ...tool, params } },
          headers: { accept: 'application/json, text/event-stream' },
        });
        assert.ok(answer.body.includes('Low tide'), answer.body);
      }
      leadsTo(await writer.submit(`/desk/edit/pieces/${id}/unpublish`));
      assert.equal(await seen(), false, 'unpublished');
    });

    test('a change of it alone is a change that is not published', async () => {
      const page = `/desk/edit/pieces/${await created(null)}`;
      leadsTo(await publish(idOf(page), 1));
      await save(page, 1, { ...DRAFT, image_url: OUTSIDE.url, image_alt: 'Another' });
      assert.equal((await context.store.pieces.byId(idOf(page)))?.has_changes, 1);
      const { body } = await writer.open(`${page}/versions/2`);
      assert.match(body, /scope="rowgroup">Cover</);
      const { piece } = (await app.inject(`/api/public/pieces/${idOf(page)}`)).json();
      assert.equal('image' in piece, false, 'as it was before there were covers');
    });

    test('nobody publishes one that is not described', async () => {
      const page = `/desk/edit/pieces/${await created(null)}`;
      await save(page, 1, { ...DRAFT, image_url: OUTSIDE.url });
      assert.match((await writer.open(`${page}/publish`)).body, /The cover has no alt text yet/);
      assert.equal((await publish(idOf(page), 2)).statusCode, 409);
    });

    test('without script: uploaded, described, replaced and removed on its own page', async () => {
      const id = await created(null);
      const place = `/desk/edit/pieces/${id}/cover`;
      const body = await painting(30, 20, 1).png().toBuffer();
      const file = { name: 'picture', fileName: 'a.png', type: 'image/png', body };
      const sent = async (fields: { [name: string]: string }, chosen: typeof file | null) => {
        const filled = { ...fields, [CSRF_FIELD]: await writer.csrfToken(place) };
        const parts = Object.entries(filled).map(([name, text]) => ({ name, body: text }));
        return writer.upload(place, [...parts, ...(chosen ? [chosen] : [])]);
      };
      assert.equal((await sent({ version: '1', image_alt: '' }, file)).statusCode, 400);
      assert.equal((await sent({ version: '1', image_alt: 'A' }, null)).statusCode, 400);
      for (const [name, text] of [
        ['image_alt', 'x'.repeat(501)],
        ['image_caption', 'x'.repeat(501)],
        ['image_caption', 'nul\u0000'],
      ] as const) {
        const answer = await sent({ version: '1', image_alt: 'A', [name]: text }, file);
        assert.equal(answer.statusCode, 400, 'no archive could have it');
        assert.match(answer.body, new RegExp(`id="${name}-error"`));
      }
      leadsTo(await sent({ version: '1', image_alt: 'A tide', image_caption: 'C' }, file));
      const { image } = (await context.store.pieces.version(id, 2)) ?? {};
      assert.match(
        String(image),
        /^\{"url":"\/media\/[0-9a-f]{64}-30x20","alt":"A tide","caption":"C"\}$/,
      );
      leadsTo(await writer.submit(place, { version: '2', remove: 'yes' }));
      assert.equal((await context.store.pieces.version(id, 3))?.image, null);
    });

    test('an archive brings it along; one from before has the same bytes; a forged one is refused', async () => {
      const text = await exportText(context);
      const elsewhere = await contextAt(await freshPlace(kind));
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      await importLines(elsewhere, lines);
      assert.equal(await exportText(elsewhere), text);
      assert.ok(text.includes('"image":{"url"') && !text.includes('"image":null'));
      const piece = lines.find((line) => line.type === 'piece');
      for (const url of FORGED) {
        const forged = {
          ...piece,
          id: undefined,
          slug: undefined,
          slugs: [],
          image: { url, alt: 'A' },
        };
        await assert.rejects(importLines(elsewhere, [forged]), (error) => {
          assert.ok(error instanceof ImportRefused);
          assert.deepEqual(
            error.errors.map(({ field }) => field),
            ['image.url'],
            url,
          );
          return true;
        });
      }
    });

    test('a version without one has the hash that it always had', () => {
      const version = {
        ...{
          headline: 'A',
          sub: null,
          body_md: 'B',
          category: 'life',
          tags: '[]',
          frame: 'lesson',
        },
        ...{ style: 'essay', locale: 'en', external_url: null, cards: '[]' },
      };
      const before = 'c387bd64b828cea9e8979bdf3f41058a3fbd8aa4e8b3cbba2f58f237d58d8ae5';
      assert.equal(contentHash({ ...version, image: null }), before);
      assert.notEqual(contentHash({ ...version, image: '{}' }), before);
    });
  });
}
