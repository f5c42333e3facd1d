// Limits of series: their number for each writer, and what each consists of.

export const SERIES_LIMITS = {
  perWriter: 100,
  parts: 100,
  title: 120,
  description: 600,
} as const;
