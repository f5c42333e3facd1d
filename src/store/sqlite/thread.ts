// A thread that owns one SQLite connection: slow reads and all writes run here, off the event loop.

import { parentPort, workerData } from 'node:worker_threads';
import { type OpenOptions, type Outcome, SqliteConnection, sqliteCode } from './connection.ts';

export interface Request {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export type Reply =
  | { id: number; outcome: Outcome }
  | { id: number; error: { message: string; code: number | undefined } };

/** Opens with the first statement, so that a failure to open is an answer like any other. */
function serve(port: NonNullable<typeof parentPort>, options: OpenOptions): void {
  let connection: SqliteConnection | undefined;
  port.on('message', (request: Request | 'close') => {
    if (request === 'close') {
      connection?.close();
      port.close();
      return;
    }
    const reply = answer(request, (sql, parameters) => {
      connection ??= new SqliteConnection(options);
      return connection.run(sql, parameters);
    });
    port.postMessage(reply);
  });
}

function answer({ id, sql, parameters }: Request, run: SqliteConnection['run']): Reply {
  try {
    return { id, outcome: run(sql, parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, error: { message, code: sqliteCode(error) } };
  }
}

if (parentPort) serve(parentPort, workerData);
