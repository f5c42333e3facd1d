// Limits of a piece: lengths of its fields, parts of its text, and days in the trash or until a scheduled time.

export const PIECE_LIMITS = {
  headline: 200,
  sub: 400,
  bodyMd: 100_000,
  tags: 8,
  tag: 32,
  style: 40,
  locale: 35,
  slug: 120,
  reviewNote: 2000,
  /** Maximum size of an imported file: room for the longest text with the HTML around it. */
  importBytes: 2 * 1024 * 1024,
  /** Offset into a text that is read in parts: beyond the length of any text. */
  partOffset: { min: 0, max: 10_000_000 },
  partCharacters: { min: 1, max: 10_000_000 },
  trashDays: 30,
  scheduleDays: 366,
  timeZone: 64,
} as const;
