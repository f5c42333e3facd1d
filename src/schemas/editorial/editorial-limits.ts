// Limits on notes, replies and proposals.

export const EDITORIAL_LIMITS = {
  /** Characters of a note or a reply. */
  note: 2000,
  /** The number of notes on a piece, and of replies to each. */
  notes: 200,
  replies: 100,
  listedNotes: { min: 1, max: 50, default: 20 },
  /** Characters of a note's marked words. */
  quote: 2000,
  openProposals: 5,
  /** How many proposals a program sees with a piece, and how much of each change. */
  shownProposals: 10,
  changeExcerpt: 300,
} as const;
