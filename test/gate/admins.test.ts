// The pages of admins: the review queue, changes since the last look, and writers' ticks and suspensions.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { textFields } from '../support/desk/texts.ts';
import { addKey, addWriter, browserOf, post, startGate } from '../support/gate.ts';

async function officeOn(kind: DatabaseKind) {
  const gate = await startGate(kind, { REVIEW: 'on' });
  const ada = await addWriter(gate, 'ada');
  const chief = await addWriter(gate, 'chief', { admin: true });
  const second = await addWriter(gate, 'second', { admin: true });
  const writer = await browserOf(gate, ada);
  const admin = await browserOf(gate, chief);
  const newDraft = async (slug: string, words: string) => {
    const { key } = await addKey(gate, slug);
    gate.clock.advance(1000);
    const answer = await post(gate, key, { headline: `Headline ${words}`, body_md: 'A body.' });
    return String(JSON.parse(answer.body).id);
  };
  const submit = async (browser: DeskBrowser, id: string, version = 1) => {
    gate.clock.advance(1000);
    const url = `/desk/edit/pieces/${id}/publish`;
    leadsTo(await browser.submit(url, { version: String(version) }));
  };
  const approve = async (id: string, version = 1) => {
    const fields = { decision: 'approve', version: String(version) };
    leadsTo(await admin.submit(`/desk/review/${id}`, fields));
  };
  return { gate, writer, admin, second, newDraft, submit, approve };
}

/** The headlines in the two lists of the review's page. */
async function listsOf(browser: DeskBrowser) {
  const { body, statusCode } = await browser.open('/desk/review');
  assert.equal(statusCode, 200, body);
  const [queue = '', changed = ''] = body.split('Changed since review');
  const headlines = (text: string) =>
    [...text.matchAll(/<h\d><a[^>]*>Headline ([^<]*)</g)].map((match) => match[1]);
  return { queue: headlines(queue), changed: headlines(changed) };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the admins’ review, on ${kind}`, () => {
    test('has what waits, longest waiting first, and not the admin’s own', async () => {
      const { gate, writer, admin, second, newDraft, submit } = await officeOn(kind);
      const older = await newDraft('ada', 'older');
      const newer = await newDraft('ada', 'newer');
      const own = await newDraft('chief', 'of the admin');
      await newDraft('ada', 'not submitted');
      await submit(admin, own);
      await submit(writer, newer);
      await submit(writer, older);
      assert.deepEqual((await listsOf(admin)).queue, ['newer', 'older']);
      const other = await browserOf(gate, second);
      assert.deepEqual((await listsOf(other)).queue, ['of the admin', 'newer', 'older']);
      leadsTo(await writer.submit(`/desk/edit/pieces/${newer}/withdraw`));
      assert.deepEqual((await listsOf(admin)).queue, ['older']);
      await submit(writer, newer);
      assert.deepEqual((await listsOf(admin)).queue, ['older', 'newer']);
    });

    test('has what changed since it was approved, latest change first', async () => {
      const { gate, writer, admin, newDraft, submit, approve } = await officeOn(kind);
      const ids = [await newDraft('ada', 'one'), await newDraft('ada', 'two')];
      for (const id of ids) {
        await submit(writer, id);
        await approve(id);
      }
      assert.deepEqual((await listsOf(admin)).changed, []);
      for (const [index, id] of ids.entries()) {
        gate.clock.advance(1000);
        const words = `changed ${index}`;
        leadsTo(await writer.submit(`/desk/edit/pieces/${id}`, textFields(words, 1)));
      }
      assert.deepEqual((await listsOf(admin)).changed, [], 'a working copy is nobody’s affair');
      for (const id of ids) await submit(writer, id, 2);
      assert.deepEqual((await listsOf(admin)).changed, ['changed 1', 'changed 0']);
    });

    test('is nobody else’s', async () => {
      const { writer, newDraft, submit } = await officeOn(kind);
      const id = await newDraft('ada', 'own');
      await submit(writer, id);
      for (const url of ['/desk/review', `/desk/review/${id}`, '/desk/writers']) {
        assert.equal((await writer.open(url)).statusCode, 404, url);
      }
    });
  });

  describe(`the admins’ deeds, on ${kind}`, async () => {
    const { gate, writer, admin } = await officeOn(kind);
    const token = await admin.csrfToken('/desk');
    const author = async (slug: string) => gate.context.store.authors.bySlug(slug);
    const deed = async (name: string, slug: string) =>
      (await admin.post('/desk/writers', { form_token: token, deed: name, slug })).statusCode;

    test('come to the same when they are done twice', async () => {
      for (const [name, verified, suspended] of [
        ['verify', 1, false],
        ['unverify', 0, false],
        ['suspend', 0, true],
        ['reinstate', 0, false],
      ] as const) {
        for (const _ of [1, 2]) {
          assert.equal(await deed(name, 'ada'), 303, name);
          const ada = await author('ada');
          assert.equal(ada?.identity_verified, verified);
          assert.equal(ada?.suspended_at !== null, suspended);
        }
      }
    });

    test('reach nobody who is not there', async () => {
      for (const name of ['verify', 'unverify', 'suspend', 'reinstate']) {
        assert.equal(await deed(name, 'nobody'), 404, name);
        for (const slug of ['', '\u0000', 'a\u0000', "' OR 1=1", 'x'.repeat(65)]) {
          assert.equal(await deed(name, slug), 400, `${name} ${slug}`);
        }
      }
      for (const name of ['', 'delete', 'constructor', '__proto__', 'toString']) {
        assert.equal(await deed(name, 'ada'), 400, name);
      }
    });

    test('do not lock the admin out, by an old slug neither', async () => {
      assert.equal(await deed('suspend', 'chief'), 403);
      leadsTo(await admin.submit('/desk/edit/profile', { name: 'Boss', slug: 'boss' }));
      for (const slug of ['boss', 'chief']) assert.equal(await deed('suspend', slug), 403, slug);
      assert.equal((await admin.open('/desk')).statusCode, 200);
      assert.equal((await author('boss'))?.suspended_at, null);
    });

    test('are no writer’s', async () => {
      const own = await browserOf(gate, {
        slug: 'ada',
        email: 'ada@press.example',
        password: 'the password of ada',
      });
      const form_token = await own.csrfToken('/desk');
      const answer = await own.post('/desk/writers', { form_token, deed: 'verify', slug: 'ada' });
      assert.equal(answer.statusCode, 404);
      assert.equal((await author('ada'))?.identity_verified, 0);
      assert.equal((await writer.open('/desk/writers')).statusCode, 303);
    });
  });
}
