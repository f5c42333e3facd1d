// Limits of pages that are no pieces: their number, and lengths of their fields.

export const SITE_PAGE_LIMITS = {
  perSite: 50,
  title: 120,
  slug: 64,
} as const;
