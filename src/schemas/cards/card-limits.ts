// Limits of cards: their number for each piece, and lengths of their fields.

export const CARD_LIMITS = {
  perPiece: 20,
  url: 500,
  title: 200,
  author: 120,
  text: 1_000,
  lines: 12,
} as const;
