// Limits for pages that aren't pieces: how many there may be, and how long their fields may be.

export const SITE_PAGE_LIMITS = {
  perSite: 50,
  title: 120,
  slug: 64,
} as const;
