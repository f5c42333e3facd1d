// The trash: a deleted piece immediately disappears for every program and reader, and its writer can restore it whole.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sweepTrash } from '../../../src/operations/pieces/trash.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { rowsAt } from '../../support/databases/rows.ts';
import { DAY } from '../../support/desk/desk.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { browserOf, listOwn, post } from '../../support/gate.ts';
import { listAt } from '../../support/json.ts';
import { routeUrlsOf } from '../../support/openapi/route-list.ts';

const ADA = { slug: 'ada', email: 'ada@press.example', password: 'the password of ada' };

for (const kind of DATABASES_IN_FULL) {
  describe(`the trash on ${kind}`, async () => {
    const { gate, writer, stranger, key, piece, drafted, save } = await startEditing(kind);
    const { app, context, clock } = gate;
    const { store } = context;
    const statusOf = async (path: string) => (await app.inject(path)).statusCode;
    const trashed = async (page: string) => {
      const done = leadsTo(await writer.submit(`${page}/delete`));
      assert.match((await writer.open(done)).body, /role="status">Moved to the trash\./);
    };
    const restore = async (page: string) =>
      leadsTo(await writer.submit(`/desk/trash/${idOf(page)}/restore`));
    const ownIds = async () =>
      listAt(JSON.parse((await listOwn(gate, key, '?limit=50')).body), 'pieces').map(
        (each) => Object(each).id,
      );

    test('deleting asks once, says for how long it can be undone, and the piece is listed there', async () => {
      const page = await piece();
      assert.match((await writer.open(`${page}/delete`)).body, /restore it for 30 days/);
      await trashed(page);
      assert.ok(!(await writer.open('/desk')).body.includes(page));
      clock.advance(2 * DAY);
      const list = (await writer.open('/desk/trash')).body;
      assert.match(list, new RegExp(`href="/desk/trash/${idOf(page)}">Headline one</a>`));
      assert.match(
        list,
        /Deleted <time[^>]*>2 days ago<\/time> · will be permanently deleted <time[^>]*>in 28 days/,
      );
      assert.ok(!(await stranger.open('/desk/trash')).body.includes(idOf(page)));
      assert.match((await writer.open(`/desk/trash/${idOf(page)}`)).body, /<p>Body one\.<\/p>/);
    });

    test('restoring brings back everything: versions, state, slug, log and the private link', async () => {
      const page = await piece();
      const id = idOf(page);
      await save(page, 1, { headline: 'A slug of its own', body_md: 'Two.' });
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      leadsTo(await writer.submit(`${page}/unpublish`));
      leadsTo(await writer.submit(`${page}/preview`));
      const link = /press\.example(\/preview\/[\w-]{43})/.exec(
        (await writer.open(`${page}/preview`)).body,
      )?.[1];
      assert.ok(link);
      const before = await store.pieces.byId(id);
      await trashed(page);
      assert.equal(await statusOf(link), 404);
      assert.equal(await store.pieces.byId(id), undefined);
      assert.match(await restore(page), /done=untrash$/);
      assert.deepEqual(await store.pieces.byId(id), before);
      assert.equal(await statusOf(link), 200);
      const moves = (await store.pieces.moves(id)).map(({ act }) => act);
      assert.deepEqual(moves, ['create', 'publish', 'unpublish', 'delete', 'restore']);
      const body = (await writer.open(page)).body;
      assert.match(body, /Moved to the trash by ada/);
      assert.match(body, /Restored from the trash by ada/);
      assert.ok((await store.pieces.version(id, 1)) && (await store.pieces.version(id, 2)));
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      assert.equal(await statusOf('/author/ada/a-slug-of-its-own'), 200);
    });

    test('a program sees nothing of it, and a retry of its draft answers as before', async () => {
      const body = { headline: 'By a key', body_md: 'One.' };
      const send = () => post(gate, key, body, { 'idempotency-key': 'once' });
      const first = await send();
      const { id } = JSON.parse(first.body);
      assert.ok((await ownIds()).includes(id));
      await trashed(`/desk/edit/pieces/${id}`);
      assert.ok(!(await ownIds()).includes(id));
      const again = await send();
      assert.deepEqual([again.statusCode, again.body], [first.statusCode, first.body]);
      assert.ok(!(await ownIds()).includes(id), 'no second draft');
      assert.equal(await statusOf(`/api/public/pieces/${id}`), 404);
      await restore(`/desk/edit/pieces/${id}`);
      assert.ok((await ownIds()).includes(id));
    });

    test('every route that takes the id of a piece finds none, and changes nothing', async () => {
      const page = await drafted({ headline: 'In the trash', body_md: 'One.' });
      const id = idOf(page);
      await trashed(page);
      await app.ready();
      const token = await writer.csrfToken('/desk');
      const rows = await rowsAt(gate.place);
      const urls = routeUrlsOf(app).filter((url) => /:id\b/.test(url) && !/trash|shop/.test(url));
      assert.ok(urls.length > 15, urls.join(' '));
      for (const url of urls) {
        const path = url.replace(':id', id).replace(':number', '1');
        const authorization = `Bearer ${key}`;
        const opened = url.startsWith('/api/v1/')
          ? await app.inject({ url: path, headers: { authorization } })
          : await writer.open(path);
        const isPage = url.startsWith('/desk/') && opened.statusCode === 303;
        if (isPage) assert.equal(leadsTo(opened), `/desk/trash/${id}`, url);
        else assert.ok([404, 405].includes(opened.statusCode), `${url}: ${opened.statusCode}`);
        assert.ok([401, 404, 405].includes((await stranger.open(path)).statusCode), url);
        const fields = { form_token: token, version: '1', headline: 'X', body_md: 'Y' };
        const posted = await writer.post(path, { ...fields, category: 'life', frame: 'lesson' });
        assert.ok(posted.statusCode >= 400, `POST ${url}: ${posted.statusCode}`);
        const called = await writer.call(path, { ...fields, version: 1, frame: 'lesson' });
        // A view of nothing is not counted, and not refused.
        const isRefused = called.statusCode >= 400 || url.startsWith('/read/');
        assert.ok(isRefused, `call ${url}: ${called.statusCode}`);
        assert.equal(await rows.haveChanged(), false, url);
      }
      const saved = await writer.call('/desk/edit/pieces/new/save', {
        ...{ form_token: token, id, headline: 'X', body_md: 'Y' },
      });
      assert.equal(saved.statusCode, 404);
      assert.match(JSON.parse(saved.body).reason, /in the trash/);
    });

    test('only its writer restores or deletes it, once, and only from the trash', async () => {
      const page = await piece();
      const acts = ['restore', 'delete'].map((act) => `/desk/trash/${idOf(page)}/${act}`);
      const token = { form_token: await writer.csrfToken('/desk') };
      const theirs = { form_token: await stranger.csrfToken('/desk') };
      for (const act of acts) assert.equal((await writer.post(act, token)).statusCode, 404);
      await trashed(page);
      for (const act of acts) assert.equal((await stranger.post(act, theirs)).statusCode, 404);
      await restore(page);
      for (const act of acts) assert.equal((await writer.post(act, token)).statusCode, 404);
      assert.equal((await writer.open(page)).statusCode, 200);
    });

    test('what is public or in review doesn’t go there, also for the database', async () => {
      const page = await piece();
      leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
      const token = { form_token: await writer.csrfToken('/desk') };
      assert.equal((await writer.post(`${page}/delete`, token)).statusCode, 409);
      await assert.rejects(
        store.pieces.update(idOf(page), { trashed_at: clock.now().toISOString() }),
      );
      assert.equal(await statusOf(`/api/public/pieces/${idOf(page)}`), 200);
    });

    test('permanent deletion asks, and ends it', async () => {
      const page = await piece();
      await trashed(page);
      const url = `/desk/trash/${idOf(page)}/delete`;
      assert.match((await writer.open(url)).body, /Permanently delete “Headline one”\?/);
      const done = leadsTo(await writer.submit(url));
      assert.match((await writer.open(done)).body, /role="status">Permanently deleted/);
      assert.equal((await writer.open(page)).statusCode, 404);
      assert.equal(await store.pieces.version(idOf(page), 1), undefined);
    });

    test('emptying it asks, takes the writer’s own, and leaves other people’s', async () => {
      const page = await piece();
      await trashed(page);
      const other = leadsTo(
        await stranger.submit('/desk/edit/pieces/new', {
          ...{ headline: 'Bob’s', body_md: 'One.', category: 'life', frame: 'lesson' },
        }),
      );
      const theirs = `/desk/edit/pieces/${idOf(other)}`;
      leadsTo(await stranger.submit(`${theirs}/delete`));
      assert.match((await writer.open('/desk/trash/empty')).body, /permanently deletes .* in it/);
      const asked = (await writer.open('/desk/trash/empty')).body;
      const asked_at = /name="asked_at" value="([^"]+)"/.exec(asked)?.[1] ?? '';
      gate.clock.advance(1_000);
      const later = await piece('later');
      await trashed(later);
      const done = leadsTo(await writer.submit('/desk/trash/empty', { asked_at }));
      const { body } = await writer.open(done);
      assert.match(body, /later/, 'what was deleted after the question stays');
      assert.doesNotMatch(body, new RegExp(idOf(page)));
      assert.equal((await writer.submit('/desk/trash/empty', { asked_at: '' })).statusCode, 400);
      leadsTo(await writer.submit('/desk/trash/empty', { asked_at: '9999-01-01T00:00:00.000Z' }));
      assert.match((await writer.open(done)).body, /class="empty-state"><p>The trash is empty/);
      assert.match((await stranger.open('/desk/trash')).body, /Bob’s/);
    });

    test('a sweep deletes what was there for thirty days, and nothing else', async () => {
      const fresh = () => browserOf(gate, ADA);
      const [old, young, kept] = [await piece('old'), await piece('young'), await piece('kept')];
      await trashed(old);
      clock.advance(29 * DAY);
      leadsTo(await (await fresh()).submit(`${young}/delete`));
      await sweepTrash(context);
      const inTrash = async (page: string) => (await store.trash.byId(idOf(page))) !== undefined;
      assert.ok((await inTrash(old)) && (await inTrash(young)));
      clock.advance(1 * DAY);
      await sweepTrash(context);
      assert.ok(!(await inTrash(old)) && (await inTrash(young)));
      assert.equal(await store.pieces.version(idOf(old), 1), undefined);
      assert.ok(await store.pieces.byId(idOf(kept)));
    });
  });
}
