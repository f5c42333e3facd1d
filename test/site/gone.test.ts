// An unpublished piece immediately disappears from every page, and an unpublished draft is on none.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../support/desk/editing.ts';
import { textFields } from '../support/desk/texts.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`what readers see, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { app, context } = editing.gate;
    const tagged = { tags: 'herons', category: 'life' };

    const publish = async (by: typeof editing.writer, page: string, version: number) =>
      leadsTo(await by.submit(`${page}/publish`, { version: String(version) }));

    /** Another writer's piece with the same tag, whose page shows related ones. */
    const other = leadsTo(
      await editing.stranger.submit('/desk/edit/pieces/new', {
        ...textFields('of another'),
        ...tagged,
      }),
    );
    await publish(editing.stranger, `/desk/edit/pieces/${idOf(other)}`, 1);

    const made = leadsTo(
      await editing.writer.submit('/desk/edit/pieces/new', {
        ...textFields('about Kingfishers'),
        sub: 'A Kingfisher standfirst',
        ...tagged,
      }),
    );
    const id = idOf(made);
    const page = `/desk/edit/pieces/${id}`;
    const own = '/author/ada/headline-about-kingfishers';

    const LISTS = [
      ...['/', '/category/life', '/search?q=kingfishers', '/tag/herons'],
      '/author/bob/headline-of-another',
    ];
    const ALONE = [own, `/pieces/${id}`, `/pieces/${id}/social.png`];

    const isSeen = async () => {
      const seen: string[] = [];
      for (const path of [...LISTS, '/author/ada']) {
        const { body, statusCode } = await app.inject(path);
        if (statusCode === 200 && /about (?:<mark>)?Kingfishers/.test(body)) seen.push(path);
      }
      for (const path of ALONE) {
        if ((await app.inject(path)).statusCode < 400) seen.push(path);
      }
      return seen;
    };
    const EVERYWHERE = [...LISTS, '/author/ada', ...ALONE];

    test('a draft is nowhere', async () => {
      assert.deepEqual(await isSeen(), []);
    });

    test('what is published is everywhere', async () => {
      await publish(editing.writer, page, 1);
      assert.deepEqual(await isSeen(), EVERYWHERE);
    });

    test('a change is nowhere until it is published', async () => {
      await editing.save(page, 1, { ...tagged, headline: 'Grebes now', sub: 'Grebes' });
      for (const path of [...LISTS, '/author/ada', own]) {
        assert.doesNotMatch((await app.inject(path)).body, /Grebes/, path);
      }
      assert.doesNotMatch((await app.inject('/search?q=grebes')).body, /Grebes now/);
      await publish(editing.writer, page, 2);
      assert.match((await app.inject(own)).body, /<h1>Grebes now<\/h1>/);
      assert.match((await app.inject('/category/life')).body, /Grebes now/);
      await editing.save(page, 2, { ...textFields('about Kingfishers', 2), ...tagged });
      await publish(editing.writer, page, 3);
      assert.deepEqual(await isSeen(), EVERYWHERE);
    });

    test('what is unpublished is nowhere, and back when it is published again', async () => {
      leadsTo(await editing.writer.submit(`${page}/unpublish`, {}));
      assert.deepEqual(await isSeen(), []);
      await publish(editing.writer, page, 3);
      assert.deepEqual(await isSeen(), EVERYWHERE);
    });

    test('a suspended writer is nowhere, and back when reinstated', async () => {
      await suspendWriter(context, 'ada');
      assert.deepEqual(await isSeen(), []);
      assert.equal((await app.inject('/author/ada')).statusCode, 404);
      await reinstateWriter(context, 'ada');
      assert.deepEqual(await isSeen(), EVERYWHERE);
    });
  });
}
