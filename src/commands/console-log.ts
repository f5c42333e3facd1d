// Logs background jobs in a process without a request log, one line each on standard error.

import { standardError } from '../http/log/log-stream.ts';
import type { Log } from '../jobs/periodic.ts';

export const consoleLog: Log = {
  warn(details, words) {
    const reason =
      'err' in details && details.err instanceof Error ? `: ${details.err.message}` : '';
    standardError.write(`${words}${reason}\n`);
  },
};
