// Limits of an account: its e-mail address and password, and the links that it is sent.

export const ACCOUNT_LIMITS = {
  email: 254,
  password: { min: 8, max: 1000 },
  /** Maximum number of an account's valid password reset links; further ones aren't sent. */
  resetLinks: 100,
  /** Open invitations, and the days for which each is valid. */
  invitations: 100,
  invitationDays: 7,
  /** Days in which the deletion of an account can be cancelled. */
  erasureDays: 14,
} as const;
