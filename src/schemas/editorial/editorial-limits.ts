// Limits of the editorial loop: lengths and numbers of notes, replies and proposals.

export const EDITORIAL_LIMITS = {
  /** Length of a note or a reply, in characters. */
  note: 2000,
  /** Number of notes of a piece, and of replies to each. */
  notes: 200,
  replies: 100,
  listedNotes: { min: 1, max: 50, default: 20 },
  /** Length of a note's marked words, in characters. */
  quote: 2000,
  openProposals: 5,
} as const;
