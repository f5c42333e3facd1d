// A proposal of which the writer takes some changes stays open with the others, compared with the new text.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { exportText } from '../support/archive/archives.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { addKey, addWriter, browserOf, post, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';

const TEXT = ['One is here.', 'Two is here.', 'Three is here.', 'Four is here.'];
const bodyOf = (lines: readonly string[]) => lines.join('\n\n');

for (const kind of DATABASES) {
  describe(`a proposal of four changes, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { app, context } = gate;
    const ada = await browserOf(gate, await addWriter(gate, 'ada'));
    const { key } = await addKey(gate, 'ada', { name: 'drafter' });
    const agent = await addKey(gate, 'ada', { name: 'agent' });

    async function proposed() {
      const body_md = bodyOf(TEXT);
      const made = (await post(gate, key, { headline: 'Gullies', body_md })).json<Json>();
      const page = `/desk/edit/pieces/${at(made, 'id')}`;
      const answer = await app.inject({
        method: 'PUT',
        url: `/api/v1/pieces/${at(made, 'id')}`,
        headers: { authorization: `Bearer ${agent.key}`, 'if-match': '"v1"' },
        payload: { headline: 'Gullies', body_md: bodyOf(TEXT.map((line) => `${line} Or not.`)) },
      });
      assert.equal(answer.statusCode, 202, answer.body);
      const path = `${page}/proposals/${at(answer.json<Json>(), 'proposal', 'id')}`;
      return { id: String(at(made, 'id')), page, path };
    }
    const take = async (path: string, version: number, ...changes: string[]) =>
      leadsTo(
        await ada.submit(path, {
          ...{ take: changes.length > 0 ? 'chosen' : 'all', version: String(version) },
          ...Object.fromEntries(changes.map((each) => [`change-${each}`, 'yes'])),
        }),
      );
    const workingText = async (id: string) => {
      const piece = await context.store.pieces.byId(id);
      return (await context.store.pieces.version(id, piece?.working_version ?? 0))?.body_md;
    };
    const stateOf = async (id: string) => (await context.store.proposals.ofPiece(id))[0];
    const boxes = (body: string) =>
      [...body.matchAll(/name="change-([\w-]+)"/g)].map((match) => match[1]);

    test('stays open with three after one is taken, until none is left', async () => {
      const { id, page, path } = await proposed();
      assert.equal(await take(path, 1, 'text-2'), `${path}?done=part`);
      assert.equal(await workingText(id), bodyOf(TEXT.with(1, 'Two is here. Or not.')));
      const { body } = await ada.open(path);
      assert.match(body, /Open · 1 of 4 taken/);
      assert.deepEqual(boxes(body), ['text-1', 'text-3', 'text-4']);
      assert.match(body, /Take all others/);
      assert.match((await ada.open(page)).body, /has proposed\s+changes \(1 of 4 taken\)/);
      assert.match((await ada.open(`${page}/proposals`)).body, /1 of 4 taken/);

      // The writer rewrites one of the others, and the one that was taken.
      const own = ['One is here.', 'Two is mine.', 'Three is mine.', 'Four is here.'];
      const fields = { headline: 'Gullies', category: 'life', frame: 'lesson' };
      leadsTo(await ada.submit(page, { ...fields, body_md: bodyOf(own), version: '2' }));
      const again = (await ada.open(path)).body;
      assert.deepEqual(boxes(again), ['text-1', 'text-3', 'text-4']);
      assert.equal(again.match(/You’ve changed this part since/g)?.length, 1);

      assert.equal(
        (await ada.submit(path, { take: 'chosen', version: '3', 'change-text-2': 'yes' }))
          .statusCode,
        409,
      );
      await take(path, 3, 'text-4');
      assert.partialDeepStrictEqual(await stateOf(id), {
        ...{ status: 'open', decided_at: null, changes_total: 4 },
        taken_changes: JSON.stringify([
          { id: 'text-2', version: 2 },
          { id: 'text-4', version: 4 },
        ]),
      });
      assert.equal(await take(path, 4), `${page}?done=taken`);
      const all = [
        'One is here. Or not.',
        'Two is mine.',
        'Three is here. Or not.',
        'Four is here. Or not.',
      ];
      assert.equal(await workingText(id), bodyOf(all));
      assert.partialDeepStrictEqual(await stateOf(id), { status: 'taken', taken_version: 5 });
    });

    test('is declined with what is left of it, which says what was taken', async () => {
      const { id, page, path } = await proposed();
      await take(path, 1, 'text-1', 'text-3');
      leadsTo(await ada.submit(path, { take: 'none', version: '2' }));
      assert.match((await ada.open(`${page}/proposals`)).body, /Declined · 2 of 4 taken/);
      assert.equal((await stateOf(id))?.status, 'declined');
      const { body } = await ada.open(path);
      assert.equal(body.match(/chip approved">Taken</g)?.length, 2);
    });

    test('is in the list of pieces, and in what an open editor asks for', async () => {
      const { id, page, path } = await proposed();
      assert.match(
        (await ada.open('/desk')).body,
        new RegExp(`<a href="${path}" aria-label="1 open proposal: Gullies">1 open proposal</a>`),
      );
      const form_token = await ada.csrfToken('/desk');
      const newer = await ada.call(`${page}/newer`, { version: 1, form_token });
      assert.match(
        String(at(newer.json<Json>(), 'proposals')),
        /Key.*“agent”.*has proposed\s+changes/,
      );
      await take(path, 1);
      const row = (await ada.open('/desk')).body.split(`"/desk/edit/pieces/${id}"`)[1] ?? '';
      assert.doesNotMatch(row.split('</li>')[0] ?? '', /open proposal/);
    });

    test('is exported with what was taken of it, and imported', async () => {
      const { id, path } = await proposed();
      await take(path, 1, 'text-3');
      const archive = await exportText(context);
      const copy = await contextAt(await freshPlace(kind));
      await importArchive(copy, archive.split('\n'));
      const [there] = await copy.store.proposals.ofPiece(id);
      assert.deepEqual(there, await stateOf(id));
    });
  });
}
