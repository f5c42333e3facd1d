// The lines of an archive, which `export` writes and `import` reads: one JSON object per line.

import { Type } from 'typebox';
import { ACCOUNT_LIMITS } from './accounts/account-limits.ts';
import { AUTHOR_LIMITS } from './accounts/author-limits.ts';
import { AiUsesSchema } from './ai-uses.ts';
import { CARD_LIMITS } from './cards/card-limits.ts';
import { CardRecord } from './cards/cards.ts';
import { savedFields } from './drafts.ts';
import { EDITORIAL_LIMITS } from './editorial/editorial-limits.ts';
import { valuesFor } from './field-lists.ts';
import { PIECE_LIMITS } from './piece-limits.ts';
import { PROFILE_FIELD_NAMES, profileInput } from './profile-fields.ts';
import { RecordFile } from './provenance/record-file.ts';
import { SeriesFields } from './series/series.ts';
import { SERIES_LIMITS } from './series/series-limits.ts';
import { DateTime, type Of, OneOf, Uuid } from './shapes.ts';
import { Amount, Currency } from './shop/money.ts';
import { PRODUCT_LIMITS } from './shop/product-limits.ts';
import { SitePageFields } from './site/site-pages.ts';
import { AnyText, NullableText, PieceSlug, Slug, Text, URL_LENGTH } from './text.ts';
import {
  CANCELLATIONS,
  DECLARATIONS,
  DRAFTERS,
  ERASED_PIECES,
  ERASURE_ORIGINS,
  NOTE_AUTHORS,
  PRODUCT_CATEGORIES,
  PROGRAMS,
  PROPOSAL_STATUSES,
  REPLIERS,
  SOCIAL_NETWORKS,
  STATUSES,
} from './vocabulary.ts';

const ID_LENGTH = 64;
const SIGNATURE_LENGTH = 100;

const SocialUrl = Type.Optional(NullableText(URL_LENGTH, { format: 'uri' }));

const SlugSince = Type.Object({ slug: PieceSlug(PIECE_LIMITS.slug), since: DateTime() });

const AuthorSlugSince = Type.Object({ slug: Slug(AUTHOR_LIMITS.slug), since: DateTime() });

/** The maximum is that of a PostgreSQL integer column. */
const Count = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** `name` is a slug for writers and admins, and the key's name for programs. */
const By = Type.Object({
  kind: OneOf(['writer', 'admin', ...PROGRAMS, 'operator']),
  name: AnyText(AUTHOR_LIMITS.name),
  id: Type.Optional(AnyText(ID_LENGTH)),
});

/** `slugs` are hashes of the slugs that the account had. */
const ErasureLine = Type.Object({
  asked_by: OneOf(ERASURE_ORIGINS),
  asked_at: DateTime(),
  due_at: DateTime(),
  pieces: OneOf(ERASED_PIECES),
  keep_as: Type.Optional(Text(AUTHOR_LIMITS.name)),
  begun_at: Type.Optional(DateTime()),
  finished_at: Type.Optional(DateTime()),
  slugs: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }))),
});
export type ErasureLine = Of<typeof ErasureLine>;

export const AuthorLine = Type.Object({
  type: Type.Literal('author'),
  id: Type.Optional(Uuid('The id of the account, which the state log refers to.')),
  slug: Slug(AUTHOR_LIMITS.slug),
  slugs: Type.Optional(Type.Array(AuthorSlugSince)),
  name: Text(AUTHOR_LIMITS.name),
  email: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: ACCOUNT_LIMITS.email,
      format: 'email',
    }),
  ),
  admin: Type.Optional(Type.Boolean()),
  suspended_at: Type.Optional(DateTime()),
  ...valuesFor(PROFILE_FIELD_NAMES, (name) => Type.Optional(profileInput(name))),
  identity_verified: Type.Optional(Type.Boolean()),
  website_verified: Type.Optional(Type.Boolean()),
  ai_uses: Type.Optional(AiUsesSchema),
  socials: Type.Optional(Type.Object(valuesFor(SOCIAL_NETWORKS, () => SocialUrl))),
  joined_at: Type.Optional(DateTime()),
  writing_policy: Type.Optional(NullableText(AUTHOR_LIMITS.writingPolicy)),
  shows_human: Type.Optional(Type.Boolean()),
  erasure: Type.Optional(ErasureLine),
});
export type AuthorLine = Of<typeof AuthorLine>;

/** The hashes of a version; import computes missing ones. */
const Chained = {
  hash: Type.Optional(AnyText(ID_LENGTH)),
  previous_hash: Type.Optional(AnyText(ID_LENGTH)),
};

