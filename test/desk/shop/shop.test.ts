// The shop at the desk: only its writer can create, change, order, list and delete products.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { authorProducts, searchProducts } from '../../../src/operations/shop/products.ts';
import { IMAGE_LIMITS } from '../../../src/schemas/images/image-limits.ts';
import { piece, product } from '../../support/archive/records.ts';
import {
  DATABASES_IN_FULL,
  type DatabaseKind,
  freshPlace,
} from '../../support/databases/databases.ts';
import { startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';

const SHOP = '/desk/edit/shop';

const FORM = {
  name: 'A guide to bridges',
  description: 'Sixty pages.\r\nWith maps.',
  price: '12,50',
  currency: 'eur',
  category: 'book',
  payment_url: 'https://pay.example.org/guide',
};

async function startShop(kind: DatabaseKind) {
  const { dataDir } = await freshPlace('sqlite');
  const desk = await startDesk(kind, { DATA_DIR: dataDir });
  const ada = await desk.signedIn(await desk.writer('ada'));
  const shown = () => authorProducts.run(desk.context, { slug: 'ada' });
  return { ...desk, ada, shown };
}

async function created(browser: DeskBrowser, fields: object = {}): Promise<string> {
  const place = leadsTo(await browser.submit(`${SHOP}/new`, { ...FORM, ...fields }));
  return /[0-9a-f-]{36}/.exec(place)?.[0] ?? assert.fail(place);
}

const namesIn = (body: string) =>
  [...body.matchAll(/<h2><a [^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);

/** The value of a field on a page. */
const fieldOf = (body: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1];

const errorAt = (body: string, name: string) =>
  new RegExp(`id="${name}-error">([^<]*)<`).exec(body)?.[1];

for (const kind of DATABASES_IN_FULL) {
  describe(`the shop at the desk on ${kind}`, () => {
    test('a first product: made, listed, seen', async () => {
      const { ada, shown } = await startShop(kind);
      assert.match((await ada.open(SHOP)).body, /Nothing for sale yet/);
      const id = await created(ada);
      assert.equal((await shown()).count, 0);
      assert.match((await ada.open(SHOP)).body, /Not listed/);
      leadsTo(await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP));
      const [found] = (await shown()).results;
      assert.deepEqual(
        [found?.name, found?.description, found?.price.amount, found?.price.currency],
        ['A guide to bridges', 'Sixty pages.\nWith maps.', 1250, 'EUR'],
      );
      leadsTo(await ada.submit(`${SHOP}/${id}/listing`, { listed: 'no' }, SHOP));
      assert.equal((await shown()).count, 0);
    });

    test('what is wrong stands beside its field, and nothing typed is lost', async () => {
      const { ada, shown } = await startShop(kind);
      const typed = { ...FORM, name: ' ', price: '12.505', payment_url: 'http://pay.example.org' };
      const answer = await ada.submit(`${SHOP}/new`, typed);
      assert.equal(answer.statusCode, 400);
      assert.equal(errorAt(answer.body, 'name'), 'Fill this in.');
      assert.match(errorAt(answer.body, 'price') ?? '', /at most 2 decimal places .* EUR/);
      assert.match(errorAt(answer.body, 'payment_url') ?? '', /starts with https:/);
      assert.equal(fieldOf(answer.body, 'price'), '12.505');
      assert.equal(fieldOf(answer.body, 'currency'), 'eur');
      assert.match(answer.body, /Sixty pages\./);
      const unknown = await ada.submit(`${SHOP}/new`, { ...FORM, currency: 'EURO', price: 'x' });
      assert.match(errorAt(unknown.body, 'currency') ?? '', /currency code/);
      assert.equal((await shown()).count, 0);
    });

    test('a change is saved, and search knows it', async () => {
      const { ada, context } = await startShop(kind);
      const id = await created(ada);
      await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP);
      const page = (await ada.open(`${SHOP}/${id}`)).body;
      assert.equal(fieldOf(page, 'price'), '12.50');
      const mark = fieldOf(page, 'mark') ?? '';
      const changed = { ...FORM, mark, name: 'A map', price: '1250', currency: 'JPY' };
      assert.match(leadsTo(await ada.submit(`${SHOP}/${id}`, changed)), /done=saved/);
      const { results } = await searchProducts.run(context, { query: 'a MAP' });
      assert.deepEqual(
        results.map(({ name, price }) => [name, price.formatted]),
        [['A map', '¥1,250']],
      );
      assert.equal((await searchProducts.run(context, { query: 'guide' })).count, 0);
    });

    test('a form that showed something older does not overwrite it unseen', async () => {
      const { ada, context } = await startShop(kind);
      const id = await created(ada);
      await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP);
      const mark = fieldOf((await ada.open(`${SHOP}/${id}`)).body, 'mark') ?? '';
      leadsTo(await ada.submit(`${SHOP}/${id}`, { ...FORM, mark, name: 'First' }));
      const late = await ada.submit(`${SHOP}/${id}`, { ...FORM, mark, name: 'Second' });
      assert.equal(late.statusCode, 409);
      assert.match(late.body, /has changed since you opened it/);
      assert.equal(fieldOf(late.body, 'name'), 'Second');
      const named = async () =>
        (await searchProducts.run(context, {})).results.map(({ name }) => name);
      assert.deepEqual(await named(), ['First']);
      const again = fieldOf(late.body, 'mark') ?? '';
      leadsTo(await ada.submit(`${SHOP}/${id}`, { ...FORM, mark: again, name: 'Second' }));
      assert.deepEqual(await named(), ['Second']);
    });

    test('products move up and down, and stay within the list', async () => {
      const { ada, shown } = await startShop(kind);
      const ids = [];
      for (const name of ['one', 'two', 'three']) ids.push(await created(ada, { name }));
      const [one = '', two = '', three = ''] = ids;
      const order = async () => namesIn((await ada.open(SHOP)).body);
      const move = async (id: string, to: string) => {
        leadsTo(await ada.submit(`${SHOP}/${id}/place`, { to }, SHOP));
        return order();
      };
      assert.deepEqual(await order(), ['one', 'two', 'three']);
      assert.deepEqual(await move(three, 'up'), ['one', 'three', 'two']);
      assert.deepEqual(await move(one, 'down'), ['three', 'one', 'two']);
      assert.deepEqual(await move(three, 'up'), ['three', 'one', 'two']);
      assert.deepEqual(await move(two, 'down'), ['three', 'one', 'two']);
      for (const id of ids) await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP);
      const readers = (await shown()).results.map(({ name }) => name);
      assert.deepEqual(readers, ['three', 'one', 'two']);
    });

    test('imported products, which share a place, move one step too', async () => {
      const { ada, add } = await startShop(kind);
      const lines = [1, 2, 3].map((day) =>
        product('ada', { name: `of day ${day}`, created_at: `2026-01-0${day}T00:00:00Z` }),
      );
      await add(...lines);
      leadsTo(await ada.submit(`${SHOP}/${lines[2]?.id}/place`, { to: 'up' }, SHOP));
      const names = namesIn((await ada.open(SHOP)).body);
      assert.deepEqual(names, ['of day 1', 'of day 3', 'of day 2']);
    });

    test('published pieces of the writer go with it, and no others', async () => {
      const { ada, add, shown, writer } = await startShop(kind);
      await writer('bo');
      const [own, second] = [piece('ada', { headline: 'Own' }), piece('ada', { headline: 'Two' })];
      const draft = piece('ada', { status: 'draft', published_at: undefined });
      const foreign = piece('bo');
      await add(own, second, draft, foreign);
      const related = { related_1: second.id, related_3: own.id, related_4: second.id };
      const id = await created(ada, related);
      await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP);
      const titles = (await shown()).results[0]?.related_pieces.map(({ title }) => title);
      assert.deepEqual(titles, ['Two', 'Own']);
      for (const { id: wrong } of [draft, foreign]) {
        const answer = await ada.submit(`${SHOP}/new`, { ...FORM, related_2: wrong });
        assert.equal(answer.statusCode, 400);
        assert.match(answer.body, /This is not one of your published pieces/);
      }
      // A piece that is unpublished later stays selected, but is not shown.
      leadsTo(await ada.submit(`/desk/edit/pieces/${own.id}/unpublish`));
      const page = (await ada.open(`${SHOP}/${id}`)).body;
      assert.match(page, /A piece that is not published/);
      const mark = fieldOf(page, 'mark') ?? '';
      const kept = { ...FORM, mark, related_1: second.id, related_2: own.id };
      leadsTo(await ada.submit(`${SHOP}/${id}`, kept));
      const now = (await shown()).results[0]?.related_pieces.map(({ title }) => title);
      assert.deepEqual(now, ['Two']);
    });

    test('a image is drawn again, shown, and removed', async () => {
      const { app, ada, shown } = await startShop(kind);
      const id = await created(ada);
      await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP);
      const token = { name: CSRF_FIELD, body: await ada.csrfToken(`${SHOP}/${id}`) };
      const background = { r: 9, g: 90, b: 200 };
      const bytes = await sharp({ create: { width: 8, height: 6, channels: 3, background } })
        .png()
        .toBuffer();
      const file = { name: 'picture', fileName: 'a.png', type: 'image/png', body: bytes };
      const url = `${SHOP}/${id}/picture`;
      leadsTo(await ada.upload(url, [token, file]));
      const image = (await shown()).results[0]?.image_url ?? '';
      assert.match(image, /^https:\/\/press\.example\/media\/[0-9a-f]{64}-8x6$/);
      assert.equal((await app.inject(new URL(image).pathname)).statusCode, 200);
      const text = { ...file, fileName: 'a.txt', type: 'text/plain', body: 'no picture' };
      const refused = await ada.upload(url, [token, text]);
      assert.equal(refused.statusCode, 400);
      assert.match(refused.body, /cannot be used as an image/);
      const typed = Object.entries({ ...FORM, name: 'Typed' }).map(([name, body]) => ({
        name,
        body,
      }));
      for (const [body, status] of [
        ['no image', 400],
        [Buffer.alloc(IMAGE_LIMITS.uploadBytes + 1), 413],
        [bytes, 200],
      ] as const) {
        const kept = await ada.upload(url, [token, ...typed, { ...file, body }]);
        assert.equal(kept.statusCode, status);
        assert.equal(fieldOf(kept.body, 'name'), 'Typed', 'what was typed is there');
      }
      const none = await ada.upload(url, [token]);
      assert.equal(errorAt(none.body, 'picture'), 'Choose an image first.');
      assert.equal((await shown()).results[0]?.image_url, image);
      leadsTo(await ada.upload(url, [token, { name: 'remove', body: 'yes' }]));
      assert.equal((await shown()).results[0]?.image_url, null);
    });

    test('deleting asks once', async () => {
      const { ada } = await startShop(kind);
      const id = await created(ada);
      assert.match((await ada.open(`${SHOP}/${id}/delete`)).body, /Delete “A guide to bridges”\?/);
      assert.deepEqual(namesIn((await ada.open(SHOP)).body), ['A guide to bridges']);
      assert.equal(leadsTo(await ada.submit(`${SHOP}/${id}/delete`)), SHOP);
      assert.match((await ada.open(SHOP)).body, /Nothing for sale yet/);
      assert.equal((await ada.open(`${SHOP}/${id}`)).statusCode, 404);
    });

    test("another writer's products are not found, whatever is asked", async () => {
      const { ada, signedIn, writer, shown } = await startShop(kind);
      const id = await created(ada);
      await ada.submit(`${SHOP}/${id}/listing`, { listed: 'yes' }, SHOP);
      const bo = await signedIn(await writer('bo', { admin: true }));
      const token = await bo.csrfToken(SHOP);
      for (const path of ['', '/delete']) {
        assert.equal((await bo.open(`${SHOP}/${id}${path}`)).statusCode, 404);
      }
      for (const path of ['', '/delete', '/listing', '/place', '/picture']) {
        const fields = { ...FORM, [CSRF_FIELD]: token, to: 'up', listed: 'no' };
        const { statusCode } = await bo.post(`${SHOP}/${id}${path}`, fields);
        assert.equal(statusCode, 404, path);
      }
      assert.equal((await shown()).count, 1);
    });
  });
}
