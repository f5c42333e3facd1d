// Settings that exempt this machine from rate limits, so that a test may send as many requests as it needs.

export const UNLIMITED = { RATE_LIMIT_EXEMPT: '127.0.0.0/8, ::1' };
