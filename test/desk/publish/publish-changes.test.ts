// A live piece and its working copy: what is edited is not public until its changes are published.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { at } from '../../support/json.ts';

const PUBLIC = [
  (id: string) => `/api/public/pieces/${id}`,
  () => '/api/public/pieces/recent',
  () => '/api/public/pieces/search?q=hat',
  () => '/api/public/authors/ada',
];

for (const kind of DATABASES_IN_FULL) {
  describe(`publishing changes, on ${kind}`, async () => {
    const { gate, writer, piece, save } = await startEditing(kind);
    const everything = (id: string) =>
      Promise.all(PUBLIC.map(async (url) => (await gate.app.inject(url(id))).body));
    const publicPiece = async (id: string) =>
      at((await gate.app.inject(`/api/public/pieces/${id}`)).json(), 'piece');

    test('edits change nothing public; publishing them moves date_modified alone', async () => {
      const page = await piece();
      const id = idOf(page);
      await save(page, 1, { headline: 'A red hat', body_md: 'The hat was red.' });
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      const [before, first] = [await everything(id), await publicPiece(id)];
      await save(page, 2, { headline: 'A blue hat', body_md: 'The hat was blue.' });
      await save(page, 3, { headline: 'A green hat', body_md: 'The hat was green.' });
      leadsTo(await writer.submit(`${page}/versions/3`, { version: '4' }));
      assert.deepEqual(await everything(id), before);
      gate.clock.advance(60_000);
      leadsTo(await writer.submit(`${page}/publish`, { version: '5' }));
      const second = await publicPiece(id);
      assert.equal(at(second, 'title'), 'A blue hat');
      assert.equal(at(second, 'date_modified'), gate.clock.now().toISOString());
      assert.notEqual(at(second, 'date_modified'), at(first, 'date_modified'));
      for (const kept of ['date_published', 'url', 'id']) {
        assert.equal(at(second, kept), at(first, kept), kept);
      }
    });

    test('the difference is shown first, then the preview', async () => {
      const page = await piece();
      await save(page, 1, { headline: 'A red hat', body_md: 'The hat was red.' });
      const plain = await writer.open(`${page}/publish`);
      assert.ok(!/<ins>|<del>/.test(plain.body), 'a first publication has no difference');
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      await save(page, 2, { headline: 'A red hat', body_md: 'The hat was blue.', tags: 'hats' });
      const { body } = await writer.open(`${page}/publish`);
      const [difference = '', preview = ''] = body.split('aria-label="Preview"');
      assert.match(difference, /The hat was <del>red<\/del>\./);
      assert.match(difference, /The hat was <ins>blue<\/ins>\./);
      assert.match(difference, /<ins>hats<\/ins>/);
      assert.match(difference, /Publish changes<\/button>/);
      assert.match(preview, /<p>The hat was blue\.<\/p>/);
      assert.ok(!preview.includes('red.'));
    });

    test('a text saved as it was differs in nothing', async () => {
      const page = await piece();
      leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
      await save(page, 1, { headline: 'Headline one', body_md: 'Body one.' });
      assert.match(
        (await writer.open(`${page}/publish`)).body,
        /Everything you wrote is already public/,
      );
    });

    test('restoring the live version is “nothing changed”', async () => {
      const page = await piece();
      const ahead = async () =>
        /data-ahead( hidden)?>Changes not published/.exec((await writer.open(page)).body)?.[1] !==
        ' hidden';
      leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
      await save(page, 1, { body_md: 'Another text.' });
      assert.equal(await ahead(), true);
      const restored = leadsTo(await writer.submit(`${page}/versions/1`, { version: '2' }));
      const { body } = await writer.open(restored);
      assert.match(body, /role="status">Restored\. Your text matches what readers see again/);
      assert.equal(await ahead(), false);
      assert.ok(!(await writer.open('/desk?status=changes')).body.includes(page));
      const again = await writer.submit(`${page}/publish`, { version: '3' }, page);
      assert.equal(again.statusCode, 409);
      await save(page, 3, { body_md: 'Another text again.' });
      assert.equal(await ahead(), true);
      const other = leadsTo(await writer.submit(`${page}/versions/2`, { version: '4' }));
      assert.match(
        (await writer.open(other)).body,
        /role="status">Restored\. It’s now your working copy/,
      );
    });
  });
}
