// The bounds of the editorial loop: how much may be said about a piece, and proposed for it.

export const EDITORIAL = {
  /** A note or a reply, in characters. */
  note: 2000,
  /** Notes on a piece, and replies to each. */
  notes: 200,
  replies: 100,
  listedNotes: { min: 1, max: 50, default: 20 },
  /** Marked words, in characters. */
  quote: 2000,
  openProposals: 5,
} as const;
