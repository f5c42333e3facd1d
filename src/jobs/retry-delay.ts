// Retry delays: a schedule with some jitter, so that retries don't come in bursts.

export const JITTER = 0.1;

/** Returns undefined after the last retry. */
export function retryDelayMs(delaysMs: readonly number[], tries: number): number | undefined {
  const delay = delaysMs[tries];
  return delay && delay * (1 + JITTER * Math.random());
}
