// Refuses a pooler that gives each transaction another session, because settings and LISTEN would be lost silently.

import type pg from 'pg';
import { OperatorError } from '../../errors.ts';

/** Several attempts, because a busy pooler may by chance give the second client another session. */
const ATTEMPTS = 3;

const PID = 'SELECT pg_backend_pid() AS pid';

async function pidOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(PID);
  return rows[0]?.pid ?? 0;
}

/** Behind a pooler, the startup message has another process id. In transaction mode, clients share sessions. */
export async function refuseTransactionPooling(pool: pg.Pool, where: string): Promise<void> {
  const first = await pool.connect();
  try {
    const own = await pidOf(first);
    if ('processID' in first && first.processID === own) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await losesSession(pool, first, own)) throw refusal(where);
    }
  } finally {
    first.release();
  }
}

const refusal = (where: string) =>
  new OperatorError(
    `${where} is behind a connection pooler that pools by transaction. ` +
      'Set it to session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL itself.',
  );

async function losesSession(pool: pg.Pool, first: pg.ClientBase, own: number): Promise<boolean> {
  const second = await pool.connect();
  try {
    if ((await pidOf(first)) !== own) return true;
    await second.query('BEGIN');
    return (await pidOf(second)) === own || (await pidOf(first)) !== own;
  } catch (error) {
    // A pooler in statement mode allows no transactions at all.
    if (error instanceof Error && /statement pooling/.test(error.message)) return true;
    throw error;
  } finally {
    // Closing the connection ends its transaction.
    second.release(true);
  }
}
