// A form that was sent over a newer version, without script: what differs is shown, and merged where it can be.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { threadTasks } from '../../support/thread-tasks.ts';

const FIELDS = { headline: 'A', category: 'life', frame: 'lesson', style: 'essay', locale: 'en' };

for (const kind of DATABASES_IN_FULL) {
  describe(`a form over a newer version, on ${kind}`, async () => {
    const { gate, writer, piece, save } = await startEditing(kind);
    const version = async (page: string, number: number) =>
      (await gate.context.store.pieces.version(idOf(page), number))?.body_md;

    test('is merged where different paragraphs changed, and saved once the writer says so', async () => {
      const page = await piece();
      await save(page, 1, { ...FIELDS, body_md: 'One.\n\nTwo.' });
      await save(page, 2, { ...FIELDS, body_md: 'One, elsewhere.\n\nTwo.' });
      const mine = { ...FIELDS, body_md: 'One.\r\n\r\nTwo, here.', tags: 'mine' };
      const { statusCode, body } = await writer.submit(page, { ...mine, version: '2' });
      assert.equal(statusCode, 409);
      assert.match(body, /those changes have been merged with yours/);
      assert.match(body, /<table class="comparison">/);
      assert.match(body, /<td class="diff-text"[^>]*>One<del>, elsewhere<\/del>\.<\/td>/);
      const [, merged = ''] = /<textarea id="body_md"[^>]*>\n([^<]*)</.exec(body) ?? [];
      assert.equal(merged, 'One, elsewhere.\n\nTwo, here.');
      assert.match(body, /name="tags" type="text" value="mine"/);
      assert.match(body, /name="version" value="3"/);
      assert.equal(await version(page, 4), undefined, 'nothing is saved yet');
      leadsTo(await writer.submit(page, { ...mine, body_md: merged, version: '3' }));
      assert.equal(await version(page, 4), merged);
    });

    test('with tens of thousands of paragraphs is compared and merged on a thread', async () => {
      const long = (from: string) =>
        Array.from({ length: 33_000 }, (_, at) => from[at % from.length]).join('\n\n');
      const page = await piece();
      await save(page, 1, { ...FIELDS, body_md: long('abc') });
      await save(page, 2, { ...FIELDS, body_md: long('acb') });
      const tasks = await threadTasks(async () => {
        const fields = { ...FIELDS, body_md: long('bac'), version: '2' };
        assert.equal((await writer.submit(page, fields)).statusCode, 409);
      });
      assert.deepEqual(tasks.toSorted(), ['compare', 'merge']);
    });

    test('is shown beside the newer one where both changed the same', async () => {
      const page = await piece();
      await save(page, 1, { ...FIELDS, body_md: 'One.' });
      await save(page, 2, { ...FIELDS, body_md: 'One left.' });
      const { body } = await writer.submit(page, {
        ...FIELDS,
        body_md: 'One right.',
        version: '2',
      });
      assert.match(body, /One <del>left<\/del>\./);
      assert.match(body, /One <ins>right<\/ins>\./);
      assert.match(body, /<textarea id="body_md"[^>]*>\nOne right\.</);
      assert.match(body, /Save mine over it/);
      assert.match(body, /<a href="">use the newer text<\/a>/);
    });
  });
}
