// Limits of cards: how many a piece may have, and how long their fields may be.

export const CARD_LIMITS = {
  perPiece: 20,
  url: 500,
  title: 200,
  author: 120,
  text: 1_000,
  lines: 12,
} as const;
