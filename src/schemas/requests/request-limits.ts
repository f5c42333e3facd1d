// Limits of a request: its body, and its idempotency key.

export const REQUEST_LIMITS = {
  bodyBytes: 2 * 1024 * 1024,
  jsonValues: 10_000,
  idempotencyKey: 255,
} as const;
