// OAuth lifetimes in seconds, and limits on what clients send.

export const OAUTH_LIMITS = {
  accessToken: 3_600,
  code: 60,
  /** Time to sign in and read the consent page. */
  consent: 30 * 60,
  /** An app unused for `refreshToken` asks for consent again, and every app after `grant`. */
  refreshToken: 60 * 24 * 3_600,
  grant: 365 * 24 * 3_600,
  clientName: 80,
  redirects: 20,
  documentBytes: 64 * 1024,
  /** Registered apps, across all networks. */
  clients: 10_000,
  /** Unused clients are deleted after a day, disconnected ones after 60 days. */
  unusedClientMs: 24 * 60 * 60_000,
  disconnectedClientMs: 60 * 24 * 60 * 60_000,
} as const;
