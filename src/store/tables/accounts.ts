// Tables of accounts: sign-in, sessions, keys.

import type { KeyScope } from '../../schemas/vocabulary.ts';
import type { Flag } from '../flag.ts';

export interface AccountRow {
  id: string;
  email: string | null;
  password_hash: string | null;
  is_admin: Flag;
  created_at: string;
}

export interface SessionRow {
  /** The hash of what the cookie holds. */
  id: string;
  account_id: string;
  /** The browser's User-Agent. */
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
  /** The admin who made it for somebody else; null where nobody did. */
  made_by: string | null;
}

/** Somebody who has signed up, and has not confirmed it yet. */
export interface SignUpRow {
  /** The hash of the token in the link. */
  hash: string;
  email: string;
  slug: string;
  name: string;
  password_hash: string;
  created_at: string;
  expires_at: string;
}

/** Open: one that was accepted or revoked is deleted. */
export interface InvitationRow {
  id: string;
  /** The hash of the token in the link. */
  hash: string;
  /** Of whom it was sent to; null where it is a link that an admin passes on. */
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
