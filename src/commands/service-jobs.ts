// The background jobs of a whole service, run by its only process or by the leader.

import { BackgroundJobs } from '../jobs/background-jobs.ts';
import { PeriodicJob } from '../jobs/periodic.ts';
import type { Context } from '../operations/operation.ts';
import { consoleLog } from './console-log.ts';

export const DAILY = { firstMs: 10 * 60_000, everyMs: 24 * 60 * 60_000 } as const;
const ERASURES = { firstMs: 5_000, everyMs: 10 * 60_000 } as const;
export const SEARCH_INDEX_MS = 60_000;

// Jobs are imported lazily, so that the leader of several workers stays small.
export function serviceJobs(context: Context): BackgroundJobs {
  const works = [
    {
      ...DAILY,
      failed: 'The trash could not be swept',
      async run() {
        const { sweepTrash } = await import('../operations/pieces/trash.ts');
        await sweepTrash(context);
      },
    },
    {
      ...DAILY,
      failed: 'Images could not be swept',
      async run() {
        const { sweepDataFolder, sweepImages } = await import('../operations/images/sweep.ts');
        await sweepImages(context);
        await sweepDataFolder(context);
      },
    },
    {
      firstMs: ERASURES.firstMs,
      everyMs: ERASURES.everyMs,
      failed: 'Accounts could not be erased',
      async run(signal: AbortSignal) {
        const { eraseDue } = await import('../operations/erasure/erase-due.ts');
        await eraseDue(context, signal);
      },
    },
    {
      everyMs: SEARCH_INDEX_MS,
      failed: 'The search index could not be updated',
      async run(signal: AbortSignal) {
        const { updateSearchIndex } = await import('../operations/publishing/search-index.ts');
        await updateSearchIndex(context, signal);
      },
    },
  ];
  return new BackgroundJobs(works.map((work) => new PeriodicJob(work, consoleLog)));
}
