// Row types of the OAuth server and of connected apps.

export interface OauthRecordRow {
  kind: string;
  /** The hash of the record's id; the id of a token is the token itself. */
  hash: string;
  payload: string;
  grant_hash: string | null;
  account_id: string | null;
  client_id: string | null;
  created_at: string;
  expires_at: string | null;
  consumed_at: string | null;
}

export interface ConnectedAppRow {
  id: string;
  account_id: string;
  client_id: string;
  name: string;
  redirect_host: string;
  scope: string;
  connected_at: string;
  last_used_at: string | null;
  disconnected_at: string | null;
}
