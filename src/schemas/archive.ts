// The lines of an archive, one JSON object per line: what `export` writes and `import` reads.

import { Type } from 'typebox';
import { AiUsesSchema } from './ai-uses.ts';
import { CardRecord } from './cards/cards.ts';
import { savedFields } from './drafts.ts';
import { EDITORIAL } from './editorial/editorial-limits.ts';
import { valuesFor } from './field-lists.ts';
import { CARDS, LIMITS, SCHEDULE } from './limits.ts';
import { PROFILE_FIELD_NAMES, profileInput } from './profile-fields.ts';
import { RecordFile } from './provenance/record-file.ts';
import { SeriesFields } from './series/series.ts';
import { DateTime, type Of, OneOf, Uuid } from './shapes.ts';
import { Amount, Currency } from './shop/money.ts';
import { SitePageFields } from './site/site-pages.ts';
import { AnyText, NullableText, PieceSlug, Slug, Text } from './text.ts';
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

const SocialUrl = Type.Optional(NullableText(LIMITS.address, { format: 'uri' }));

const SlugSince = Type.Object({ slug: PieceSlug(LIMITS.pieceSlug), since: DateTime() });

const AuthorSlugSince = Type.Object({ slug: Slug(LIMITS.authorSlug), since: DateTime() });

/** Maximum of a PostgreSQL integer column. */
const Count = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** `name` is a slug for writers and admins, and a key's name for programs. */
const By = Type.Object({
  kind: OneOf(['writer', 'admin', ...PROGRAMS, 'operator']),
  name: AnyText(LIMITS.authorName),
  id: Type.Optional(AnyText(LIMITS.foreignId)),
});

/** `slugs` are hashes of the slugs that the account had. */
const ErasureLine = Type.Object({
  asked_by: OneOf(ERASURE_ORIGINS),
  asked_at: DateTime(),
  due_at: DateTime(),
  pieces: OneOf(ERASED_PIECES),
  keep_as: Type.Optional(Text(LIMITS.authorName)),
  begun_at: Type.Optional(DateTime()),
  finished_at: Type.Optional(DateTime()),
  slugs: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }))),
});
export type ErasureLine = Of<typeof ErasureLine>;

export const AuthorLine = Type.Object({
  type: Type.Literal('author'),
  id: Type.Optional(Uuid('The account, so that the state log keeps its meaning.')),
  slug: Slug(LIMITS.authorSlug),
  slugs: Type.Optional(Type.Array(AuthorSlugSince)),
  name: Text(LIMITS.authorName),
  email: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: LIMITS.email,
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
  writing_policy: Type.Optional(NullableText(LIMITS.writingPolicy)),
  shows_human: Type.Optional(Type.Boolean()),
  erasure: Type.Optional(ErasureLine),
});
export type AuthorLine = Of<typeof AuthorLine>;

/** Hashes of the piece's record; the import computes absent ones. */
const Chained = {
  hash: Type.Optional(AnyText(LIMITS.foreignId)),
  previous_hash: Type.Optional(AnyText(LIMITS.foreignId)),
};

export const PrunedLine = Type.Object({
  number: Count,
  saved_at: DateTime(),
  saved_by: By,
  origin: Text(LIMITS.style),
  content_hash: AnyText(LIMITS.foreignId),
  ...Chained,
});
export type PrunedLine = Of<typeof PrunedLine>;

const Share = Type.Integer({ minimum: 0, maximum: 100 });

export const DeclaredLine = Type.Object({
  declaration: OneOf(DECLARATIONS),
  declared_at: Type.Optional(DateTime()),
  versions: Type.Optional(Count),
  version_hash: Type.Optional(AnyText(LIMITS.foreignId)),
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
  cards: Type.Optional(Type.Array(CardRecord, { maxItems: CARDS.perPiece })),
  ...Chained,
});
export type VersionLine = Of<typeof VersionLine>;

export const MoveLine = Type.Object({
  at: DateTime(),
  act: Text(LIMITS.style),
  from: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...STATUSES, null] }),
  to: OneOf(STATUSES),
  by: By,
  version: Type.Optional(Count),
  session: Type.Optional(AnyText(LIMITS.foreignId)),
  note: Type.Optional(AnyText(LIMITS.reviewNote)),
  declaration: Type.Optional(OneOf(DECLARATIONS)),
  machine_share: Type.Optional(Share),
  version_hash: Type.Optional(AnyText(LIMITS.foreignId)),
  signed_with: Type.Optional(AnyText(LIMITS.signature)),
  signature: Type.Optional(AnyText(LIMITS.signature)),
  erased_hash: Type.Optional(AnyText(LIMITS.foreignId)),
});
export type MoveLine = Of<typeof MoveLine>;

export const ProposalLine = Type.Object({
  ...savedFields,
  id: Uuid('The id of the proposal.'),
  number: Count,
  key: Type.Object({
    id: AnyText(LIMITS.foreignId),
    name: AnyText(LIMITS.authorName),
    kind: Type.Optional(OneOf(PROGRAMS)),
  }),
  base_version: Count,
  proposed_at: DateTime(),
  status: OneOf(PROPOSAL_STATUSES),
  decided_at: Type.Optional(DateTime()),
  taken_version: Type.Optional(Count),
});
export type ProposalLine = Of<typeof ProposalLine>;

