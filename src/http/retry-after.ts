// Retry-After of every 503.

export const RETRY_AFTER_SECONDS = 5;
