// Only the text that was shown is published: if it has changed meanwhile, the request is refused and the new text
// shown.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { type Answer, type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { textFields } from '../support/desk/texts.ts';
import { addWriter, browserOf, type Gate, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';

const VERSION = /name="version" value="(\d+)"/;

interface Scene {
  gate: Gate;
  writer: DeskBrowser;
  admin: DeskBrowser;
  id: string;
  page: string;
}

async function sceneOn(kind: DatabaseKind, settings = {}): Promise<() => Promise<Scene>> {
  const gate = await startGate(kind, settings);
  const writer = await browserOf(gate, await addWriter(gate, 'ada'));
  const admin = await browserOf(gate, await addWriter(gate, 'chief', { admin: true }));
  return async () => {
    const made = leadsTo(await writer.submit('/desk/edit/pieces/new', textFields('one')));
    const id = /pieces\/([0-9a-f-]{36})/.exec(made)?.[1] ?? '';
    return { gate, writer, admin, id, page: `/desk/edit/pieces/${id}` };
  };
}

const save = async ({ writer, page }: Scene, words: string, over: number) =>
  leadsTo(await writer.submit(page, textFields(words, over)));

/** The form of a page as it was shown: its token, and the version that it would send back. */
async function shown(browser: DeskBrowser, page: string) {
  const { body, statusCode } = await browser.open(page);
  assert.equal(statusCode, 200, body);
  return {
    form_token: /name="form_token" value="([^"]+)"/.exec(body)?.[1] ?? '',
    version: VERSION.exec(body)?.[1] ?? '',
    body,
  };
}

async function publicText({ gate, id }: Scene): Promise<unknown> {
  const answer = await gate.app.inject(`/api/public/pieces/${id}`);
  if (answer.statusCode === 404) return null;
  return at(JSON.parse(answer.body), 'piece', 'content_text');
}

async function statusOf({ gate, id }: Scene): Promise<string | undefined> {
  return (await gate.context.store.pieces.byId(id))?.status;
}

function assertRefusedAndShown({ statusCode, body }: Answer, newer: string, version: number): void {
  assert.equal(statusCode, 409, body);
  assert.match(body, /has changed in the meantime/);
  assert.ok(body.includes(`Headline ${newer}`), body);
  assert.ok(body.includes(`Body ${newer}.`), body);
  assert.equal(VERSION.exec(body)?.[1], String(version));
}

/** Not the version that a page showed: none at all, or one that isn't a version. */
const NO_VERSIONS = [
  undefined,
  '',
  ' ',
  'abc',
  '0',
  '-1',
  '1.5',
  '3',
  '99999999999',
  '-99999999999',
  '1e400',
  'NaN',
  'null',
];

const fieldsWith = (version: string | undefined) => (version === undefined ? {} : { version });

