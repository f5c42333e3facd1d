// The tables with their row types, for Kysely; migrations/ creates them.

import type {
  AccountRow,
  AccountTokenRow,
  ApiKeyRow,
  InvitationRow,
  PasskeyRow,
  SessionRow,
  SignUpRow,
} from './tables/accounts.ts';
import type { AuthorRow, AuthorSlugRow, AuthorTextRow } from './tables/authors.ts';
import type { NoteReplyRow, NoteRow, ProposalRow } from './tables/editorial.ts';
import type {
  ErasedImageRow,
  ErasedPieceRow,
  ErasedSlugRow,
  ErasureRow,
} from './tables/erasures.ts';
import type { ConnectedAppRow, OauthRecordRow } from './tables/oauth.ts';
import type {
  FetchedCardRow,
  IdempotentAnswerRow,
  KeyImageRow,
  PieceMoveRow,
  PiecePreviewRow,
  PieceRow,
  PieceSlugRow,
  PieceVersionRow,
  PrunedVersionRow,
  ScheduleRow,
  TrashedImageRow,
  WorkingTextRow,
} from './tables/pieces.ts';
import type { ProductPieceRow, ProductRow } from './tables/products.ts';
import type {
  PieceTextRow,
  PublicationBodyRow,
  PublicationImageRow,
  PublicationRow,
  PublicationTagRow,
  SearchBacklogRow,
} from './tables/publications.ts';
import type { SeriesPartRow, SeriesRow, SeriesSlugRow } from './tables/series.ts';
import type { PageSlugRow, PublicPageRow, SitePageRow } from './tables/site-pages.ts';
import type {
  ViewHourRow,
  ViewReaderRow,
  ViewScoreRow,
  ViewScoresHourRow,
} from './tables/views.ts';
import type {
  DeliveryAttemptRow,
  DeliveryRow,
  HubPingRow,
  WebhookRow,
  WebhookSecretRow,
} from './tables/webhooks.ts';

interface SettingRow {
  name: string;
  value: string;
}

export interface Tables {
  settings: SettingRow;
  accounts: AccountRow;
  authors: AuthorRow;
  author_slugs: AuthorSlugRow;
  author_texts: AuthorTextRow;
  pieces: PieceRow;
  piece_versions: PieceVersionRow;
  pruned_versions: PrunedVersionRow;
  piece_slugs: PieceSlugRow;
  piece_moves: PieceMoveRow;
  piece_previews: PiecePreviewRow;
  piece_schedules: ScheduleRow;
  piece_proposals: ProposalRow;
  piece_notes: NoteRow;
  note_replies: NoteReplyRow;
  working_texts: WorkingTextRow;
  trashed_images: TrashedImageRow;
  key_images: KeyImageRow;
  fetched_cards: FetchedCardRow;
  piece_texts: PieceTextRow;
  search_backlog: SearchBacklogRow;
  publications: PublicationRow;
  publication_bodies: PublicationBodyRow;
  publication_tags: PublicationTagRow;
  publication_images: PublicationImageRow;
  api_keys: ApiKeyRow;
  idempotent_answers: IdempotentAnswerRow;
  sessions: SessionRow;
  account_tokens: AccountTokenRow;
  sign_ups: SignUpRow;
  invitations: InvitationRow;
  passkeys: PasskeyRow;
  erasures: ErasureRow;
  erased_slugs: ErasedSlugRow;
  erased_pieces: ErasedPieceRow;
  erased_images: ErasedImageRow;
  oauth_records: OauthRecordRow;
  connected_apps: ConnectedAppRow;
  products: ProductRow;
  product_pieces: ProductPieceRow;
  series: SeriesRow;
  series_slugs: SeriesSlugRow;
  series_parts: SeriesPartRow;
  site_pages: SitePageRow;
  public_pages: PublicPageRow;
  page_slugs: PageSlugRow;
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
