// What a webhook's receiver can rely on: time to respond, retries, and signatures of replaced secrets.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const WEBHOOK_LIMITS = {
  timeoutMs: 15 * SECOND_MS,
  retryDelayMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  /** The longest `Retry-After` that is honoured. */
  longestWaitMs: 24 * HOUR_MS,
  /** A webhook that has failed for this long is disabled. */
  patienceMs: 5 * 24 * HOUR_MS,
  /** How long a replaced secret still signs. */
  overlapMs: 24 * HOUR_MS,
  /** How many replaced secrets may sign at the same time. */
  replacedSecrets: 8,
} as const;
