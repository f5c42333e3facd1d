// Work for the leased worker: webhook deliveries that are due are claimed, sent and recorded.

import type { Config } from '../config.ts';
import type { LeasedWork } from '../jobs/leased-worker.ts';
import type { Store } from '../store/store.ts';
import { claim, type LeasedDelivery } from './claim.ts';
import { record } from './record-attempts.ts';
import { type Attempt, send } from './send.ts';

/** Deliveries in flight per process. */
export const AT_ONCE = 128;

interface Context {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Date;
}

export const webhookDeliveries = ({
  store,
  config,
  now,
}: Context): LeasedWork<LeasedDelivery, Attempt> => ({
  what: 'webhook deliveries',
  atOnce: AT_ONCE,
  hasDue: () => store.outbox.hasDue(now()),
  claim: (room, inFlight) => claim(store, room, inFlight, now()),
  work: ({ delivery }, signal) => send(config, delivery, now, signal),
  record: (completed) => record(store, completed, now()),
  release: (rows) => store.outbox.leases.release(rows),
  onDue: (listener) => store.onDue(listener),
});
