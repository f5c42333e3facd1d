// The worker context: what an application knows of the worker processes beside it.

import { type Counts, OwnCounts } from './limits/counters.ts';

export interface WorkerContext {
  /** Its number among the workers; null where it serves alone. */
  readonly worker: number | null;
  readonly counts: Counts;
  /** The metrics of all workers, summed. */
  readonly allMetrics?: () => Promise<string>;
  /** Says where the leader gets the metrics of this worker. */
  readonly giveFigures?: (figures: () => Promise<object[]>) => void;
}

export const serveAlone = (): WorkerContext => ({ worker: null, counts: new OwnCounts() });
