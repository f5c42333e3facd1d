// Limits of the fields in which an admin describes the site.

export const IDENTITY_LIMITS = {
  name: 80,
  tagline: 160,
  description: 300,
  colour: 7,
  label: 40,
  headerLinks: 4,
  footerLinks: 8,
} as const;
