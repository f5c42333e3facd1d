// What serve does beside serving: once a day it sweeps the trash, the image storage and the data folder, and
// every minute it looks whether the search index was left behind by a bulk act that ended too early.

import { standardError } from '../http/log-stream.ts';
import type { Context } from '../operations/operation.ts';
import { SWEEP } from '../schemas/limits.ts';

/** One process of a service does it, whether it serves itself or leads workers. */
export function scheduleSweep(context: Context): void {
  // Loaded when it is used: the leader of several workers stays small.
  const sweep = async () => {
    const { sweepDataFolder, sweepImages } = await import('../operations/images/sweep.ts');
    await sweepImages(context);
    await sweepDataFolder(context);
  };
  const emptyTrash = async () => {
    const { sweepTrash } = await import('../operations/pieces/trash.ts');
    await sweepTrash(context);
  };
  const updateIndex = async () => {
    const { updateSearchIndex } = await import('../operations/publishing/search-index.ts');
    await updateSearchIndex(context);
  };
  repeat(emptyTrash, SWEEP.firstMs, SWEEP.everyMs, 'The trash could not be swept');
  repeat(sweep, SWEEP.firstMs, SWEEP.everyMs, 'Images could not be swept');
  repeat(updateIndex, 0, SWEEP.searchIndexMs, 'The search index could not be updated');
}

function repeat(work: () => Promise<void>, firstMs: number, everyMs: number, failed: string): void {
  const run = async () => {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      standardError.write(`${failed}: ${reason}\n`);
    }
    setTimeout(run, everyMs).unref();
  };
  setTimeout(run, firstMs).unref();
}
