// Input in the desk's URLs and forms: ids in any spelling work, and nothing breaks a page.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { textFields } from '../support/desk/texts.ts';
import { addKey, addWriter, browserOf, DRAFT, post, startGate } from '../support/gate.ts';

const PLACES = ['', '/publish', '/withdraw', '/reopen', '/unpublish', '/delete'];

/** Ids that belong to no piece. */
const NO_IDS = [
  '%00',
  'x',
  'null',
  'undefined',
  '-1',
  "'%20OR%20'1'='1",
  '%F0%9F%98%80',
  '..%2f..%2fetc%2fpasswd',
  'x'.repeat(1500),
  randomUUID(),
  `${randomUUID()}%00`,
  `%20${randomUUID()}`,
];

async function deskOn(kind: DatabaseKind, settings = {}) {
  const gate = await startGate(kind, settings);
  const ada = await addWriter(gate, 'ada');
  await addWriter(gate, 'bob');
  const chief = await addWriter(gate, 'chief', { admin: true });
  const writer = await browserOf(gate, ada);
  const admin = await browserOf(gate, chief);
  const token = await writer.csrfToken('/desk');
  const newDraft = async (slug = 'ada') => {
    const { key } = await addKey(gate, slug);
    return String(JSON.parse((await post(gate, key, DRAFT)).body).id);
  };
  return { gate, writer, admin, token, newDraft };
}

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;

for (const kind of DATABASES_IN_FULL) {
  describe(`ids at the desk, on ${kind}`, async () => {
    const { gate, writer, admin, token, newDraft } = await deskOn(kind, { REVIEW: 'on' });
    const bobs = await newDraft('bob');
    const adminToken = await admin.csrfToken('/desk');

    for (const id of [...NO_IDS, bobs]) {
      test(`${id === bobs ? 'a piece of another writer' : id.slice(0, 60)} is nothing`, async () => {
        for (const place of PLACES) {
          const url = `/desk/edit/pieces/${id}${place}`;
          const fields = { ...textFields('x', 1), form_token: token };
          assert.equal(await statusOf(writer.open(url)), 404, `GET ${url}`);
          assert.equal(await statusOf(writer.post(url, fields)), 404, `POST ${url}`);
        }
        const review = `/desk/review/${id}`;
        assert.equal(await statusOf(admin.open(review)), 404);
        for (const decision of ['approve', 'ask_for_changes', 'reject']) {
          const fields = { form_token: adminToken, decision, version: '1' };
          const status = await statusOf(admin.post(review, fields));
          assert.ok([404, 409].includes(status), `${decision}: ${status}`);
        }
        assert.equal((await gate.context.store.pieces.byId(bobs))?.status, 'draft');
      });
    }

    test('an id in capitals is the same id, in every place', async () => {
      const id = await newDraft();
      const page = `/desk/edit/pieces/${id.toUpperCase()}`;
      const review = `/desk/review/${id.toUpperCase()}`;
      const piece = () => gate.context.store.pieces.byId(id);
      const go = async (browser: DeskBrowser, url: string, fields = {}) =>
        leadsTo(await browser.submit(url, fields));
      await go(writer, page, textFields('two', 1));
      await go(writer, `${page}/publish`, { version: '2' });
      assert.equal((await piece())?.status, 'pending');
      await go(writer, `${page}/withdraw`);
      await go(writer, `${page}/publish`, { version: '2' });
      await go(admin, review, { decision: 'reject' });
      assert.equal((await piece())?.status, 'rejected');
      await go(writer, `${page}/reopen`);
      await go(writer, `${page}/publish`, { version: '2' });
      await go(admin, review, { decision: 'approve', version: '2' });
      assert.equal((await piece())?.status, 'approved');
      await go(writer, `${page}/unpublish`);
      await go(writer, `${page}/delete`);
      assert.equal(await piece(), undefined);
    });
  });

  describe(`words in the desk’s forms, on ${kind}`, async () => {
    const { gate, writer, admin, newDraft } = await deskOn(kind, { REVIEW: 'on' });

    for (const [name, note] of [
      ['with NUL', 'a\u0000b'],
      ['with an escape', '\u001b[31m'],
      ['of 2001 characters', 'x'.repeat(2001)],
    ] as const) {
      test(`a note ${name} is refused, and the piece still waits`, async () => {
        const id = await newDraft();
        leadsTo(await writer.submit(`/desk/edit/pieces/${id}/publish`, { version: '1' }));
        for (const decision of ['approve', 'ask_for_changes', 'reject']) {
          const fields = { decision, version: '1', note };
          const { statusCode, body } = await admin.submit(`/desk/review/${id}`, fields);
          assert.equal(statusCode, 400, body);
          assert.match(body, /id="note-error"/);
        }
        assert.equal((await gate.context.store.pieces.byId(id))?.status, 'pending');
      });
    }

    test('a note is kept for the writer, line ends and all', async () => {
      const id = await newDraft();
      leadsTo(await writer.submit(`/desk/edit/pieces/${id}/publish`, { version: '1' }));
      const note = `  First.\r\nSecond: <b>😀</b>  `;
      leadsTo(await admin.submit(`/desk/review/${id}`, { decision: 'ask_for_changes', note }));
      const moves = await gate.context.store.pieces.moves(id);
      assert.equal(moves.at(-1)?.note, 'First.\nSecond: <b>😀</b>');
      const { body } = await writer.open(`/desk/edit/pieces/${id}`);
      assert.ok(body.includes('Second: &lt;b&gt;😀&lt;/b&gt;'), body);
    });

    for (const field of ['headline', 'sub', 'body_md', 'tags', 'style']) {
      test(`NUL in ${field} is refused, and nothing is saved`, async () => {
        const id = await newDraft();
        const fields = { ...textFields('x', 1), [field]: 'a\u0000b' };
        for (const url of ['/desk/edit/pieces/new', `/desk/edit/pieces/${id}`]) {
          const { statusCode, body } = await writer.submit(url, fields);
          assert.equal(statusCode, 400, body);
          assert.ok(body.includes(`id="${field}-error"`));
        }
        assert.equal((await gate.context.store.pieces.byId(id))?.working_version, 1);
      });
    }

    test('the name of a key holds no control characters', async () => {
      const page = '/desk/edit/online-presence';
      const { statusCode, body } = await writer.submit(page, {
        name: 'a\u0000b',
        scope: 'pieces:write',
      });
      assert.equal(statusCode, 400, body);
    });

    test('an address with NUL signs nobody in', async () => {
      const stranger = new DeskBrowser(gate.app);
      for (const email of ['a\u0000@press.example', '\u0000', 'ada@press.example\u0000x']) {
        const fields = { email, password: 'the password of ada' };
        assert.equal(await statusOf(stranger.submit('/desk/sign-in', fields)), 401, email);
      }
    });

    test('a key that is not there is not revoked', async () => {
      const page = '/desk/edit/online-presence';
      for (const id of ['', 'x', '\u0000', randomUUID()]) {
        assert.equal(await statusOf(writer.submit(`${page}/revoke`, { id }, page)), 404, id);
      }
    });
  });
}
