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

/** The categories by which the API and tools can filter; pages and feeds have all eight. */
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

/** `text` searches for the query as a phrase, `words` for each word separately. */
export const MATCHES = ['text', 'words'] as const;
export type Match = (typeof MATCHES)[number];

export const MATCH_SITES = ['headline', 'standfirst', 'body'] as const;
export type MatchSite = (typeof MATCH_SITES)[number];

/** The formats of a piece's text; `both` means HTML and plain text. */
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
export const CHOSEN_EVENTS = ['note.added', 'revision.requested', 'proposal.answered'] as const;
export type ChosenEvent = (typeof CHOSEN_EVENTS)[number];

/** `ping` is a test that the writer sends. */
export type WebhookEvent = 'piece.published' | 'ping' | ChosenEvent;

export const PROPOSAL_STATUSES = ['open', 'taken', 'declined', 'superseded'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** The states of a proposal as programs see them. */
export const PROPOSAL_STATES = [
  'open',
  'taken_in_part',
  'taken',
  'declined',
  'superseded',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const CHANGE_STATES = ['waiting', 'taken', 'declined'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Programs that act for a writer: `key` uses an API key, `app` is connected by OAuth. */
export const PROGRAMS = ['key', 'app'] as const;
export type Program = (typeof PROGRAMS)[number];

export const WHO =
  '`key` for a program with a key, `app` for an app that the writer connected, `writer` for the writer.';
export const WHOSE_NAME = 'The name of the key or the app, or the slug of the writer.';

export const isProgram = (kind: string): boolean => PROGRAMS.some((each) => each === kind);

/** The declarations of who wrote a text: the writer, the writer with a machine's draft, or a machine. */
export const DECLARATIONS = ['human', 'assisted', 'machine'] as const;
export type Declaration = (typeof DECLARATIONS)[number];

/** `wished` means that an admin has yet to approve the piece. */
export type ScheduleState = 'wished' | 'scheduled' | 'published' | 'cancelled';

/** The reasons for which the service itself cancels a schedule. */
export const CANCELLATIONS = ['suspended', 'trashed', 'imported', 'refused'] as const;
export type Cancellation = (typeof CANCELLATIONS)[number];

/** Who drafted a text that the writer didn't write alone: a program with an API key, or one outside the service. */
export const DRAFTERS = ['api_program', 'outside_program'] as const;
export type Drafter = (typeof DRAFTERS)[number];

/** Who can open notes; programs can only reply. */
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

/** Why the service switched a webhook off: the receiver said that it is gone, or kept failing for too long. */
export type SwitchOff = 'gone' | 'failing';

/** The stored encodings in order of preference. The fallback is a JPEG, PNG or GIF. */
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

/** Number of pieces that a widget loads, and number that it shows by default. */
export const EMBED = { items: 20, shown: 5 } as const;

/** Characters that look like the verified tick, which are removed from names. */
export const TICK_SIGNS = /[\u2611\u2705\u2713\u2714\u{1F5F8}\u{1F5F9}]\uFE0F?/gu;

/** Author slugs that would clash with routes or mislead readers. */
export const RESERVED_SLUGS = ['search', 'recent', 'feed', 'me', 'new', 'edit', 'admin', 'desk'];
