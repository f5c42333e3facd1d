// What the desk says before it acts: the effect of unpublishing, the URL of the new page, and how a waiting piece will
// look.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';

const MARKDOWN = 'A *red* hat.\n\n- one\n- two\n';

const DECISIONS: [decision: string, toAdmin: RegExp, toWriter: RegExp][] = [
  ['approve', /role="status">Approved\./, /Public at <a/],
  ['ask_for_changes', /role="status">Sent back\./, /asked for changes: “Too &lt;red&gt;\.”/],
  ['reject', /role="status">Rejected\./, /rejected this piece: “Too &lt;red&gt;\.”/],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`before it acts, on ${kind}`, async () => {
    const { gate, writer, piece, drafted, save } = await startEditing(kind);
    const opened = async (url: string) => {
      const { statusCode, body } = await writer.open(url);
      assert.equal(statusCode, 200, body);
      return body;
    };
    const isPublic = async (page: string) =>
      (await gate.app.inject(`/api/public/pieces/${idOf(page)}`)).statusCode === 200;

    test('unpublishing is asked for once, with what it does', async () => {
      const page = await piece();
      assert.match(await opened(`${page}/unpublish`), /This piece isn’t public/);
      await save(page, 1, { headline: 'A red hat', body_md: MARKDOWN });
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      const shown = await opened(page);
      assert.match(shown, new RegExp(`<a class="button" href="${page}/unpublish">`));
      assert.ok(!shown.includes(`action="${page}/unpublish"`), 'nothing happens at one press');
      const asked = await opened(`${page}/unpublish`);
      assert.match(asked, /Unpublish “A red hat”\?/);
      assert.match(
        asked,
        /Its URL will show “404 Not Found”.*press\.example\/author\/ada\/a-red-hat<\/span>/,
      );
      assert.match(asked, /You keep the text as a draft/);
      assert.match(asked, new RegExp(`<a href="${page}">Cancel</a>`));
      assert.ok(await isPublic(page));
      const done = leadsTo(await writer.submit(`${page}/unpublish`));
      assert.ok(!(await isPublic(page)));
      assert.match(await opened(done), /role="status">Unpublished\. Its URL now shows “404/);
    });

    test('category, language, tags and address stand before the button, to be changed', async () => {
      const page = await piece();
      const fields = { headline: 'A red hat', body_md: MARKDOWN, tags: 'hats, red' };
      await save(page, 1, { ...fields, category: 'life', locale: 'pt-BR' });
      const body = await opened(`${page}/publish`);
      const [before = '', after = ''] = body.split('<button class="primary">Publish</button>');
      assert.match(before, /<dt>Category<\/dt><dd><strong>Life<\/strong>/);
      assert.match(before, /<dt>Language<\/dt><dd>Brazilian Portuguese \(pt-BR\)/);
      assert.match(before, /<dt>Tags<\/dt><dd>hats, red/);
      assert.match(before, /class="url muted">press\.example\/author\/ada\/</);
      const path = `/author/ada/${/name="slug"[^>]* value="([^"]+)"/.exec(before)?.[1]}`;
      for (const field of ['category', 'locale', 'tags']) {
        assert.ok(before.includes(`href="${page}#${field}"`), field);
        assert.match(await opened(page), new RegExp(` id="${field}"`));
      }
      assert.match(after, /<article lang="pt-BR" dir="ltr">/);
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      const answer = await gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      assert.equal(new URL(answer.json().piece.url).pathname, path);
      await save(page, 2, { ...fields, headline: 'A blue hat' });
      const again = await opened(`${page}/publish`);
      assert.ok(again.includes(`${path}<`), 'the address stays');
      assert.match(await opened(page), new RegExp(`Public at <a[^>]* href="[^"]+${path}"`));
    });

    test('a machine’s draft leads on to publishing from where its words are told apart', async () => {
      const page = await drafted({ headline: 'By a machine', body_md: 'One two three.' });
      await save(page, 1);
      const body = await opened(`${page}/machine`);
      const link = `<a class="button primary" href="${page}/publish">Publish</a>`;
      assert.ok(body.includes(link), body);
      assert.match(body.slice(body.indexOf(link)), /Version 2</);
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      assert.ok(!(await opened(`${page}/machine`)).includes(`${page}/publish`));
    });

    test('the desk’s first page leads to import and download', async () => {
      const body = await opened('/desk');
      assert.match(body, /<a href="\/desk\/import">Import a file<\/a>/);
      assert.match(body, /<a href="\/desk\/download" download>Download my writing<\/a>/);
    });
  });

  describe(`with REVIEW=on, on ${kind}`, async () => {
    const { writer, stranger: admin, piece, save } = await startEditing(kind, { REVIEW: 'on' });

    test('a piece that waits is shown as it will be published, to both', async () => {
      const page = await piece();
      await save(page, 1, { headline: 'A red hat', body_md: MARKDOWN });
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      const review = page.replace('edit/pieces', 'review');
      for (const { body } of [await writer.open(page), await admin.open(review)]) {
        assert.match(body, /<h1>A red hat<\/h1>/);
        assert.match(body, /<p>A <em>red<\/em> hat\.<\/p>\n<ul>\n<li>one<\/li>/);
        assert.ok(!body.includes('*red*'), body);
      }
      const { body } = await admin.open(review);
      assert.match(body, /By ada/);
    });

    test('what a reviewer decided is said to both, with the note', async () => {
      for (const [decision, toAdmin, toWriter] of DECISIONS) {
        const page = await piece();
        leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
        const review = page.replace('edit/pieces', 'review');
        const decided = await admin.submit(review, { decision, version: '1', note: 'Too <red>.' });
        assert.match((await admin.open(leadsTo(decided))).body, toAdmin);
        assert.match((await writer.open(page)).body, toWriter);
      }
    });
  });
}
