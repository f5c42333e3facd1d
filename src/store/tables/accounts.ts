// Row types of accounts: sign-in, sessions, API keys.

import type { KeyScope } from '../../schemas/vocabulary.ts';
import type { Flag } from './flag.ts';

export interface AccountRow {
  id: string;
  email: string | null;
  password_hash: string | null;
  is_admin: Flag;
  created_at: string;
}

export interface SessionRow {
  id: string;
  account_id: string;
  user_agent: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

export type TokenPurpose = 'first_account' | 'password_reset' | 'passkey_challenge';

export interface AccountTokenRow {
  hash: string;
  purpose: TokenPurpose;
  account_id: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  /** The admin who made the token for another account, or null. */
  made_by: string | null;
}

export interface SignUpRow {
  hash: string;
  email: string;
  slug: string;
  name: string;
  password_hash: string;
  created_at: string;
  expires_at: string;
}

/** An open invitation; accepting or revoking it deletes the row. */
export interface InvitationRow {
  id: string;
  hash: string;
  /** The invited e-mail address; null if an admin passes the link on. */
  email: string | null;
  is_admin: Flag;
  invited_by: string;
  created_at: string;
  expires_at: string;
}

export interface PasskeyRow {
  id: string;
  account_id: string;
  name: string;
  public_key: string;
  counter: number;
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  hash: string;
  scope: KeyScope;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}
