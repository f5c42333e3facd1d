// Retries after deadlocks and serialisation failures: PostgreSQL has undone the work, which can run again.

import { setTimeout } from 'node:timers/promises';

const CONFLICTS = new Set(['40001', '40P01']);
const ATTEMPTS = 6;
/** The base of the pause between attempts. The pause is random, and its maximum doubles with each attempt. */
const PAUSE_MS = 20;

const isConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code));

export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
    await setTimeout(Math.random() * PAUSE_MS * 2 ** attempt);
  }
}
