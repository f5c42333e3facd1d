// Several people, tabs and processes at the same moment: each gets through or is told, none half.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { assertSound } from '../support/databases/consistency.ts';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { DeskBrowser } from '../support/desk/desk-browser.ts';
import { textFields } from '../support/desk/texts.ts';
import {
  addKey,
  addWriter,
  browserOf,
  DRAFT,
  type Gate,
  gateAt,
  post,
  startGate,
} from '../support/gate.ts';
import { at, listAt } from '../support/json.ts';
import { rounds } from '../support/soak.ts';

/** One person at the desk of each of two processes. */
interface Seat {
  slug: string;
  key: string;
  token: string;
  tabs: [DeskBrowser, DeskBrowser];
}

async function seatAt(gate: Gate, other: Gate, slug: string, admin = false): Promise<Seat> {
  const here = await browserOf(gate, await addWriter(gate, slug, { admin }));
  const there = new DeskBrowser(other.app);
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  const { key } = await addKey(gate, slug);
  return { slug, key, token: await here.csrfToken('/desk'), tabs: [here, there] };
}

async function twoOf(kind: DatabaseKind, settings = {}) {
  const gate = await startGate(kind, settings);
  const other = await gateAt(gate.place, settings, gate.clock);
  const seat = (slug: string, admin = false) => seatAt(gate, other, slug, admin);
  const newDraft = async ({ key }: Seat) =>
    String(JSON.parse((await post(gate, key, DRAFT)).body).id);
  return { gate, seat, newDraft };
}

const go = async ({ tabs, token }: Seat, tab: 0 | 1, path: string, fields = {}) =>
  (await tabs[tab].post(path, { ...fields, form_token: token })).statusCode;

const publish = (seat: Seat, tab: 0 | 1, id: string, version = 1) =>
  go(seat, tab, `/desk/edit/pieces/${id}/publish`, { version: String(version) });

/** The possible results of several moves, of which one comes first. */
const sorted = (statuses: number[]) => statuses.toSorted((one, two) => one - two);