const Said = {
  id: Uuid('Of the note or the reply.'),
  body: Text(EDITORIAL.note),
  created_at: DateTime(),
};

const Offset = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** `start` and `end` are in UTF-16 units of the text; both are absent if the marked words are gone. */
export const NoteLine = Type.Object({
  ...Said,
  number: Count,
  version: Count,
  selector: Type.Optional(
    Type.Object({
      exact: AnyText(LIMITS.bodyMd),
      prefix: AnyText(LIMITS.bodyMd),
      suffix: AnyText(LIMITS.bodyMd),
    }),
  ),
  start: Type.Optional(Offset),
  end: Type.Optional(Offset),
  by: Type.Object({ ...By.properties, kind: OneOf(NOTE_AUTHORS) }),
  resolved_at: Type.Optional(DateTime()),
  replies: Type.Optional(
    Type.Array(
      Type.Object({ ...Said, by: Type.Object({ ...By.properties, kind: OneOf(REPLIERS) }) }),
      { maxItems: EDITORIAL.replies },
    ),
  ),
});
export type NoteLine = Of<typeof NoteLine>;

/** Imported schedules are not active: the writer schedules the piece again. */
export const ScheduleLine = Type.Object({
  for: DateTime(),
  zone: Text(SCHEDULE.zone),
  version: Count,
  made_at: Type.Optional(DateTime()),
  cancelled: Type.Optional(OneOf(CANCELLATIONS)),
});
export type ScheduleLine = Of<typeof ScheduleLine>;

export const PieceLine = Type.Object({
  type: Type.Literal('piece'),
  id: Type.Optional(Uuid('Kept; made when absent.')),
  author: Slug(LIMITS.authorSlug),
  ...savedFields,
  status: Type.Optional(OneOf(STATUSES, { default: 'draft' })),
  created_at: Type.Optional(DateTime()),
  updated_at: Type.Optional(DateTime()),
  published_at: Type.Optional(DateTime('The first publication.')),
  modified_at: Type.Optional(DateTime('The last published change.')),
  publisher: Type.Optional(Slug(LIMITS.authorSlug)),
  slug: Type.Optional(PieceSlug(LIMITS.pieceSlug)),
  slugs: Type.Optional(Type.Array(SlugSince)),
  versions: Type.Optional(Type.Array(VersionLine, { minItems: 1 })),
  pruned: Type.Optional(Type.Array(PrunedLine)),
  live_version: Type.Optional(Count),
  provenance: Type.Optional(DeclaredLine),
  moves: Type.Optional(Type.Array(MoveLine)),
  proposals: Type.Optional(Type.Array(ProposalLine)),
  notes: Type.Optional(Type.Array(NoteLine, { maxItems: EDITORIAL.notes })),
  schedule: Type.Optional(ScheduleLine),
  trashed_at: Type.Optional(DateTime('Since when it is in the trash.')),
  revision_asked_at: Type.Optional(DateTime('Since when it waits for a program to revise it.')),
});
export type PieceLine = Of<typeof PieceLine>;

export const ProductLine = Type.Object({
  type: Type.Literal('product'),
  id: Type.Optional(Uuid('Kept; made when absent.')),
  seller: Slug(LIMITS.authorSlug),
  name: Text(LIMITS.productName),
  description: Type.Optional(NullableText(LIMITS.productDescription)),
  price: Type.Object({
    amount: Amount(),
    currency: Currency(),
  }),
  category: OneOf(PRODUCT_CATEGORIES),
  payment_url: Text(LIMITS.address, { format: 'https-uri' }),
  image_url: Type.Optional(NullableText(LIMITS.address, { format: 'image' })),
  listed: Type.Optional(Type.Boolean({ default: true })),
  related_pieces: Type.Optional(
    Type.Array(Uuid("A piece of the seller's."), { maxItems: LIMITS.relatedPieces }),
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

/** Public content of a page, which may be older than the draft. */
const PublishedPageLine = Type.Object({
  ...PageContentLine,
  published_at: Type.Optional(DateTime()),
  modified_at: Type.Optional(DateTime()),
});
export type PublishedPageLine = Of<typeof PublishedPageLine>;

export const PageLine = Type.Object({
  type: Type.Literal('page'),
  id: Type.Optional(Uuid('Kept; made when absent.')),
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
  author: Slug(LIMITS.authorSlug),
  erased_at: DateTime(),
  record: RecordFile,
});
export type ErasedPieceLine = Of<typeof ErasedPieceLine>;

/** `parts` are ids of the author's pieces in order; their lines come before this one. */
export const SeriesLine = Type.Object({
  type: Type.Literal('series'),
  id: Type.Optional(Uuid('Kept; made when absent.')),
  author: Slug(LIMITS.authorSlug),
  title: SeriesFields.title,
  slug: SeriesFields.slug,
  slugs: Type.Optional(Type.Array(SeriesFields.slug)),
  description: Type.Optional(SeriesFields.description),
  parts: Type.Optional(
    Type.Array(Uuid("A piece of the author's."), { maxItems: LIMITS.seriesParts }),
  ),
  created_at: Type.Optional(DateTime()),
  updated_at: Type.Optional(DateTime()),
});
export type SeriesLine = Of<typeof SeriesLine>;
