// Rate limits of a client: requests per window.

export const RATES = {
  read: { max: 600, windowMs: 60_000 },
  write: { max: 120, windowMs: 60_000 },
  /** Key reads are counted separately, so that drafts keep their own limit. */
  keyRead: { max: 600, windowMs: 60_000 },
  signIn: { max: 10, windowMs: 15 * 60_000 },
  /** Sign-ins by a network across all accounts, and to an account across all networks. */
  signInWide: { max: 100, windowMs: 15 * 60_000 },
  /** E-mails of one kind to one e-mail address, because strangers can cause them. */
  accountEmail: { max: 20, windowMs: 15 * 60_000 },
  webhookTest: { max: 20, windowMs: 15 * 60_000 },
  websiteCheck: { max: 10, windowMs: 15 * 60_000 },
  upload: { max: 60, windowMs: 15 * 60_000 },
  card: { max: 60, windowMs: 15 * 60_000 },
  /** App registrations of one network. */
  registration: { max: 20, windowMs: 15 * 60_000 },
} as const;
