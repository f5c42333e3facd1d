// Limits of an author's profile: lengths of its fields.

export const AUTHOR_LIMITS = {
  name: 120,
  slug: 64,
  bio: 2000,
  bioSnippet: 160,
  line: 120,
  writingPolicy: 600,
} as const;