for (const kind of DATABASES) {
  describe(`at the same moment, on ${kind}`, async () => {
    const { gate, seat, newDraft } = await twoOf(kind);
    const { store } = gate.context;
    const ada = await seat('ada');

    test('writers who publish together all get through', async () => {
      const seats = [ada, await seat('bob'), await seat('eve'), await seat('kim')];
      for (let round = 0; round < rounds(3, 30); round += 1) {
        const drafts = await Promise.all(
          seats
            .flatMap((each) => [each, each, each])
            .map(async (each) => ({ each, id: await newDraft(each) })),
        );
        const statuses = await Promise.all(
          drafts.map(({ each, id }, nth) => publish(each, nth % 2 === 0 ? 0 : 1, id)),
        );
        assert.deepEqual(new Set(statuses), new Set([303]), statuses.join(' '));
        const recent = JSON.parse(
          (await gate.app.inject('/api/public/pieces/recent?limit=100')).body,
        );
        const shown = listAt(recent, 'items').map((item) => String(at(item, 'id')).slice(-36));
        for (const { id } of drafts) assert.ok(shown.includes(id));
        await assertSound(gate.place);
      }
    });

    test('a double click publishes once', async () => {
      for (let round = 0; round < rounds(5, 50); round += 1) {
        const id = await newDraft(ada);
        const statuses = await Promise.all([
          publish(ada, 0, id),
          publish(ada, 1, id),
          publish(ada, 0, id),
        ]);
        assert.deepEqual(sorted(statuses), [303, 409, 409]);
        const moves = await store.pieces.moves(id);
        assert.deepEqual(
          moves.map(({ act }) => act),
          ['create', 'publish'],
        );
      }
      await assertSound(gate.place);
    });

    test('a save and a publication: what goes out is what was shown', async () => {
      for (let round = 0; round < rounds(5, 50); round += 1) {
        const id = await newDraft(ada);
        const [saved, published] = await Promise.all([
          go(ada, 0, `/desk/edit/pieces/${id}`, textFields('newer', 1)),
          publish(ada, 1, id),
        ]);
        assert.equal(saved, 303);
        assert.ok(published === 303 || published === 409, String(published));
        const shown = await gate.app.inject(`/api/public/pieces/${id}`);
        assert.equal(shown.statusCode, published === 303 ? 200 : 404);
        assert.ok(!shown.body.includes('newer'));
      }
      await assertSound(gate.place);
    });

    test('two saves over one version: one is kept, the other told', async () => {
      for (let round = 0; round < rounds(5, 50); round += 1) {
        const id = await newDraft(ada);
        const page = `/desk/edit/pieces/${id}`;
        const statuses = await Promise.all([
          go(ada, 0, page, textFields('left', 1)),
          go(ada, 1, page, textFields('right', 1)),
        ]);
        assert.deepEqual(sorted(statuses), [303, 409]);
        assert.equal((await store.pieces.byId(id))?.working_version, 2);
      }
    });

    test('a deletion and a publication: one of them happened', async () => {
      for (let round = 0; round < rounds(5, 50); round += 1) {
        const id = await newDraft(ada);
        const [deleted, published] = await Promise.all([
          go(ada, 0, `/desk/edit/pieces/${id}/delete`),
          publish(ada, 1, id),
        ]);
        const shown = await gate.app.inject(`/api/public/pieces/${id}`);
        if (deleted === 303) {
          assert.ok(published === 404 || published === 409, String(published));
          assert.equal(shown.statusCode, 404);
        } else {
          assert.deepEqual([deleted, published, shown.statusCode], [409, 303, 200]);
        }
      }
      await assertSound(gate.place);
    });

    test('a suspension and any move: nothing of the suspended is public, and back it comes', async () => {
      for (let round = 0; round < rounds(9, 90); round += 1) {
        const sue = await seat(`sue-${round}`);
        const id = await newDraft(sue);
        const page = `/desk/edit/pieces/${id}`;
        const moves = [
          () => publish(sue, 1, id),
          () => publish(sue, 1, id, 2),
          () => go(sue, 1, `${page}/unpublish`),
        ];
        if (round % 3 > 0) await publish(sue, 0, id);
        if (round % 3 === 1) await go(sue, 0, page, textFields('changed', 1));
        const [status] = await Promise.all([
          moves[round % 3]?.(),
          suspendWriter(gate.context, sue.slug),
        ]);
        // Done, or sent to the sign-in because the session was over.
        assert.equal(status, 303);
        assert.equal((await gate.app.inject(`/api/public/pieces/${id}`)).statusCode, 404);
        await assertSound(gate.place);
        await reinstateWriter(gate.context, sue.slug);
        await assertSound(gate.place);
      }
    });
  });

  describe(`at the same moment, with REVIEW=on, on ${kind}`, async () => {
    const { gate, seat, newDraft } = await twoOf(kind, { REVIEW: 'on' });
    const { store } = gate.context;
    const ada = await seat('ada');
    const chief = await seat('chief', true);
    const second = await seat('second', true);

    async function pending(): Promise<string> {
      const id = await newDraft(ada);
      assert.equal(await publish(ada, 0, id), 303);
      return id;
    }
    const decide = (admin: Seat, tab: 0 | 1, id: string, decision: string) =>
      go(admin, tab, `/desk/review/${id}`, { decision, version: '1' });

    test('two admins decide: one of them did', async () => {
      for (let round = 0; round < rounds(5, 50); round += 1) {
        const id = await pending();
        const [approved, rejected] = await Promise.all([
          decide(chief, 0, id, 'approve'),
          decide(second, 1, id, 'reject'),
        ]);
        assert.deepEqual(sorted([approved, rejected]), [303, 404]);
        const status = (await store.pieces.byId(id))?.status;
        assert.equal(status, approved === 303 ? 'approved' : 'rejected');
        await assertSound(gate.place);
      }
    });

    test('a withdrawal and an approval: one of them happened', async () => {
      for (let round = 0; round < rounds(5, 50); round += 1) {
        const id = await pending();
        const [withdrawn, approved] = await Promise.all([
          go(ada, 0, `/desk/edit/pieces/${id}/withdraw`),
          decide(chief, 1, id, 'approve'),
        ]);
        const status = (await store.pieces.byId(id))?.status;
        if (withdrawn === 303) assert.deepEqual([approved, status], [404, 'draft']);
        else assert.deepEqual([withdrawn, approved, status], [409, 303, 'approved']);
        await assertSound(gate.place);
      }
    });
  });
}