for (const kind of DATABASES_IN_FULL) {
  describe(`the version that was shown, on ${kind}`, async () => {
    const scene = await sceneOn(kind);

    test('Publish: a text that was changed in another tab is refused and shown', async () => {
      const here = await scene();
      const { form_token, version, body } = await shown(here.writer, `${here.page}/publish`);
      assert.ok(body.includes('Body one.'));
      await save(here, 'two', 1);
      const answer = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assertRefusedAndShown(answer, 'two', 2);
      assert.ok(!answer.body.includes('Body one.'));
      assert.equal(await publicText(here), null);
      assert.equal(await statusOf(here), 'draft');
      const next = VERSION.exec(answer.body)?.[1] ?? '';
      leadsTo(await here.writer.post(`${here.page}/publish`, { form_token, version: next }));
      assert.equal(await publicText(here), 'Body two.');
    });

    test('Publish changes: the same, and what was public stays public', async () => {
      const here = await scene();
      leadsTo(await here.writer.submit(`${here.page}/publish`, { version: '1' }));
      await save(here, 'two', 1);
      const { form_token, version } = await shown(here.writer, `${here.page}/publish`);
      await save(here, 'three', 2);
      const answer = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assertRefusedAndShown(answer, 'three', 3);
      assert.equal(await publicText(here), 'Body one.');
      leadsTo(await here.writer.post(`${here.page}/publish`, { form_token, version: '3' }));
      assert.equal(await publicText(here), 'Body three.');
    });

    test('a text that was put back to what was shown is still a newer version', async () => {
      const here = await scene();
      const { form_token, version } = await shown(here.writer, `${here.page}/publish`);
      await save(here, 'two', 1);
      await save(here, 'one', 2);
      const answer = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assertRefusedAndShown(answer, 'one', 3);
      assert.equal(await publicText(here), null);
    });

    test('published and changed in another tab: the old confirmation publishes nothing', async () => {
      const here = await scene();
      const { form_token, version } = await shown(here.writer, `${here.page}/publish`);
      leadsTo(await here.writer.submit(`${here.page}/publish`, { version: '1' }));
      const twice = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assert.equal(twice.statusCode, 409);
      await save(here, 'two', 1);
      const answer = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assertRefusedAndShown(answer, 'two', 2);
      assert.equal(await publicText(here), 'Body one.');
    });

    test('deleted in another tab: there is nothing to publish', async () => {
      const here = await scene();
      const { form_token, version } = await shown(here.writer, `${here.page}/publish`);
      leadsTo(await here.writer.submit(`${here.page}/delete`));
      const answer = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assert.equal(answer.statusCode, 404);
    });

    for (const version of NO_VERSIONS) {
      test(`Publish and Publish changes with the version ${version} are refused`, async () => {
        const here = await scene();
        const url = `${here.page}/publish`;
        const first = await here.writer.submit(url, fieldsWith(version));
        assertRefusedAndShown(first, 'one', 1);
        assert.equal(await publicText(here), null);
        leadsTo(await here.writer.submit(url, { version: '1' }));
        await save(here, 'two', 1);
        assertRefusedAndShown(await here.writer.submit(url, fieldsWith(version)), 'two', 2);
        assert.equal(await publicText(here), 'Body one.');
      });
    }

    test('a save over a text that was not seen is refused, and both are shown', async () => {
      const here = await scene();
      await save(here, 'two', 1);
      const answer = await here.writer.submit(here.page, textFields('mine', 1));
      assert.equal(answer.statusCode, 409);
      assert.equal(VERSION.exec(answer.body)?.[1], '2');
      // Side by side, with what differs marked, and what was typed in its field.
      const words = answer.body.replace(/<\/?(?:ins|del|mark|span)[^>]*>/g, '');
      for (const whose of ['two', 'mine']) assert.ok(words.includes(`Body ${whose}.`), words);
      assert.match(answer.body, /<textarea[^>]*name="body_md"[^>]*>\s*Body mine\./);
      const { store } = here.gate.context;
      assert.equal((await store.pieces.version(here.id, 2))?.body_md, 'Body two.');
      assert.equal((await store.pieces.byId(here.id))?.working_version, 2);
      await save(here, 'mine', 2);
      assert.equal((await store.pieces.version(here.id, 2))?.body_md, 'Body two.');
      assert.equal((await store.pieces.version(here.id, 3))?.body_md, 'Body mine.');
    });

    for (const version of NO_VERSIONS) {
      test(`a save over the version ${version} is refused`, async () => {
        const here = await scene();
        const fields = { ...textFields('mine'), ...fieldsWith(version) };
        assert.equal((await here.writer.submit(here.page, fields)).statusCode, 409);
        assert.equal((await here.gate.context.store.pieces.byId(here.id))?.working_version, 1);
      });
    }
  });

  describe(`the version that was shown, with REVIEW=on, on ${kind}`, async () => {
    const scene = await sceneOn(kind, { REVIEW: 'on' });

    test('Submit: a text that was changed in another tab is refused and shown', async () => {
      const here = await scene();
      const { form_token, version } = await shown(here.writer, `${here.page}/publish`);
      await save(here, 'two', 1);
      const answer = await here.writer.post(`${here.page}/publish`, { form_token, version });
      assertRefusedAndShown(answer, 'two', 2);
      assert.equal(await statusOf(here), 'draft');
      leadsTo(await here.writer.post(`${here.page}/publish`, { form_token, version: '2' }));
      assert.equal(await statusOf(here), 'pending');
      assert.equal(await publicText(here), null);
    });

    test('Approve: a text that came again, changed, is refused and shown', async () => {
      const here = await scene();
      leadsTo(await here.writer.submit(`${here.page}/publish`, { version: '1' }));
      const review = `/desk/review/${here.id}`;
      const { form_token, version, body } = await shown(here.admin, review);
      assert.ok(body.includes('Body one.'));
      leadsTo(await here.writer.submit(`${here.page}/withdraw`));
      const approve = { form_token, version, decision: 'approve' };
      assert.equal((await here.admin.post(review, approve)).statusCode, 404);
      await save(here, 'two', 1);
      leadsTo(await here.writer.submit(`${here.page}/publish`, { version: '2' }));
      assertRefusedAndShown(await here.admin.post(review, approve), 'two', 2);
      assert.equal(await statusOf(here), 'pending');
      assert.equal(await publicText(here), null);
      leadsTo(await here.admin.post(review, { ...approve, version: '2' }));
      assert.equal(await publicText(here), 'Body two.');
    });

    for (const version of NO_VERSIONS) {
      test(`Submit and Approve with the version ${version} are refused`, async () => {
        const here = await scene();
        const url = `${here.page}/publish`;
        assertRefusedAndShown(await here.writer.submit(url, fieldsWith(version)), 'one', 1);
        assert.equal(await statusOf(here), 'draft');
        leadsTo(await here.writer.submit(url, { version: '1' }));
        const fields = { decision: 'approve', ...fieldsWith(version) };
        const answer = await here.admin.submit(`/desk/review/${here.id}`, fields);
        assertRefusedAndShown(answer, 'one', 1);
        assert.equal(await statusOf(here), 'pending');
        assert.equal(await publicText(here), null);
      });
    }
  });
}
