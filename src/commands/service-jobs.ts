// Background jobs of a whole service, done by the process that serves alone or by the leader.

import { BackgroundJobs } from '../jobs/background-jobs.ts';
import { PeriodicJob } from '../jobs/periodic.ts';
import type { Context } from '../operations/operation.ts';
import { ERASURE, SWEEP } from '../schemas/limits.ts';
import { consoleLog } from './console-log.ts';

// Imported lazily, so that the leader of several workers stays small.
export function serviceJobs(context: Context): BackgroundJobs {
  const daily = { firstMs: SWEEP.firstMs, everyMs: SWEEP.everyMs };
  const works = [
    {
      ...daily,
      failed: 'The trash could not be swept',
      async run() {
        const { sweepTrash } = await import('../operations/pieces/trash.ts');
        await sweepTrash(context);
      },
    },
    {
      ...daily,
      failed: 'Images could not be swept',
      async run() {
        const { sweepDataFolder, sweepImages } = await import('../operations/images/sweep.ts');
        await sweepImages(context);
        await sweepDataFolder(context);
      },
    },
    {
      firstMs: ERASURE.firstMs,
      everyMs: ERASURE.everyMs,
      failed: 'Accounts could not be erased',
      async run(signal: AbortSignal) {
        const { eraseDue } = await import('../operations/erasure/erase-due.ts');
        await eraseDue(context, signal);
      },
    },
    {
      everyMs: SWEEP.searchIndexMs,
      failed: 'The search index could not be updated',
      async run(signal: AbortSignal) {
        const { updateSearchIndex } = await import('../operations/publishing/search-index.ts');
        await updateSearchIndex(context, signal);
      },
    },
  ];
  return new BackgroundJobs(works.map((work) => new PeriodicJob(work, consoleLog)));
}
