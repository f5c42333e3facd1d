// Worker context: an application's view of the other worker processes.

import { type Counts, OwnCounts } from './limits/counters.ts';

export interface WorkerContext {
  /** Number of this worker; null if the process serves alone. */
  readonly worker: number | null;
  readonly counts: Counts;
  readonly allMetrics?: () => Promise<string>;
  /** Registers the source of this worker's metrics. */
  readonly giveFigures?: (figures: () => Promise<object[]>) => void;
}

export const serveAlone = (): WorkerContext => ({ worker: null, counts: new OwnCounts() });
