// What serve does once a day: sweeps the image storage and the data folder.

import type { Context } from '../operations/operation.ts';
import { SWEEP } from '../schemas/limits.ts';

/** One process of a service does it, whether it serves itself or leads workers. */
export function scheduleSweep(context: Context): void {
  const sweep = async () => {
    try {
      // Loaded when it is used: the leader of several workers stays small.
      const { sweepDataFolder, sweepImages } = await import('../operations/images/sweep.ts');
      await sweepImages(context);
      await sweepDataFolder(context);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      console.error(`Images could not be swept: ${why}`);
    }
    setTimeout(sweep, SWEEP.everyMs).unref();
  };
  setTimeout(sweep, SWEEP.firstMs).unref();
}
