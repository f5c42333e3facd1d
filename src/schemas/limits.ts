// Limits that the service promises, in one place.

export const LIMITS = {
  authorSearch: { min: 1, max: 50, default: 10 },
  recentPieces: { min: 1, max: 100, default: 20 },
  searchPieces: { min: 1, max: 100, default: 20 },
  ownPieces: { min: 1, max: 50, default: 20 },
  trendingPieces: { min: 1, max: 50, default: 10 },
  searchProducts: { min: 1, max: 50, default: 10 },
  /** Offset into a text that is read in parts: beyond the length of any text. */
  pieceOffset: { min: 0, max: 10_000_000 },
  pieceCharacters: { min: 1, max: 10_000_000 },
  query: 200,
  /** Distinct words of a query that are searched separately. */
  queryWords: 20,
  cursor: 1_200,
  headline: 200,
  sub: 400,
  bodyMd: 100_000,
  tags: 8,
  tag: 32,
  style: 40,
  locale: 35,
  address: 2000,
  altText: 500,
  caption: 500,
  authorName: 120,
  authorSlug: 64,
  pieceSlug: 120,
  authorBio: 2000,
  writingPolicy: 600,
  authorLine: 120,
  email: 254,
  reviewNote: 2000,
  idempotencyKey: 255,
  foreignId: 64,
  signature: 100,
  keyName: 80,
  passkeyName: 80,
  passkeyField: 16_384,
  password: { min: 8, max: 1000 },
  /** Password reset links of an account that are valid at the same time; beyond that none is sent. */
  resetLinks: 100,
  /** Open invitations, and the days for which each is valid. */
  invitations: 100,
  invitationDays: 7,
  sitePages: 50,
  pageTitle: 120,
  pageSlug: 64,
  series: 100,
  seriesParts: 100,
  seriesTitle: 120,
  seriesDescription: 600,
  products: 200,
  productName: 120,
  productDescription: 2000,
  relatedPieces: 5,
  bioSnippet: 160,
  /** Characters drawn on a social image. */
  socialHeadline: 150,
  socialStandfirst: 130,
  socialName: 48,
} as const;

export const IDENTITY = {
  name: 80,
  tagline: 160,
  description: 300,
  colour: 7,
  label: 40,
  headerLinks: 4,
  footerLinks: 8,
} as const;

/** Rate limits of a client: requests per window. */
export const RATES = {
  read: { max: 600, windowMs: 60_000 },
  write: { max: 120, windowMs: 60_000 },
  /** Key reads are counted separately, so that drafts keep their own limit. */
  keyRead: { max: 600, windowMs: 60_000 },
  signIn: { max: 10, windowMs: 15 * 60_000 },
  /** Sign-ins of a network over all accounts, and of an account over all networks. */
  signInWide: { max: 100, windowMs: 15 * 60_000 },
  /** E-mails of one kind to one e-mail address, because strangers can cause them. */
  accountEmail: { max: 20, windowMs: 15 * 60_000 },
  webhookTest: { max: 20, windowMs: 15 * 60_000 },
  websiteCheck: { max: 10, windowMs: 15 * 60_000 },
  upload: { max: 60, windowMs: 15 * 60_000 },
  card: { max: 60, windowMs: 15 * 60_000 },
  /** App registrations of one network. */
  registration: { max: 20, windowMs: 15 * 60_000 },
} as const;

/** OAuth lifetimes in seconds, and limits of what clients send. */
export const OAUTH = {
  accessToken: 3_600,
  code: 60,
  /** Time to sign in and read the consent page. */
  consent: 30 * 60,
  /** An app unused for `refreshToken` asks for consent again, and every app after `grant`. */
  refreshToken: 60 * 24 * 3_600,
  grant: 365 * 24 * 3_600,
  clientName: 80,
  redirects: 20,
  documentBytes: 64 * 1024,
  documentTimeoutMs: 5_000,
  documentCache: { min: 60, max: 3_600 },
  /** Registered apps, over all networks. */
  clients: 10_000,
  /** Unused clients are deleted after a day, disconnected ones after 60 days. */
  unusedClientMs: 24 * 60 * 60_000,
  disconnectedClientMs: 60 * 24 * 60 * 60_000,
  sweepMs: 10 * 60_000,
  draftsListed: 50,
} as const;

/** Cards: number per piece, lengths, and limits of the requests for them. */
export const CARDS = {
  perPiece: 20,
  url: 500,
  title: 200,
  author: 120,
  text: 1_000,
  lines: 12,
  timeoutMs: 5_000,
  answerBytes: 64 * 1024,
  redirects: 2,
  /** Fetched cards are reused for other texts of the same writer for this long. */
  freshMs: 24 * 60 * 60_000,
} as const;

export const WEBSITE_CHECK = {
  timeoutMs: 10_000,
  pageBytes: 512 * 1024,
  fileBytes: 4 * 1024,
} as const;

export const UPLOAD_BYTES = 10 * 1024 * 1024;

