// Scheduling: the writer's move at the desk, with the version that was shown; moved, cancelled, or published now; and
// what the scheduler makes of it, whatever the clock does.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { exportArchive } from '../../../src/operations/archive/export.ts';
import { DATABASES_IN_FULL, freshPlace } from '../../support/databases/databases.ts';
import { contextAt, importLines } from '../../support/databases/existing-database.ts';
import { DAY, HOUR, MINUTE } from '../../support/desk/desk.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { publishDue } from '../../support/due-jobs.ts';
import {
  addKey,
  addWriter,
  browserOf,
  gateAt,
  listOwn,
  post,
  startGate,
} from '../../support/gate.ts';
import { at, listAt } from '../../support/json.ts';

/** Noon by the clock of the tests, in a zone that is two hours ahead in June. */
const ZONE = 'Europe/Berlin';
const berlin = (time: number) => new Date(time + 2 * HOUR).toISOString().slice(0, 16);

for (const kind of DATABASES_IN_FULL) {
  describe(`a schedule, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { context, clock, app } = gate;
    const { store } = context;
    const ada = await addWriter(gate, 'ada');
    let writer = await browserOf(gate, ada);
    const { key } = await addKey(gate, 'ada');
    const soon = (ms = HOUR) => Math.ceil(clock.now().getTime() / MINUTE) * MINUTE + ms;

    async function draft(headline = 'A headline'): Promise<string> {
      const made = await post(gate, key, { headline, body_md: 'The first words.' });
      return String(at(made.json(), 'id'));
    }
    const page = (id: string) => `/desk/edit/pieces/${id}`;
    const later = (time: number) => ({ when: 'later', time: berlin(time), zone: ZONE });
    async function schedule(id: string, time: number, version = '1') {
      leadsTo(await writer.submit(`${page(id)}/publish`, { version, ...later(time) }));
    }
    const edit = (id: string, version: string) =>
      writer.submit(page(id), {
        ...{ version, headline: 'Edited later', body_md: 'Other words.' },
        ...{ category: 'life', frame: 'lesson' },
      });
    const shown = async (id: string) => {
      const answer = await app.inject(`/api/public/pieces/${id}`);
      return answer.statusCode === 404 ? null : at(answer.json(), 'piece');
    };
    const outcomes = async (of = gate) => publishDue(of.context);

    test('publishes what was shown, at its time and not before; later edits stay a working copy', async () => {
      const id = await draft();
      const time = soon();
      await schedule(id, time);
      leadsTo(await edit(id, '1'));
      const { body } = await writer.open(page(id));
      assert.match(body, /Scheduled for Monday 15 June, 15:00 \(Europe\/Berlin\)/);
      assert.match(body, /later edits aren’t included/);
      // Voice control finds a link by its visible words, so its label must contain them.
      const link =
        /aria-label="(Scheduled for Monday 15 June, 15:00[^:]*\([^)]*\)): [^"]+">\1<\/a>/;
      assert.match((await writer.open('/desk')).body, link);
      const read = await app.inject({
        url: `/api/v1/pieces/${id}`,
        headers: { authorization: `Bearer ${key}` },
      });
      assert.partialDeepStrictEqual(at(read.json(), 'piece'), {
        ...{ status: 'draft', scheduled_for: new Date(time).toISOString() },
      });
      const [listed] = listAt((await listOwn(gate, key)).json(), 'pieces');
      assert.equal(at(listed ?? null, 'scheduled_for'), new Date(time).toISOString());
      clock.advance(time - 1 - clock.now().getTime());
      assert.deepEqual(await outcomes(), []);
      assert.equal(await shown(id), null);
      clock.advance(1);
      assert.deepEqual(await outcomes(), ['published']);
      assert.partialDeepStrictEqual(await shown(id), {
        ...{ title: 'A headline', content_text: 'The first words.' },
        date_published: new Date(time).toISOString(),
      });
      assert.partialDeepStrictEqual(await store.pieces.byId(id), {
        ...{ status: 'approved', live_version: 1, working_version: 2, has_changes: 1 },
      });
      const last = (await store.pieces.moves(id)).at(-1);
      assert.partialDeepStrictEqual(last, {
        ...{ act: 'publish', by_name: 'ada', version: 1, declaration: 'human' },
      });
      assert.ok(last?.signature && last.session_id);
      assert.deepEqual(await outcomes(), []);
      assert.doesNotMatch((await writer.open(page(id))).body, /wasn’t running/);
    });

    test('that was missed is published at the next start, which its writer is told', async () => {
      const id = await draft();
      await schedule(id, soon());
      clock.advance(3 * HOUR);
      assert.deepEqual(await outcomes(), ['published']);
      assert.ok(await shown(id));
      assert.match(
        (await writer.open(page(id))).body,
        /but the service wasn’t running then\. It was published on/,
      );
      assert.match((await writer.open('/desk')).body, /but the service wasn’t running then/);
    });

    test('is moved, published now, or cancelled; a newer text is never published in its place', async () => {
      const [moved, now, cancelled] = [await draft(), await draft(), await draft()];
      const time = soon();
      for (const id of [moved, now, cancelled]) await schedule(id, time);
      const url = (id: string, act = '') => `${page(id)}/schedule${act}`;
      leadsTo(await writer.submit(url(moved), later(time + HOUR)));
      leadsTo(await edit(now, '1'));
      // The page has no button that publishes without asking.
      const { body: shownPage } = await writer.open(url(now));
      assert.match(shownPage, /<button class="primary">Reschedule<\/button>/);
      assert.match(
        shownPage,
        /<a class="button" href="[^"]+\/schedule\/publish">Publish now…<\/a>/,
      );
      assert.doesNotMatch(shownPage, /action="[^"]+\/schedule\/publish"/);
      const { body: asked } = await writer.open(url(now, '/publish'));
      assert.match(asked, /Publish “A headline” now\?/);
      assert.match(asked, /name="version" value="1"/);
      assert.match(asked, /You’ve edited the text since then: version 2 isn’t included/);
      assert.equal(await shown(now), null);
      assert.equal((await writer.submit(url(now, '/publish'), { version: '2' })).statusCode, 409);
      leadsTo(await writer.submit(url(now, '/publish'), { version: '1' }));
      assert.partialDeepStrictEqual(await shown(now), { title: 'A headline' });
      leadsTo(await writer.submit(url(cancelled, '/cancel')));
      clock.advance(time - clock.now().getTime());
      assert.deepEqual(await outcomes(), []);
      clock.advance(HOUR);
      assert.deepEqual(await outcomes(), ['published']);
      assert.ok(await shown(moved));
      assert.equal(await shown(cancelled), null);
    });

    test('is refused for a time that is none, has passed or is too far, and nothing is stored', async () => {
      const id = await draft();
      const time = soon();
      const refused = {
        '': ZONE,
        tomorrow: ZONE,
        '2026-02-30T09:00': ZONE,
        [berlin(time - DAY)]: ZONE,
        [berlin(time + 400 * DAY)]: ZONE,
        [berlin(time)]: 'Europe/Nowhere',
      };
      for (const [given, zone] of Object.entries(refused)) {
        const fields = { version: '1', when: 'later', time: given, zone };
        const { statusCode, body } = await writer.submit(`${page(id)}/publish`, fields);
        assert.equal(statusCode, 400, given);
        assert.match(body, /id="(time|zone)-error"/);
      }
      assert.equal(await store.schedules.ofPiece(id), undefined);
    });

    test('a form that says neither now nor later publishes nothing', async () => {
      const id = await draft();
      const form = { version: '1', declaration: 'human', when: 'tomorrow' };
      const answer = await writer.submit(`${page(id)}/publish`, form);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(await shown(id), null);
    });

    test('ends with the trash and with a suspension, and does not come back with either', async () => {
      const [trashed, suspended] = [await draft(), await draft()];
      const time = soon();
      for (const id of [trashed, suspended]) await schedule(id, time);
      leadsTo(await writer.submit(`${page(trashed)}/delete`));
      leadsTo(await writer.submit(`/desk/trash/${trashed}/restore`));
      assert.match(
        (await writer.open(page(trashed))).body,
        /cancelled when you moved the piece to the trash/,
      );
      await suspendWriter(context, 'ada');
      await reinstateWriter(context, 'ada');
      clock.advance(2 * HOUR);
      assert.deepEqual(await outcomes(), []);
      writer = await browserOf(gate, ada);
      assert.match((await writer.open(page(suspended))).body, /when your account was suspended/);
      assert.equal(await shown(suspended), null);
    });

    test('cannot be made, moved or ended by a program', async () => {
      const id = await draft();
      await schedule(id, soon());
      const before = await store.schedules.ofPiece(id);
      const headers = { authorization: `Bearer ${key}` };
      const payload = JSON.stringify({
        headline: 'By a program',
        body_md: 'Its words.',
        ...later(soon()),
      });
      const url = `/api/v1/pieces/${id}`;
      const revised = { ...headers, 'content-type': 'application/json', 'if-match': '*' };
      assert.ok(
        (await app.inject({ method: 'PUT', url, headers: revised, payload })).statusCode < 300,
      );
      assert.equal((await app.inject({ method: 'DELETE', url, headers })).statusCode, 409);
      assert.deepEqual(await store.schedules.ofPiece(id), before);
      clock.advance(2 * HOUR);
      assert.deepEqual(await outcomes(), ['published']);
      assert.partialDeepStrictEqual(await shown(id), { title: 'A headline' });
    });

    test('of two processes, one publishes each; a clock that is set back publishes nothing early', async () => {
      const other = await gateAt(gate.place, {}, clock);
      const ids = [await draft(), await draft(), await draft(), await draft()];
      const time = soon();
      for (const id of ids) await schedule(id, time);
      clock.advance(-DAY);
      assert.deepEqual([...(await outcomes()), ...(await outcomes(other))], []);
      clock.advance(DAY + 2 * HOUR);
      const became = (await Promise.all([outcomes(), outcomes(other)])).flat();
      assert.deepEqual(became.filter((each) => each === 'published').length, ids.length);
      for (const id of ids) {
        const acts = (await store.pieces.moves(id)).map(({ act }) => act);
        assert.deepEqual(acts, ['create', 'schedule', 'publish']);
      }
      // A lease that was taken before the clock was set back holds nothing up.
      const left = await draft();
      await schedule(left, soon());
      clock.advance(2 * HOUR);
      const leased_until = new Date(clock.now().getTime() + DAY).toISOString();
      await store.schedules.update(left, { leased_by: 'a process that died', leased_until });
      assert.deepEqual(await outcomes(), ['published']);
    });

    test('that one process has claimed is not another’s whose clock is a moment behind', async () => {
      const id = await draft();
      await schedule(id, soon());
      clock.advance(2 * HOUR);
      const ahead = new Date(clock.now().getTime() + 10);
      await store.transaction(async (tx) => {
        const due = await tx.schedules.due(ahead, 1);
        assert.deepEqual(due, [{ id }]);
        await tx.schedules.leases.take(due, ahead);
      });
      assert.equal(await store.schedules.hasDue(clock.now()), false);
      clock.advance(MINUTE);
      assert.deepEqual(await outcomes(), ['published']);
    });

    test('is exported beside the piece, and arrives cancelled', async () => {
      const id = await draft();
      await schedule(id, soon());
      const lines: string[] = [];
      await exportArchive(context, null, async (line) => void lines.push(line));
      const elsewhere = await contextAt(await freshPlace(kind), clock.now);
      await importLines(
        elsewhere,
        lines.map((line) => JSON.parse(line)),
      );
      assert.partialDeepStrictEqual(await elsewhere.store.schedules.ofPiece(id), {
        ...{ state: 'cancelled', cancelled_because: 'imported', version: 1, zone: ZONE },
      });
      assert.deepEqual(await publishDue({ ...elsewhere, now: () => new Date(soon(DAY)) }), []);
      leadsTo(await writer.submit(`${page(id)}/schedule/cancel`));
    });

    test('with REVIEW=on, the wish goes with the submission, and an approval waits for its time', async () => {
      const reviewed = await gateAt(gate.place, { REVIEW: 'on' }, clock);
      const chief = await browserOf(reviewed, await addWriter(reviewed, 'chief', { admin: true }));
      const own = await browserOf(reviewed, ada);
      const id = await draft('In review');
      const time = soon();
      leadsTo(await own.submit(`${page(id)}/publish`, { version: '1', ...later(time) }));
      assert.equal((await store.schedules.ofPiece(id))?.state, 'wished');
      assert.match(
        (await chief.open(`/desk/review/${id}`)).body,
        /If you approve it, it will be published then/,
      );
      const decide = () =>
        chief.submit(`/desk/review/${id}`, { version: '1', decision: 'approve', note: '' });
      assert.match(leadsTo(await decide()), /approve_later/);
      assert.equal((await decide()).statusCode, 409);
      assert.equal((await store.pieces.byId(id))?.status, 'pending');
      assert.equal(await shown(id), null);
      // A former admin approves nothing: the request waits for another admin.
      await store.schedules.returnApprovalsOf(
        String((await store.schedules.ofPiece(id))?.actor_id),
      );
      leadsTo(await decide());
      clock.advance(time - clock.now().getTime());
      assert.deepEqual(await outcomes(reviewed), ['published']);
      assert.partialDeepStrictEqual((await store.pieces.moves(id)).at(-1), {
        ...{ act: 'approve', from_status: 'pending', to_status: 'approved', by_name: 'chief' },
      });
      // The writer can still reschedule an approved piece, publish it now, or cancel.
      const waiting = async (headline: string) => {
        const piece = await draft(headline);
        leadsTo(await own.submit(`${page(piece)}/publish`, { version: '1', ...later(soon()) }));
        const approval = { version: '1', decision: 'approve', note: '' };
        leadsTo(await chief.submit(`/desk/review/${piece}`, approval));
        return piece;
      };
      const [now, moved, ended] = [
        await waiting('Now'),
        await waiting('Moved'),
        await waiting('Ended'),
      ];
      const { body: tab } = await own.open('/desk?status=scheduled');
      assert.match(tab, /Scheduled <span[^>]*>3</);
      assert.equal(tab.match(/<h2>/g)?.length, 3);
      leadsTo(await own.submit(`${page(now)}/schedule/publish`, { version: '1' }));
      assert.ok(await shown(now));
      leadsTo(await own.submit(`${page(moved)}/schedule`, later(soon(2 * HOUR))));
      leadsTo(await own.submit(`${page(ended)}/schedule/cancel`));
      assert.equal((await store.pieces.byId(ended))?.status, 'draft');
      clock.advance(HOUR + MINUTE);
      assert.deepEqual(await outcomes(reviewed), []);
      assert.equal(await shown(moved), null);
      clock.advance(HOUR);
      assert.deepEqual(await outcomes(reviewed), ['published']);
      assert.ok(await shown(moved));
      const withdrawn = await draft('Withdrawn');
      leadsTo(await own.submit(`${page(withdrawn)}/publish`, { version: '1', ...later(soon()) }));
      leadsTo(await own.submit(`${page(withdrawn)}/withdraw`));
      assert.equal(await store.schedules.ofPiece(withdrawn), undefined);
    });
  });
}
