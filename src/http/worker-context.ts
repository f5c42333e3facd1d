// What an application knows of the processes that serve beside it.

import { type Counts, OwnCounts } from './limits/counters.ts';

export interface WorkerContext {
  /** Which of several it is; null where it serves alone. */
  readonly worker: number | null;
  readonly counts: Counts;
  /** The figures of all of them, added up. */
  readonly allMetrics?: () => Promise<string>;
}

export const serveAlone = (): WorkerContext => ({ worker: null, counts: new OwnCounts() });