/** Limits of uploaded images: decoded, and as stored. */
export const IMAGES = {
  /** Default of the operator's setting, in millions of pixels. */
  megapixels: 50,
  /**
   * Memory that decoding may hold for each permitted pixel: 75 MB in all. Decoding line by line holds nothing;
   * images in other encodings have a lower pixel limit.
   */
  heldBytesPerPixel: 1.5,
  /** Memory that decoding an AVIF holds for each pixel, with 8 bits and with more. */
  avifBytes: 9,
  deepAvifBytes: 12,
  /** Pixels of all frames of an animation, as a share of the limit. */
  animationShare: 0.5,
  side: 2000,
  frames: 300,
  animationSide: 1000,
  seconds: 20,
} as const;

/** `maxBytes` exceeds every image that the service stores. */
export const MEDIA_REQUEST = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 } as const;

/** Permissions of files with drafts, e-mail addresses or password hashes: the owner alone. */
export const PRIVATE = { file: 0o600, folder: 0o700 } as const;

/** Ages at which sweeps delete files, and how often they run. */
export const SWEEP = {
  /** Partial files of a process that died; writing one takes seconds. */
  partialMs: 24 * 60 * 60_000,
  unreferencedMs: 30 * 24 * 60 * 60_000,
  everyMs: 24 * 60 * 60_000,
  firstMs: 10 * 60_000,
  searchIndexMs: 60_000,
} as const;

/** Days in the desk's trash, and the batch size of deletion. */
export const TRASH = { days: 30, atOnce: 50 } as const;

export const ERASURE = {
  /** Days in which an erasure can be taken back. */
  days: 14,
  /** Pieces of one transaction: other writers wait only briefly. */
  atOnce: 10,
  everyMs: 10 * 60_000,
  firstMs: 5_000,
  /** How often a process looks whether its cache has to be emptied. */
  cacheMs: 10_000,
  /** doctor reports an erasure that has not finished this long after it was due. */
  overdueMs: 24 * 60 * 60_000,
} as const;

export const SCHEDULE = {
  furthestDays: 366,
  zone: 64,
  /** A dead process's schedules are free again after this; one publication takes less. */
  leaseMs: 15_000,
  /** A publication later than this is reported to the writer as late. */
  lateMs: 60_000,
} as const;

export const BACKUP = {
  /** A partial backup older than this was killed. */
  leftoverMs: 24 * 60 * 60_000,
} as const;

/** Thresholds of doctor's warnings. */
export const DOCTOR = {
  diskBytes: 256 * 1024 * 1024,
  clockMs: 5 * 60_000,
  pieces: 50,
} as const;

/** Imported files: room for the longest text with the HTML around it. */
export const IMPORT_BYTES = 2 * 1024 * 1024;

/** Upper bound of reading an imported file; tests use less. */
export const FILE_READING = { longestMs: 10_000 };

export const BODY_BYTES = 2 * 1024 * 1024;

/** JSON bodies: most values, and the size below which they aren't counted. */
export const JSON_BODY = { values: 10_000, uncountedBytes: 32 * 1024 } as const;

export const FORM = {
  fields: 100,
  /** Forms before signing in: room for the longest password, percent-encoded. */
  visitorBytes: 16 * 1024,
  visitorFields: 20,
  /** JSON calls before signing in: room for a passkey's response. */
  visitorCallBytes: 128 * 1024,
  multipart: { fields: 20, fieldSize: 100_000, parts: 21 },
} as const;

export const PROVENANCE = {
  /** Versions that are compared to attribute words. */
  compared: 60,
  /** Percentage of machine words from which “written by me” is confirmed again. */
  contradiction: 10,
};

/** Rendering and comparing: what runs on the main thread, and the time limits of the rest. */
export const RENDERING = {
  /** Characters rendered on the main thread; the worst text takes some hundredths of a second. */
  shortText: 2_000,
  /** Characters counted on the main thread, which is much quicker than rendering. */
  shortTexts: 100_000,
  codeMs: 5_000,
  textMs: 10_000,
  /** Cache of rendered previews. */
  previewBytes: 8 * 1024 * 1024,
  rows: 5_000,
  backReferences: 100,
  /**
   * Characters of URLs and titles that link reference definitions add; a text longer than this may have as many
   * as its own length. One definition can be used by thousands of links.
   */
  referenceLength: 100_000,
  /**
   * Cells that are added to short table rows: a row of one character gets all of them. The limit is the text's
   * length, within these bounds.
   */
  fewestAddedCells: 1_000,
  addedCells: 10_000,
  /** Characters of HTML before sanitising. No ordinary text comes near. */
  htmlLength: 8_000_000,
  /** A text that can't be rendered is refused without another attempt for this long. */
  refusedMs: 60_000,
} as const;

/** Request bodies in memory: the size that isn't counted, and the visitors' share of the limit. */
export const BODY_MEMORY = { uncountedBytes: 16 * 1024, visitorsShare: 0.25 } as const;

/** Versions per page, and versions that a choice offers. */
export const VERSIONS = { page: 50, choices: 500 } as const;

export const PIECE_LISTS = { page: 20, perCategory: 3, trending: 5, products: 50 } as const;

