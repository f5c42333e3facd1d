// The log of background jobs in a process that has no log of requests: one line on standard error.

import { standardError } from '../http/log-stream.ts';
import type { Log } from '../jobs/periodic.ts';

export const consoleLog: Log = {
  warn(details, words) {
    const reason =
      'err' in details && details.err instanceof Error ? `: ${details.err.message}` : '';
    standardError.write(`${words}${reason}\n`);
  },
};
