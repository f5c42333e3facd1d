// A piece that isn't at one's desk: its page says whose it is, to those who may know that, and nothing to others.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { addWriter, browserOf } from '../../support/gate.ts';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const NONE = 'There is no such piece at your desk.';

async function headingOf(browser: DeskBrowser, path: string): Promise<string> {
  const { statusCode, body } = await browser.open(path);
  assert.equal(statusCode, 404, body);
  return /<h1[^>]*>([^<]*)</.exec(body)?.[1] ?? '';
}

for (const kind of DATABASES_IN_FULL) {
  describe(`a piece of another writer, on ${kind}`, async () => {
    const { gate, writer, stranger: chief, piece } = await startEditing(kind);
    const other = await browserOf(gate, await addWriter(gate, 'cal'));
    const pages = (page: string) =>
      ['', '/publish', '/versions', '/proposals', '/schedule', '/delete'].map((end) => page + end);

    test('is like a piece that does not exist, unless it is public', async () => {
      const draft = await piece();
      for (const page of pages(draft)) assert.equal(await headingOf(other, page), NONE, page);
      const nobodys = `/desk/edit/pieces/${NOBODYS}`;
      for (const page of pages(nobodys)) assert.equal(await headingOf(other, page), NONE, page);
      assert.equal(await headingOf(other, `/desk/trash/${idOf(draft)}`), NONE);
      assert.equal(await headingOf(writer, nobodys), NONE);
      leadsTo(await writer.submit(`${draft}/publish`, { version: '1' }));
      for (const page of pages(draft)) {
        assert.equal(await headingOf(other, page), 'This piece is ada’s.', page);
      }
    });

    test('is its writer’s, for an admin', async () => {
      const draft = await piece();
      assert.equal(await headingOf(chief, draft), 'This piece is ada’s.');
      assert.equal(await headingOf(chief, `/desk/edit/pieces/${NOBODYS}`), NONE);
    });

    test('is not saved by a call of another writer’s page either', async () => {
      const draft = await piece();
      const sent = await other.submit(`${draft}/save`, { version: '1', body_md: 'Mine.' }, '/desk');
      assert.equal(sent.statusCode, 404);
      assert.ok(!sent.body.includes('No published piece'), sent.body);
    });

    test('is private again once its writer is suspended', async () => {
      const published = await piece();
      leadsTo(await writer.submit(`${published}/publish`, { version: '1' }));
      await suspendWriter(gate.context, 'ada');
      assert.equal(await headingOf(other, published), NONE);
    });
  });
}
