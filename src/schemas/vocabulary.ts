// Enumerations of the service, each defined only here.

export const CATEGORIES = [
  'building',
  'leading',
  'culture',
  'money',
  'life',
  'civic',
  'ideas',
  'society',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_NAMES: { readonly [category in Category]: string } = {
  building: 'Building',
  leading: 'Leading',
  culture: 'Culture',
  money: 'Money',
  life: 'Life',
  civic: 'Civic',
  ideas: 'Ideas',
  society: 'Society',
};

export function categoryName(category: string): string {
  const known = CATEGORIES.find((each) => each === category);
  return known ? CATEGORY_NAMES[known] : category;
}

/** Categories that REST and tools filter by; pages and feeds have all eight. */
export const FILTER_CATEGORIES = ['building', 'leading', 'culture', 'money', 'life'] as const;

export const FRAMES = ['lesson', 'origin', 'contrarian', 'before_after'] as const;

export const STATUSES = ['draft', 'pending', 'approved', 'rejected', 'changes_requested'] as const;
export type Status = (typeof STATUSES)[number];

export const SOCIAL_NETWORKS = [
  'x',
  'linkedin',
  'facebook',
  'youtube',
  'instagram',
  'newsletter',
] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

export const NETWORK_NAMES: { readonly [network in SocialNetwork]: string } = {
  x: 'X',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  youtube: 'YouTube',
  instagram: 'Instagram',
  newsletter: 'Newsletter',
};

/** `text` searches the query as a phrase, `words` each word separately. */
export const MATCHES = ['text', 'words'] as const;
export type Match = (typeof MATCHES)[number];

export const MATCH_SITES = ['headline', 'standfirst', 'body'] as const;
export type MatchSite = (typeof MATCH_SITES)[number];

/** Formats of a piece's text; `both` is HTML and plain text. */
export const PART_FORMATS = ['text', 'html', 'markdown'] as const;
export type PartFormat = (typeof PART_FORMATS)[number];
export const PIECE_FORMATS = ['both', ...PART_FORMATS] as const;

export const KEY_SCOPES = ['pieces:write', 'pieces:read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const PRODUCT_CATEGORIES = [
  'book',
  'course',
  'template',
  'tool',
  'service',
  'event',
  'art',
  'other',
] as const;
export type ProductCategory = (typeof PRODUCT_CATEGORIES)[number];

/** Events that a webhook gets only if its writer has chosen them. */
export const CHOSEN_EVENTS = ['note.added', 'revision.requested'] as const;
export type ChosenEvent = (typeof CHOSEN_EVENTS)[number];

/** `ping` is a test that the writer sends. */
export type WebhookEvent = 'piece.published' | 'ping' | ChosenEvent;

export const PROPOSAL_STATUSES = ['open', 'taken', 'declined', 'superseded'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Programs that act for a writer: `key` has an API key, `app` is connected by OAuth. */
export const PROGRAMS = ['key', 'app'] as const;
export type Program = (typeof PROGRAMS)[number];

export const WHO =
  '`key` for a program with a key, `app` for one that the writer connected, `writer` for the writer.';
export const WHOSE_NAME = 'The name of the key or the app, or the slug of the writer.';

export const isProgram = (kind: string): boolean => PROGRAMS.some((each) => each === kind);

/** Declarations of a published text: the writer's own, drafted with a machine and edited, or a machine's. */
export const DECLARATIONS = ['human', 'assisted', 'machine'] as const;
export type Declaration = (typeof DECLARATIONS)[number];

/** `wished` waits for an admin to approve the piece. */
export type ScheduleState = 'wished' | 'scheduled' | 'published' | 'cancelled';

/** Reasons for which the service, not the writer, ended a schedule. */
export const CANCELLATIONS = ['suspended', 'trashed', 'imported', 'refused'] as const;
export type Cancellation = (typeof CANCELLATIONS)[number];

/** Drafters of a text that is not all the writer's: a program with a key, or one outside of the service. */
export const DRAFTERS = ['api_program', 'outside_program'] as const;
export type Drafter = (typeof DRAFTERS)[number];

/** Programs reply to notes, but write none. */
export const NOTE_AUTHORS = ['writer', 'reviewer'] as const;
export type NoteAuthor = (typeof NOTE_AUTHORS)[number];
export const REPLIERS = [...PROGRAMS, ...NOTE_AUTHORS] as const;
export type Replier = (typeof REPLIERS)[number];

/** Who asked for an account to be erased. */
export const ERASURE_ORIGINS = ['writer', 'admin', 'operator'] as const;
export type ErasureOrigin = (typeof ERASURE_ORIGINS)[number];

/** What becomes of the public pieces of an erased account. */
export const ERASED_PIECES = ['keep', 'erase'] as const;
export type ErasedPieces = (typeof ERASED_PIECES)[number];

export type DeliveryState = 'due' | 'delivered' | 'failed' | 'cancelled';

/** Reason for disabling a webhook: the receiver said it is gone, or it failed for too long. */
export type SwitchOff = 'gone' | 'failing';

/** Stored encodings in order of preference; the fallback is JPEG, PNG or GIF. */
export const IMAGE_ENCODINGS = ['avif', 'webp', 'fallback'] as const;
export type ImageEncoding = (typeof IMAGE_ENCODINGS)[number];

export const TRENDING_WINDOWS = ['day', 'week', 'month'] as const;
export type TrendingWindow = (typeof TRENDING_WINDOWS)[number];

export const BADGE_THEMES = ['light', 'dark'] as const;
export type BadgeTheme = (typeof BADGE_THEMES)[number];
export const BADGE_TONES = ['verified'] as const;
export const WIDGET_KINDS = ['badge', 'card', 'list', 'bio'] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];
export const WIDGET_THEMES = ['light', 'dark', 'auto'] as const;

/**
 * Pieces that a widget loads, and shows by default. EMBED is not in limits.ts, because a bundler would put most
 * limits into embed.js.
 */
export const EMBED = { items: 20, shown: 5 } as const;

/** Look-alikes of the verified tick, removed from names. */
export const TICK_SIGNS = /[\u2611\u2705\u2713\u2714\u{1F5F8}\u{1F5F9}]\uFE0F?/gu;

/** Author slugs that would clash with routes or mislead readers. */
export const RESERVED_SLUGS = ['search', 'recent', 'feed', 'me', 'new', 'edit', 'admin', 'desk'];