/** Front page: newest pieces, pieces of third rank, and the number up to which the lead gets no opening. */
export const FRONT_PAGE = { newest: 14, thirds: 2, few: 6, opening: 600 } as const;
/** Desk lists: rows per page, and texts that a search indexes at a time. */
export const DESK_LIST = { page: 30, texts: 100 } as const;

export const FEED = { items: 50 } as const;
export const LLMS = { pieces: 50, authors: 50 } as const;

/** URLs in a sitemap file, by the format's rule. */
export const SITEMAP_ADDRESSES = 50_000;

/** Rows per query of a streamed response. */
export const READ_AT_ONCE = 500;

export const HUB = {
  atOnce: 4,
  timeoutMs: 5_000,
  /** A dead process's pings are free again after this. */
  leaseMs: 60_000,
  maxBytes: 1_024,
  retryDelayMs: [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000],
} as const;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const WEBHOOK = {
  timeoutMs: 15 * SECOND_MS,
  /** A dead process's deliveries are free again after this, well beyond an attempt's timeout. */
  leaseMs: MINUTE_MS,
  retryDelayMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  /** The longest `Retry-After` that is honoured. */
  longestWaitMs: 24 * HOUR_MS,
  /** A webhook that has failed for this long is disabled. */
  patienceMs: 5 * 24 * HOUR_MS,
  /** How long a replaced secret still signs. */
  overlapMs: 24 * HOUR_MS,
  /** How many replaced secrets may sign at the same time. */
  replacedSecrets: 8,
  /** Concurrency per process: in all, per receiver, and for all failing receivers together. */
  atOnce: 128,
  perReceiver: 4,
  maxFailingInFlight: 32,
  /** With this many in flight, each receiver gets only one, so that slow ones leave room. */
  busyThreshold: 96,
  /** How much of the response is read, and how much of request and response is logged. */
  answerBytes: 4_096,
  excerpt: 2_000,
  /** How many deliveries the desk lists. */
  listed: 50,
} as const;

/**
 * PostgreSQL connections per process. The fewest are one to listen, one to search, and two for the rest, so
 * that a transaction leaves one for other queries.
 */
export const CONNECTIONS = { fewest: 4, usual: 15, most: 1_000 } as const;

/** Search limiter per process: running, queued, and the timeout of each search. */
export const SEARCH = { atOnce: 4, waiting: 32, ms: 5_000 } as const;

/** Password hashing per process: running, queued, and the timeout. */
export const PASSWORD_QUEUE = { atOnce: 2, waiting: 128, ms: 10_000 } as const;

/** Account e-mails per process: sent at the same time, queued, and the timeout. */
export const EMAIL_QUEUE = { atOnce: 4, waiting: 500, ms: 5 * 60_000 } as const;

export const SEARCH_PAGE = { pieces: 50, authors: 5 } as const;

/** Related pieces shown, and candidates per tag. */
export const RELATED = { shown: 4, lookedAt: 20 } as const;

export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const;

export interface Turns {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitMs: number;
}

type Queue = 'read' | 'document' | 'image' | 'search' | 'tool' | 'crawler';

export interface Bounds {
  readonly queues: { readonly [name in Queue]: Turns };
  readonly outgoingBytes: number;
  readonly streams: { readonly atOnce: number; readonly givesWayMs: number };
  readonly connections: number;
  readonly headMs: number;
  readonly requestMs: number;
  readonly standstillMs: number;
  readonly checkMs: number;
}

/** Concurrency and timeouts of a process. */
export const BOUNDS: Bounds = {
  /** Requests answered at a time, requests waiting, and how long they wait. */
  queues: {
    read: { atOnce: 32, waiting: 1_000, waitMs: 2_000 },
    /** Feeds, sitemaps and complete lists: up to some tens of megabytes each while written. */
    document: { atOnce: 2, waiting: 400, waitMs: 20_000 },
    image: { atOnce: 16, waiting: 1_000, waitMs: 20_000 },
    /** Searches that the search limiter would refuse are refused before they cost anything. */
    search: { atOnce: SEARCH.atOnce + SEARCH.waiting, waiting: 0, waitMs: 0 },
    /** Tool calls, counted after their message has arrived. */
    tool: { atOnce: 32, waiting: 1_000, waitMs: 5_000 },
    /** Crawlers' requests of every kind that aren't cached. */
    crawler: { atOnce: 1, waiting: 512, waitMs: 10_000 },
  },
  /** Response bytes that clients have yet to take; beyond this, no new response begins. */
  outgoingBytes: 64 * 1024 * 1024,
  /** Streamed responses; the oldest gives way to a new one after `givesWayMs`. */
  streams: { atOnce: 8, givesWayMs: 20_000 },
  /** Default of MAX_CONNECTIONS: an idle connection takes some 10 KB. */
  connections: 4_096,
  /** Time for the head of a request to arrive, and for the whole request. */
  headMs: 20_000,
  requestMs: 300_000,
  /** Inactivity timeout of a connection, longer than proxies keep theirs open. */
  standstillMs: 75_000,
  checkMs: 1_000,
};
