// A process dies or freezes in the middle of each kind of job: another takes the job over when the lease has ended, and
// nothing is done twice.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { webhookDeliveries } from '../../src/delivery/webhook-deliveries.ts';
import type { Leased, LeasedWork } from '../../src/jobs/leased-worker.ts';
import type { Context } from '../../src/operations/operation.ts';
import { scheduledPieces } from '../../src/operations/publishing/schedule/publish-due.ts';
import { hubPings } from '../../src/operations/websub/websub.ts';
import { SCHEDULE_LEASE_MS } from '../../src/store/pieces/schedules.ts';
import { PING_LEASE_MS } from '../../src/store/webhooks/hub-pings.ts';
import { DELIVERY_LEASE_MS } from '../../src/store/webhooks/outbox.ts';
import { startReceiver } from '../delivery/receiver.ts';
import { SETTINGS, startWorld } from '../delivery/world.ts';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { HOUR } from '../support/desk/desk.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { idOf } from '../support/desk/editing.ts';
import { outcomesOf } from '../support/due-jobs.ts';
import { gateAt } from '../support/gate.ts';

const SILENT = { info() {}, warn() {} };

async function startProcesses(kind: DatabaseKind) {
  const hub = await startReceiver();
  const settings = { ...SETTINGS, WEBSUB_HUB: hub.url };
  const world = await startWorld(kind, settings);
  const { place, clock, context } = world.gate;
  const other = (await gateAt(place, settings, clock)).context;
  return { ...world, hub, clock, one: context, other };
}

type World = Awaited<ReturnType<typeof startProcesses>>;

/** One process claims what is due and is gone; the other does it. Returns what the first one still has in its hands. */
async function takenOver<Row extends Leased, Outcome>(
  { one, other, clock }: World,
  leaseMs: number,
  jobsOf: (context: Context) => LeasedWork<Row, Outcome>,
) {
  const dead = jobsOf(one);
  const rows = await dead.claim(100, new Map());
  assert.ok(rows.length > 0);
  assert.deepEqual(await outcomesOf(jobsOf(other)), []);
  clock.advance(leaseMs - 1);
  assert.deepEqual(await outcomesOf(jobsOf(other)), []);
  clock.advance(1);
  const outcomes = await outcomesOf(jobsOf(other));
  assert.equal(outcomes.length, rows.length);
  assert.equal(await dead.hasDue(), false);
  return { dead, rows, outcomes };
}

/** The first process was frozen, not dead: it records as if its leases were its own. */
async function recordLate<Row extends Leased, Outcome>({
  dead,
  rows,
  outcomes,
}: {
  dead: LeasedWork<Row, Outcome>;
  rows: Row[];
  outcomes: Outcome[];
}): Promise<void> {
  const completed = rows.flatMap((row, at) => {
    const outcome = outcomes[at];
    return outcome === undefined ? [] : [{ row, outcome }];
  });
  await dead.record(completed);
  await dead.release(rows);
}

for (const kind of DATABASES) {
  describe(`a process that dies in the middle of a job, on ${kind}`, async () => {
    const world = await startProcesses(kind);
    const { one, clock, writer } = world;

    test('leaves its webhook deliveries to another', async () => {
      const page = await world.published();
      const late = await takenOver(world, DELIVERY_LEASE_MS, webhookDeliveries);
      assert.equal(world.news().length, 1);
      await recordLate(late);
      const { state, attempts } = await world.delivery(page);
      assert.deepEqual({ state, attempts }, { state: 'delivered', attempts: 1 });
    });

    test('leaves its WebSub pings to another', async () => {
      const jobsOf = (context: Context) => hubPings(context, world.hub.url, SILENT);
      await outcomesOf(jobsOf(one));
      await world.published();
      const before = world.hub.received.length;
      const { dead, rows, outcomes } = await takenOver(world, PING_LEASE_MS, jobsOf);
      const told = world.hub.received.slice(before).map(({ body }) => String(body));
      assert.equal(new Set(told).size, rows.length);
      assert.equal(told.length, rows.length);
      // The feeds change again: what the first process knows of the pings before is not about these.
      await world.published();
      await recordLate({ dead, rows, outcomes });
      assert.equal((await outcomesOf(jobsOf(one))).length, rows.length);
    });

    test('leaves a scheduled piece to another', async () => {
      const page = await world.piece();
      const time = new Date(clock.now().getTime() + HOUR).toISOString().slice(0, 16);
      const later = { when: 'later', time, zone: 'UTC' };
      leadsTo(await writer.submit(`${page}/publish`, { version: '1', ...later }));
      clock.advance(2 * HOUR);
      const jobsOf = (context: Context) => scheduledPieces(context, SILENT);
      const { dead, rows, outcomes } = await takenOver(world, SCHEDULE_LEASE_MS, jobsOf);
      assert.deepEqual(outcomes, ['published']);
      const { signal } = new AbortController();
      assert.deepEqual(await Promise.all(rows.map((row) => dead.work(row, signal))), ['lost']);
      const moves = await one.store.pieces.moves(idOf(page));
      assert.equal(moves.filter(({ act }) => act === 'publish').length, 1);
    });
  });
}
