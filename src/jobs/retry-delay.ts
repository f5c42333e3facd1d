// Retry delays: a schedule, and a little more by chance, so that retries don't come in bursts.

/** Up to this share of a delay is added to it. */
export const JITTER = 0.1;

/** Undefined after the last retry. */
export function retryDelayMs(delaysMs: readonly number[], tries: number): number | undefined {
  const delay = delaysMs[tries];
  return delay && delay * (1 + JITTER * Math.random());
}
