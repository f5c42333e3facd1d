// The log of background jobs in a process that has no log of requests: one line on standard error.

import type { Log } from '../jobs/periodic.ts';

export const consoleLog: Log = {
  warn(details, words) {
    const reason =
      'err' in details && details.err instanceof Error ? `: ${details.err.message}` : '';
    console.error(`${words}${reason}`);
  },
};
