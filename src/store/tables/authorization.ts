// Tables of the authorization server, and of the apps that writers have connected by it.

export interface OauthRecordRow {
  /** As the authorization server calls it, such as `RefreshToken`. */
  kind: string;
  /** Of its id, which for a token is the token. */
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
  /** Separated by spaces, as OAuth writes them. */
  scope: string;
  connected_at: string;
  last_used_at: string | null;
  disconnected_at: string | null;
}
