// The tables as Kysely sees them; migrations/ is where they are made.

import type { Generated } from 'kysely';
import type { ContentValues, PublishedValues } from '../schemas/content-fields.ts';
import type { ProfileValues } from '../schemas/profile-fields.ts';
import type {
  DeliveryState,
  KeyScope,
  Status,
  SwitchOff,
  TrendingWindow,
  WebhookEvent,
} from '../schemas/vocabulary.ts';

/** SQLite has no booleans: yes and no are 1 and 0 in both databases. */
export type Flag = 0 | 1;

export const flag = (value: boolean): Flag => (value ? 1 : 0);

interface SettingRow {
  name: string;
  value: string;
}

export interface AccountRow {
  id: string;
  email: string | null;
  password_hash: string | null;
  is_admin: Flag;
  created_at: string;
}

export interface AuthorRow extends ProfileValues {
  id: string;
  slug: string;
  name: string;
  identity_verified: Flag;
  website_verified: Flag;
  socials: string;
  joined_at: string;
  suspended_at: string | null;
  pieces_count: number;
  last_published_at: string | null;
}

export interface AuthorSlugRow {
  slug: string;
  author_id: string;
  since: string;
}

export interface PieceRow {
  id: string;
  author_id: string;
  status: Status;
  slug: string | null;
  working_version: number;
  live_version: number | null;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  modified_at: string | null;
  publisher_id: string | null;
  position: number | null;
}

export interface PieceVersionRow extends ContentValues {
  piece_id: string;
  number: number;
  saved_at: string;
  saved_by_kind: string;
  saved_by_name: string;
  saved_by_id: string | null;
  origin: string;
}

export interface PieceSlugRow {
  author_id: string;
  slug: string;
  piece_id: string;
  since: string;
}

export interface PieceMoveRow {
  piece_id: string;
  number: number;
  at: string;
  act: string;
  from_status: string | null;
  to_status: Status;
  by_kind: string;
  by_name: string;
  by_id: string | null;
  session_id: string | null;
  version: number | null;
  note: string | null;
}

export interface PiecePreviewRow {
  piece_id: string;
  /** Of the token in the address. */
  hash: string;
  /** What the token is made from. */
  seed: string;
  created_at: string;
}

export interface PublicationRow extends PublishedValues {
  piece_id: string;
  position: number;
  author_id: string;
  version: number;
  slug: string;
  published_at: string;
  modified_at: string;
  summary: string;
}

export interface PublicationBodyRow {
  piece_id: string;
  text: string;
  html: string;
}

/** The folded words of a publication, for search alone. */
export interface PieceTextRow {
  position: number;
  headline: string;
  sub: string;
  body: string;
}

interface AuthorTextRow {
  author_id: string;
  folded: string;
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

export interface SessionRow {
  /** The hash of what the cookie holds. */
  id: string;
  account_id: string;
  /** The browser, as it named itself. */
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

export interface IdempotentAnswerRow {
  key_id: string;
  idempotency_key: string;
  body_hash: string;
  /** Null where the first request has no answer yet. */
  body: string | null;
  created_at: string;
}

export interface ProductRow {
  id: string;
  seller_id: string;
  name: string;
  description: string;
  price_amount: number;
  price_currency: string;
  category: string;
  payment_url: string;
  image_url: string | null;
  listed: Flag;
  sort_order: Generated<number>;
  created_at: string;
  updated_at: string;
  search_text: string;
}

export interface ProductPieceRow {
  product_id: string;
  piece_id: string;
  sort_order: number;
}

export interface ViewHourRow {
  piece_id: string;
  hour: string;
  views: number;
}

export interface PublicationTagRow {
  piece_id: string;
  tag: string;
  position: number;
}

export interface ViewReaderRow {
  day: string;
  piece_id: string;
  /** A hash that nobody can make again once the day is over. */
  reader: string;
}

export interface ViewScoreRow {
  span: TrendingWindow;
  piece_id: string;
  views: number;
  score: number;
}

interface ViewScoresHourRow {
  id: 1;
  hour: string;
}

/** One that was replaced. */
export interface WebhookSecretRow {
  secret: string;
  account_id: string;
  until: string;
}

export interface WebhookRow {
  account_id: string;
  url: string;
  secret: string;
  /** Until when a secret that was replaced signs as well. */
  previous_until: string | null;
  enabled: Flag;
  /** Null where the writer switched it off. */
  disabled_reason: SwitchOff | null;
  /** Since when nothing has been taken. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
}

export interface DeliveryRow {
  id: string;
  account_id: string;
  piece_id: string | null;
  event: WebhookEvent;
  body: string;
  state: DeliveryState;
  attempts: number;
  /** Attempts since it was last made due. */
  tries: number;
  due_at: string;
  leased_until: string | null;
  leased_by: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface DeliveryAttemptRow {
  delivery_id: string;
  number: number;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  request_excerpt: string;
  response_excerpt: string | null;
}

export interface HubPingRow {
  topic: string;
  due_at: string;
  attempts: number;
}

export interface Tables {
  settings: SettingRow;
  accounts: AccountRow;
  authors: AuthorRow;
  author_slugs: AuthorSlugRow;
  author_texts: AuthorTextRow;
  pieces: PieceRow;
  piece_versions: PieceVersionRow;
  piece_slugs: PieceSlugRow;
  piece_moves: PieceMoveRow;
  piece_previews: PiecePreviewRow;
  piece_texts: PieceTextRow;
  publications: PublicationRow;
  publication_bodies: PublicationBodyRow;
  publication_tags: PublicationTagRow;
  api_keys: ApiKeyRow;
  idempotent_answers: IdempotentAnswerRow;
  sessions: SessionRow;
  account_tokens: AccountTokenRow;
  passkeys: PasskeyRow;
  products: ProductRow;
  product_pieces: ProductPieceRow;
  view_hours: ViewHourRow;
  view_readers: ViewReaderRow;
  view_scores: ViewScoreRow;
  view_scores_hour: ViewScoresHourRow;
  webhooks: WebhookRow;
  webhook_secrets: WebhookSecretRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  hub_pings: HubPingRow;
}
