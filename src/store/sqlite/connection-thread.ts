// A thread that owns one SQLite connection, so that slow reads and all writes stay off the event loop.

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type OpenOptions,
  type Outcome,
  type Statement,
  SyncConnection,
  sqliteCode,
} from './sync-connection.ts';

export type Work = Statement | { group: Statement[][] };

export type Request = Work & { id: number };

export interface Failure {
  message: string;
  code: number | undefined;
}

export interface Reply {
  id: number;
  outcome: Outcome;
  /** The error of the statement, or one for each batch; null means success. */
  failures: (Failure | null)[];
}

const NO_OUTCOME: Outcome = { rows: [], changes: 0 };

/** Only on Linux do threads have separate priorities; elsewhere this would lower the priority of the whole process. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Opens the connection with the first statement, so that a failure to open is reported as the statement's error. */
function serve(port: NonNullable<typeof parentPort>, options: OpenOptions): void {
  if (options.lowPriority) lowerPriority();
  let connection: SyncConnection | undefined;
  port.on('message', (request: Request | 'close') => {
    if (request === 'close') {
      connection?.close();
      port.close();
      return;
    }
    const reply = answer(request, () => (connection ??= new SyncConnection(options)));
    port.postMessage(reply);
  });
}

function answer({ id, ...work }: Request, connect: () => SyncConnection): Reply {
  try {
    if ('group' in work) {
      const errors = connect().runGroup(work.group);
      return { id, outcome: NO_OUTCOME, failures: errors.map(failureFrom) };
    }
    return { id, outcome: connect().run(work.sql, work.parameters), failures: [null] };
  } catch (error) {
    const all = 'group' in work ? work.group : [work];
    return { id, outcome: NO_OUTCOME, failures: all.map(() => failureFrom(error)) };
  }
}

function failureFrom(error: unknown): Failure | null {
  if (error === null) return null;
  const message = error instanceof Error ? error.message : String(error);
  return { message, code: sqliteCode(error) };
}

if (parentPort) serve(parentPort, workerData);
