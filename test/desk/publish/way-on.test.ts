// A piece that a reviewer sent back always offers a next step next to the review, and none leads straight to
// publication.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { addWriter, browserOf, startGate } from '../../support/gate.ts';

/** The buttons of the notice by their labels, and the request to the writer. */
function noticeOf(body: string) {
  const [notice = ''] = /<section class="notice[^>]*>.*?<\/section>/s.exec(body) ?? [];
  const buttons = notice.matchAll(/<(?:button|a class="button)[^>]*>([^<]+)</g);
  return { notice, buttons: [...buttons].map(([, words]) => words) };
}

const WAYS_ON = [
  { status: 'rejected', review: 'off', buttons: ['Reopen'], from: 'reopen' },
  { status: 'rejected', review: 'on', buttons: ['Reopen'], from: 'reopen' },
  { status: 'changes_requested', review: 'off', buttons: ['Reopen'], from: 'reopen' },
  { status: 'changes_requested', review: 'on', buttons: ['Submit for review'], from: null },
  { status: 'pending', review: 'off', buttons: ['Withdraw'], from: 'withdraw' },
  { status: 'pending', review: 'on', buttons: ['Withdraw'], from: 'withdraw' },
] as const;

for (const kind of DATABASES_IN_FULL) {
  for (const review of ['off', 'on'] as const) {
    describe(`a way on, with REVIEW=${review}, on ${kind}`, async () => {
      const gate = await startGate(kind, { REVIEW: review });
      const writer = await browserOf(gate, await addWriter(gate, 'ada'));
      const stands = async (id: string) => (await gate.context.store.pieces.byId(id))?.status;

      for (const { status, buttons, from } of WAYS_ON.filter((each) => each.review === review)) {
        test(`${status}: ${buttons}`, async () => {
          const line = piece('ada', { status, published_at: undefined });
          await importArchive(gate.context, [JSON.stringify(line)]);
          const page = `/desk/edit/pieces/${line.id}`;
          const { body } = await writer.open(page);
          assert.deepEqual(noticeOf(body).buttons, buttons, noticeOf(body).notice || body);
          const publish = await writer.submit(`${page}/publish`, { version: '1' }, '/desk');
          if (!from) {
            leadsTo(publish);
            assert.equal(await stands(line.id), 'pending');
            assert.equal((await writer.submit(`${page}/reopen`, {}, '/desk')).statusCode, 409);
            return;
          }
          assert.equal(publish.statusCode, 409, 'not straight to the public');
          assert.equal(await stands(line.id), status);
          leadsTo(await writer.submit(`${page}/${from}`, {}, '/desk'));
          assert.equal(await stands(line.id), 'draft');
          assert.equal(noticeOf((await writer.open(page)).body).notice, '');
          leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
          assert.equal(await stands(line.id), review === 'on' ? 'pending' : 'approved');
        });
      }

      test('an admin’s desk says what waits for review, nobody else’s', async () => {
        const waits = [piece('ada', { status: 'pending', published_at: undefined })];
        await importArchive(
          gate.context,
          waits.map((line) => JSON.stringify(line)),
        );
        const said = async (slug: string, isAdmin: boolean) => {
          const reader = await browserOf(gate, await addWriter(gate, slug, { admin: isAdmin }));
          return /href="\/desk\/review">(\d+) pieces wait for review/.exec(
            (await reader.open('/desk')).body,
          )?.[1];
        };
        const pending = (await gate.context.store.review.pending()).length;
        assert.equal(await said('chief', true), review === 'on' ? String(pending) : undefined);
        assert.equal(await said('bo', false), undefined);
      });
    });
  }
}
