// Limits of an account: its e-mail address and password, and the links that it is sent.

export const ACCOUNT_LIMITS = {
  email: 254,
  password: { min: 8, max: 1000 },
  /** Password reset links of an account that are valid at the same time; no further link is sent. */
  resetLinks: 100,
  /** Open invitations, and the days for which each is valid. */
  invitations: 100,
  invitationDays: 7,
} as const;
