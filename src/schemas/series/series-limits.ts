// Limits of series: how many a writer may have, how many parts each may have, and how long their fields may be.

export const SERIES_LIMITS = {
  perWriter: 100,
  parts: 100,
  title: 120,
  description: 600,
} as const;