export const PrunedLine = Type.Object({
  number: Count,
  saved_at: DateTime(),
  saved_by: By,
  origin: Text(PIECE_LIMITS.style),
  content_hash: AnyText(ID_LENGTH),
  ...Chained,
});
export type PrunedLine = Of<typeof PrunedLine>;

const Share = Type.Integer({ minimum: 0, maximum: 100 });

export const DeclaredLine = Type.Object({
  declaration: OneOf(DECLARATIONS),
  declared_at: Type.Optional(DateTime()),
  versions: Type.Optional(Count),
  version_hash: Type.Optional(AnyText(ID_LENGTH)),
  drafted_by: Type.Optional(OneOf(DRAFTERS)),
  machine_share: Type.Optional(Share),
});
export type DeclaredLine = Of<typeof DeclaredLine>;

export const VersionLine = Type.Object({
  ...savedFields,
  number: Count,
  saved_at: DateTime(),
  saved_by: By,
  origin: OneOf(['created', 'saved', 'autosaved', 'restored', 'imported', 'taken']),
  cards: Type.Optional(Type.Array(CardRecord, { maxItems: CARD_LIMITS.perPiece })),
  ...Chained,
});
export type VersionLine = Of<typeof VersionLine>;

export const MoveLine = Type.Object({
  at: DateTime(),
  act: Text(PIECE_LIMITS.style),
  from: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...STATUSES, null] }),
  to: OneOf(STATUSES),
  by: By,
  version: Type.Optional(Count),
  session: Type.Optional(AnyText(ID_LENGTH)),
  note: Type.Optional(AnyText(PIECE_LIMITS.reviewNote)),
  declaration: Type.Optional(OneOf(DECLARATIONS)),
  machine_share: Type.Optional(Share),
  version_hash: Type.Optional(AnyText(ID_LENGTH)),
  signed_with: Type.Optional(AnyText(SIGNATURE_LENGTH)),
  signature: Type.Optional(AnyText(SIGNATURE_LENGTH)),
  erased_hash: Type.Optional(AnyText(ID_LENGTH)),
});
export type MoveLine = Of<typeof MoveLine>;

export const ProposalLine = Type.Object({
  ...savedFields,
  id: Uuid('The id of the proposal.'),
  number: Count,
  key: Type.Object({
    id: AnyText(ID_LENGTH),
    name: AnyText(AUTHOR_LIMITS.name),
    kind: Type.Optional(OneOf(PROGRAMS)),
  }),
  base_version: Count,
  proposed_at: DateTime(),
  status: OneOf(PROPOSAL_STATUSES),
  decided_at: Type.Optional(DateTime()),
  taken_version: Type.Optional(Count),
  taken_changes: Type.Optional(
    Type.Array(Type.Object({ id: AnyText(ID_LENGTH), version: Count }), {
      description: 'The changes that the writer has taken, each with the version that took it.',
    }),
  ),
  changes_total: Type.Optional(Count),
});
export type ProposalLine = Of<typeof ProposalLine>;

const Said = {
  id: Uuid('The id of the note or the reply.'),
  body: Text(EDITORIAL_LIMITS.note),
  created_at: DateTime(),
};

const Offset = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** `start` and `end` count UTF-16 units of the text; both are missing if the marked words are gone. */
export const NoteLine = Type.Object({
  ...Said,
  number: Count,
  version: Count,
  selector: Type.Optional(
    Type.Object({
      exact: AnyText(PIECE_LIMITS.bodyMd),
      prefix: AnyText(PIECE_LIMITS.bodyMd),
      suffix: AnyText(PIECE_LIMITS.bodyMd),
    }),
  ),
  start: Type.Optional(Offset),
  end: Type.Optional(Offset),
  by: Type.Object({ ...By.properties, kind: OneOf(NOTE_AUTHORS) }),
  resolved_at: Type.Optional(DateTime()),
  replies: Type.Optional(
    Type.Array(
      Type.Object({ ...Said, by: Type.Object({ ...By.properties, kind: OneOf(REPLIERS) }) }),
      { maxItems: EDITORIAL_LIMITS.replies },
    ),
  ),
});
export type NoteLine = Of<typeof NoteLine>;

/** Imported schedules are cancelled, and the writer can schedule the piece again. */
export const ScheduleLine = Type.Object({
  for: DateTime(),
  zone: Text(PIECE_LIMITS.timeZone),
  version: Count,
  made_at: Type.Optional(DateTime()),
  cancelled: Type.Optional(OneOf(CANCELLATIONS)),
});
export type ScheduleLine = Of<typeof ScheduleLine>;

