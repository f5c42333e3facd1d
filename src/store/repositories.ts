// The repositories: the store's queries by noun.

import { AccountStore } from './accounts/accounts.ts';
import { KeyStore } from './accounts/api-keys.ts';
import { InvitationStore } from './accounts/invitations.ts';
import { PasskeyStore } from './accounts/passkeys.ts';
import { SessionStore } from './accounts/sessions.ts';
import { SignUpStore } from './accounts/sign-ups.ts';
import { TokenStore } from './accounts/tokens.ts';
import { ConnectedAppStore } from './authorization/connected-apps.ts';
import { OauthRecordStore } from './authorization/oauth-records.ts';
import { AuthorStore } from './authors.ts';
import { IdentityStore } from './content/site-identity.ts';
import type { Database } from './dialect.ts';
import { NoteStore } from './editorial/notes.ts';
import { ProposalStore } from './editorial/proposals.ts';
import { ImageReferenceStore } from './images/image-references.ts';
import { KeyImageStore } from './images/key-images.ts';
import { TrashedImageStore } from './images/trashed-images.ts';
import { DeskListStore } from './pieces/desk-list.ts';
import { FetchedCardStore } from './pieces/fetched-cards.ts';
import { IdempotencyStore } from './pieces/idempotency.ts';
import { PieceExportStore } from './pieces/piece-export.ts';
import { PieceStore } from './pieces/pieces.ts';
import { PreviewStore } from './pieces/previews.ts';
import { ReviewStore } from './pieces/review-queue.ts';
import { ScheduleStore } from './pieces/schedules.ts';
import { TrashStore } from './pieces/trash.ts';
import { VersionHistory } from './pieces/version-history.ts';
import { ProductStore } from './products.ts';
import { PieceListStore } from './publications/piece-lists.ts';
import { PublicSeriesStore } from './publications/public-series.ts';
import { PublicationStore } from './publications/publications.ts';
import { SearchTextStore } from './publications/search-texts.ts';
import { SettingStore } from './settings.ts';
import { SeriesStore } from './site/series.ts';
import { SitePageStore } from './site/site-pages.ts';
import { SoundnessStore } from './soundness/soundness.ts';
import { ViewScoreStore } from './views/view-scores.ts';
import { ViewStore } from './views/views.ts';
import { DeliveryStore } from './webhooks/deliveries.ts';
import { HubPingStore } from './webhooks/hub-pings.ts';
import { OutboxStore } from './webhooks/outbox.ts';
import { WebhookStore } from './webhooks/webhooks.ts';

export abstract class Repositories {
  readonly #db: Database;
  readonly #notifyDue: () => void;

  constructor(db: Database, notifyDue: () => void) {
    this.#db = db;
    this.#notifyDue = notifyDue;
  }

  get accounts(): AccountStore {
    return new AccountStore(this.#db);
  }

  get authors(): AuthorStore {
    return new AuthorStore(this.#db);
  }

  get connectedApps(): ConnectedAppStore {
    return new ConnectedAppStore(this.#db);
  }

  get deliveries(): DeliveryStore {
    return new DeliveryStore(this.#db, this.#notifyDue);
  }

  get deskList(): DeskListStore {
    return new DeskListStore(this.#db);
  }

  get fetchedCards(): FetchedCardStore {
    return new FetchedCardStore(this.#db);
  }

  get hubPings(): HubPingStore {
    return new HubPingStore(this.#db);
  }

  get idempotency(): IdempotencyStore {
    return new IdempotencyStore(this.#db);
  }

  get identity(): IdentityStore {
    return new IdentityStore(this.#db);
  }

  get imageReferences(): ImageReferenceStore {
    return new ImageReferenceStore(this.#db);
  }

  get invitations(): InvitationStore {
    return new InvitationStore(this.#db);
  }

  get keyImages(): KeyImageStore {
    return new KeyImageStore(this.#db);
  }

  get keys(): KeyStore {
    return new KeyStore(this.#db);
  }

  get notes(): NoteStore {
    return new NoteStore(this.#db);
  }

  get oauthRecords(): OauthRecordStore {
    return new OauthRecordStore(this.#db);
  }

  get outbox(): OutboxStore {
    return new OutboxStore(this.#db);
  }

  get passkeys(): PasskeyStore {
    return new PasskeyStore(this.#db);
  }

  get pieceExport(): PieceExportStore {
    return new PieceExportStore(this.#db);
  }

  get pieces(): PieceStore {
    return new PieceStore(this.#db);
  }

  get previews(): PreviewStore {
    return new PreviewStore(this.#db);
  }

  get products(): ProductStore {
    return new ProductStore(this.#db);
  }

  get proposals(): ProposalStore {
    return new ProposalStore(this.#db);
  }

  get publications(): PublicationStore {
    return new PublicationStore(this.#db);
  }

  get publicSeries(): PublicSeriesStore {
    return new PublicSeriesStore(this.#db);
  }

  get review(): ReviewStore {
    return new ReviewStore(this.#db);
  }

  get schedules(): ScheduleStore {
    return new ScheduleStore(this.#db);
  }

  get searchTexts(): SearchTextStore {
    return new SearchTextStore(this.#db);
  }

  get series(): SeriesStore {
    return new SeriesStore(this.#db);
  }

  get sessions(): SessionStore {
    return new SessionStore(this.#db);
  }

  get signUps(): SignUpStore {
    return new SignUpStore(this.#db);
  }

  get settings(): SettingStore {
    return new SettingStore(this.#db);
  }

  get sitePages(): SitePageStore {
    return new SitePageStore(this.#db);
  }

  get lists(): PieceListStore {
    return new PieceListStore(this.#db);
  }

  get soundness(): SoundnessStore {
    return new SoundnessStore(this.#db);
  }

  get tokens(): TokenStore {
    return new TokenStore(this.#db);
  }

  get trash(): TrashStore {
    return new TrashStore(this.#db);
  }

  get trashedImages(): TrashedImageStore {
    return new TrashedImageStore(this.#db);
  }

  get versions(): VersionHistory {
    return new VersionHistory(this.#db);
  }

  get viewScores(): ViewScoreStore {
    return new ViewScoreStore(this.#db);
  }

  get views(): ViewStore {
    return new ViewStore(this.#db);
  }

  get webhooks(): WebhookStore {
    return new WebhookStore(this.#db);
  }
}
