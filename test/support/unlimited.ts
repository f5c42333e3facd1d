// The settings with which this machine is not limited, so that a test may ask as often as it needs.

export const UNLIMITED = { RATE_LIMIT_EXEMPT: '127.0.0.0/8, ::1' };