export const PieceLine = Type.Object({
  type: Type.Literal('piece'),
  id: Type.Optional(Uuid('Kept if present; otherwise a new one is created.')),
  author: Slug(AUTHOR_LIMITS.slug),
  ...savedFields,
  status: Type.Optional(OneOf(STATUSES, { default: 'draft' })),
  created_at: Type.Optional(DateTime()),
  updated_at: Type.Optional(DateTime()),
  published_at: Type.Optional(DateTime('When the piece was first published.')),
  modified_at: Type.Optional(DateTime('When a change was last published.')),
  publisher: Type.Optional(Slug(AUTHOR_LIMITS.slug)),
  slug: Type.Optional(PieceSlug(PIECE_LIMITS.slug)),
  slugs: Type.Optional(Type.Array(SlugSince)),
  versions: Type.Optional(Type.Array(VersionLine, { minItems: 1 })),
  pruned: Type.Optional(Type.Array(PrunedLine)),
  live_version: Type.Optional(Count),
  provenance: Type.Optional(DeclaredLine),
  moves: Type.Optional(Type.Array(MoveLine)),
  proposals: Type.Optional(Type.Array(ProposalLine)),
  notes: Type.Optional(Type.Array(NoteLine, { maxItems: EDITORIAL_LIMITS.notes })),
  schedule: Type.Optional(ScheduleLine),
  trashed_at: Type.Optional(DateTime('When the piece was moved to the trash.')),
  revision_asked_at: Type.Optional(
    DateTime('When the writer requested the revision that is still pending.'),
  ),
});
export type PieceLine = Of<typeof PieceLine>;

export const ProductLine = Type.Object({
  type: Type.Literal('product'),
  id: Type.Optional(Uuid('Kept if present; otherwise a new one is created.')),
  seller: Slug(AUTHOR_LIMITS.slug),
  name: Text(PRODUCT_LIMITS.name),
  description: Type.Optional(NullableText(PRODUCT_LIMITS.description)),
  price: Type.Object({
    amount: Amount(),
    currency: Currency(),
  }),
  category: OneOf(PRODUCT_CATEGORIES),
  payment_url: Text(URL_LENGTH, { format: 'https-uri' }),
  image_url: Type.Optional(NullableText(URL_LENGTH, { format: 'image' })),
  listed: Type.Optional(Type.Boolean({ default: true })),
  related_pieces: Type.Optional(
    Type.Array(Uuid('The id of a piece by the seller.'), {
      maxItems: PRODUCT_LIMITS.relatedPieces,
    }),
  ),
  sort_order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  created_at: Type.Optional(DateTime()),
  updated_at: Type.Optional(DateTime()),
});
export type ProductLine = Of<typeof ProductLine>;

const PageContentLine = {
  title: SitePageFields.title,
  slug: SitePageFields.slug,
  body_md: SitePageFields.body_md,
  locale: Type.Optional(SitePageFields.locale),
  in_footer: Type.Optional(Type.Boolean({ default: true })),
};

/** The public content of a page, which may be older than its draft. */
const PublishedPageLine = Type.Object({
  ...PageContentLine,
  published_at: Type.Optional(DateTime()),
  modified_at: Type.Optional(DateTime()),
});
export type PublishedPageLine = Of<typeof PublishedPageLine>;

export const PageLine = Type.Object({
  type: Type.Literal('page'),
  id: Type.Optional(Uuid('Kept if present; otherwise a new one is created.')),
  ...PageContentLine,
  slugs: Type.Optional(Type.Array(SitePageFields.slug)),
  published: Type.Optional(PublishedPageLine),
  created_at: Type.Optional(DateTime()),
  updated_at: Type.Optional(DateTime()),
});
export type PageLine = Of<typeof PageLine>;

/** What is left of a piece that was erased with its author's account. */
export const ErasedPieceLine = Type.Object({
  type: Type.Literal('erased_piece'),
  id: Uuid('The piece.'),
  author: Slug(AUTHOR_LIMITS.slug),
  erased_at: DateTime(),
  record: RecordFile,
});
export type ErasedPieceLine = Of<typeof ErasedPieceLine>;

/** `parts` has the ids of the author's pieces in order, whose lines must come before this one. */
export const SeriesLine = Type.Object({
  type: Type.Literal('series'),
  id: Type.Optional(Uuid('Kept if present; otherwise a new one is created.')),
  author: Slug(AUTHOR_LIMITS.slug),
  title: SeriesFields.title,
  slug: SeriesFields.slug,
  slugs: Type.Optional(Type.Array(SeriesFields.slug)),
  description: Type.Optional(SeriesFields.description),
  parts: Type.Optional(
    Type.Array(Uuid('The id of a piece by the author.'), { maxItems: SERIES_LIMITS.parts }),
  ),
  created_at: Type.Optional(DateTime()),
  updated_at: Type.Optional(DateTime()),
});
export type SeriesLine = Of<typeof SeriesLine>;
