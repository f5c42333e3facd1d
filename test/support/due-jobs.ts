// Runs the background jobs that are due now, until none are left.

import assert from 'node:assert/strict';
import { webhookDeliveries } from '../../src/delivery/webhook-deliveries.ts';
import { type Leased, type LeasedWork, LeasedWorker } from '../../src/jobs/leased-worker.ts';
import type { Log } from '../../src/jobs/periodic.ts';
import type { Context } from '../../src/operations/operation.ts';
import { scheduledPieces } from '../../src/operations/publishing/schedule/publish-due.ts';
import { hubPings } from '../../src/operations/websub/websub.ts';

const FAILS: Log = {
  warn: (details, words) => assert.fail(`${words}: ${JSON.stringify(details)}`),
};

const SILENT = { info() {}, warn() {} };

export async function outcomesOf<Row extends Leased, Outcome>(
  source: LeasedWork<Row, Outcome>,
): Promise<Outcome[]> {
  const all: Outcome[] = [];
  const record: typeof source.record = async (completed) => {
    await source.record(completed);
    all.push(...completed.map(({ outcome }) => outcome));
  };
  await new LeasedWorker({ ...source, record }, FAILS).drain();
  return all;
}

export const deliverDue = (context: Context, log = FAILS): Promise<void> =>
  new LeasedWorker(webhookDeliveries(context), log).drain();

export const publishDue = (context: Context) => outcomesOf(scheduledPieces(context, SILENT));

/** Sends the due pings, and returns those that the hub did not accept. */
export async function tellHub(context: Context): Promise<object[]> {
  const unheard: object[] = [];
  const log = { warn: (details: object) => void unheard.push(details) };
  await outcomesOf(hubPings(context, context.config.websubHub ?? '', log));
  return unheard;
}
