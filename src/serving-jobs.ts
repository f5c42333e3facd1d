// The background jobs of a serving process, in the order in which they start.

import { webhookDeliveries } from './delivery/webhook-deliveries.ts';
import { BackgroundJobs } from './jobs/background-jobs.ts';
import { LeasedWorker } from './jobs/leased-worker.ts';
import { type Log, PeriodicJob, type PeriodicWork } from './jobs/periodic.ts';
import { finishReinstatements } from './operations/accounts/reinstatements.ts';
import { emptyAfterErasures } from './operations/erasure/empty-cache.ts';
import { sweepAnswers } from './operations/idempotency.ts';
import { sweepAuthorizations } from './operations/oauth/connected-apps.ts';
import type { Context } from './operations/operation.ts';
import { scheduledPieces } from './operations/publishing/schedule/publish-due.ts';
import type { ViewCounter } from './operations/views/view-counter.ts';
import { hubPings } from './operations/websub/websub.ts';

/** A crash loses at most the views of this interval. */
const VIEWS_MS = 3_000;
/** How often the cache's file and its disk are checked, so that a growing database can't fill the disk in between. */
const CACHE_FILE_MS = 1_000;
/** How often the process checks whether an erasure requires its cache file to be emptied. */
const ERASURES_MS = 10_000;
const ANSWERS_MS = 10 * 60_000;
const AUTHORIZATIONS_MS = 10 * 60_000;
const REINSTATEMENTS_MS = 3_000;

interface ServingLog extends Log {
  info(details: object, words: string): void;
}

interface Kept {
  readonly viewCounter: ViewCounter;
  readonly cacheFile: { look(): Promise<void>; empty(because: string): Promise<void> };
}

export function servingJobs(context: Context, { viewCounter, cacheFile }: Kept, log: ServingLog) {
  const { config } = context;
  const periodic = (failed: string, everyMs: number, run: PeriodicWork['run']) =>
    new PeriodicJob({ failed, everyMs, run }, log);
  return new BackgroundJobs([
    periodic('old answers could not be removed', ANSWERS_MS, () => sweepAnswers(context)),
    periodic('old authorizations could not be removed', AUTHORIZATIONS_MS, () =>
      sweepAuthorizations(context),
    ),
    periodic('views could not be stored', VIEWS_MS, () => viewCounter.tick()),
    periodic("the cache's file could not be opened or checked", CACHE_FILE_MS, () =>
      cacheFile.look(),
    ),
    periodic(
      "the cache's file could not be emptied",
      ERASURES_MS,
      emptyAfterErasures(context, cacheFile),
    ),
    periodic('writers could not be reinstated', REINSTATEMENTS_MS, (signal) =>
      finishReinstatements(context, signal),
    ),
    new LeasedWorker(scheduledPieces(context, log), log),
    ...(config.websubHub ? [new LeasedWorker(hubPings(context, config.websubHub, log), log)] : []),
    ...(config.deliveries ? [new LeasedWorker(webhookDeliveries(context), log)] : []),
  ]);
}
