// Every bound that the service promises, in one place.

export const LIMITS = {
  authorSearch: { min: 1, max: 50, default: 10 },
  recentPieces: { min: 1, max: 100, default: 20 },
  searchPieces: { min: 1, max: 100, default: 20 },
  ownPieces: { min: 1, max: 50, default: 20 },
  trendingPieces: { min: 1, max: 50, default: 10 },
  searchProducts: { min: 1, max: 50, default: 10 },
  /** Of a piece that is read in parts: longer than any text. */
  pieceOffset: { min: 0, max: 10_000_000 },
  pieceCharacters: { min: 1, max: 10_000_000 },
  query: 200,
  /** Different words of a query that are looked for each by itself. */
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
  /** Password reset links of an account that work at the same time; beyond that none is sent. */
  resetLinks: 100,
  /** Invitations that are open at the same time, and the days for which each works. */
  invitations: 100,
  invitationDays: 7,
  /** Pages of the site, such as an imprint. */
  sitePages: 50,
  pageTitle: 120,
  pageSlug: 64,
  /** Series of a writer, and pieces in one. */
  series: 100,
  seriesParts: 100,
  seriesTitle: 120,
  seriesDescription: 600,
  products: 200,
  productName: 120,
  productDescription: 2000,
  relatedPieces: 5,
  bioSnippet: 160,
  /** What is drawn on a social image. */
  socialHeadline: 150,
  socialStandfirst: 130,
  socialName: 48,
} as const;

/** What an admin says of the site: in characters, and how many links. */
export const IDENTITY = {
  name: 80,
  tagline: 160,
  description: 300,
  colour: 7,
  label: 40,
  headerLinks: 4,
  footerLinks: 8,
} as const;

/** How many requests one client may send, and in which window. */
export const RATES = {
  read: { max: 600, windowMs: 60_000 },
  write: { max: 120, windowMs: 60_000 },
  /** Reads with a key, which leave its drafts alone. */
  keyRead: { max: 600, windowMs: 60_000 },
  signIn: { max: 10, windowMs: 15 * 60_000 },
  /** For a network over all accounts, and for an account over all networks. */
  signInWide: { max: 100, windowMs: 15 * 60_000 },
  /** E-mails of a kind that strangers can have sent to one e-mail address. */
  accountEmail: { max: 20, windowMs: 15 * 60_000 },
  webhookTest: { max: 20, windowMs: 15 * 60_000 },
  websiteCheck: { max: 10, windowMs: 15 * 60_000 },
  upload: { max: 60, windowMs: 15 * 60_000 },
  card: { max: 60, windowMs: 15 * 60_000 },
  /** Apps that register themselves, from one network. */
  registration: { max: 20, windowMs: 15 * 60_000 },
} as const;

/** OAuth: how long things last, in seconds, and how much of what others send is taken. */
export const OAUTH = {
  accessToken: 3_600,
  code: 60,
  /** For signing in and reading the page. */
  consent: 30 * 60,
  /** An app that is not used for as long has to ask again; and so has every app after a year. */
  refreshToken: 60 * 24 * 3_600,
  grant: 365 * 24 * 3_600,
  clientName: 80,
  redirects: 20,
  documentBytes: 64 * 1024,
  documentTimeoutMs: 5_000,
  documentCache: { min: 60, max: 3_600 },
  /** Apps that have registered themselves, however many networks they came from. */
  clients: 10_000,
  /** What nobody has connected by then is removed; and what was disconnected, by then. */
  unusedClientMs: 24 * 60 * 60_000,
  disconnectedClientMs: 60 * 24 * 60 * 60_000,
  sweepMs: 10 * 60_000,
  draftsListed: 50,
} as const;

/** Cards of other sites: how many a piece has, what is taken from a site, and how it is asked. */
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
  /** For how long a card that was fetched is good for other texts of the same writer. */
  freshMs: 24 * 60 * 60_000,
} as const;

/** The timeout of a website check, and how much of the website is read. */
export const WEBSITE_CHECK = {
  timeoutMs: 10_000,
  pageBytes: 512 * 1024,
  fileBytes: 4 * 1024,
} as const;

/** Images may be larger than other bodies. */
export const UPLOAD_BYTES = 10 * 1024 * 1024;

/** How large an uploaded image may be once it is decoded, and how large it is stored. */
export const IMAGES = {
  /** In millions, unless the operator sets another number. */
  megapixels: 50,
  /**
   * What decoding may hold at once for each of those pixels: 75 MB. An image that is decoded line by
   * line holds nothing; one that isn't has fewer pixels.
   */
  heldBytesPerPixel: 1.5,
  /** What decoding an AVIF holds for each of its pixels, with 8 bits and with more. */
  avifBytes: 9,
  deepAvifBytes: 12,
  /** The frames of an animation together, as a share of those pixels. */
  animationShare: 0.5,
  side: 2000,
  frames: 300,
  animationSide: 1000,
  /** The timeout of each encoding. */
  seconds: 20,
} as const;

/** The timeout of a request to the bucket, and how much it may send; no image of ours is that large. */
export const MEDIA_REQUEST = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 } as const;

/** Permissions of all that holds drafts, e-mail addresses or password hashes: its owner alone. */
export const PRIVATE = { file: 0o600, folder: 0o700 } as const;

/** What the sweeps leave for how long, and when they run. */
export const SWEEP = {
  /** Half-written files of a process that died; whoever still writes one takes seconds. */
  partialMs: 24 * 60 * 60_000,
  /** Images that nobody refers to. */
  unreferencedMs: 30 * 24 * 60 * 60_000,
  everyMs: 24 * 60 * 60_000,
  firstMs: 10 * 60_000,
  searchIndexMs: 60_000,
} as const;

/** Pieces in the desk's trash: how long they stay, and how many are deleted at a time. */
export const TRASH = { days: 30, atOnce: 50 } as const;

/** Pieces that are published at a time of their writer's. */
export const SCHEDULE = {
  furthestDays: 366,
  zone: 64,
  /** If a process dies, what it was publishing is free again after this. One publication takes less. */
  leaseMs: 15_000,
  /** From here on its writer is told that it came late. */
  lateMs: 60_000,
} as const;

export const BACKUP = {
  /** A backup that took longer than this was killed. */
  leftoverMs: 24 * 60 * 60_000,
} as const;

/** What doctor takes for too little or too much. */
export const DOCTOR = {
  diskBytes: 256 * 1024 * 1024,
  clockMs: 5 * 60_000,
  pieces: 50,
} as const;

/** An imported file: room for the longest text, with the HTML around it. */
export const IMPORT_BYTES = 2 * 1024 * 1024;

/** How long an imported file may be read; what a test shows of it, it shows sooner. */
export const FILE_READING = { longestMs: 10_000 };

export const BODY_BYTES = 2 * 1024 * 1024;

/** JSON bodies: how many values they have, and how small one is that they need not be counted in. */
export const JSON_BODY = { values: 10_000, uncountedBytes: 32 * 1024 } as const;

/** The forms and calls of the desk: how large, and how many fields. */
export const FORM = {
  fields: 100,
  /** Before signing in: room for the longest password, percent-encoded. */
  visitorBytes: 16 * 1024,
  visitorFields: 20,
  /** A passkey's answer. */
  visitorCallBytes: 128 * 1024,
  multipart: { fields: 20, fieldSize: 100_000, parts: 21 },
} as const;

/** What a text's versions say about who wrote it. */
export const PROVENANCE = {
  /** Versions that are compared to tell whose words are whose. */
  compared: 60,
  /** From how many words in a hundred on “written by me” is asked for once more. */
  contradiction: 10,
};

/** Rendering and comparing: what is done at once, and the time limits of what is not. */
export const RENDERING = {
  /** In characters; the worst of them takes some hundredths of a second. */
  shortText: 2_000,
  /** The same for counting words, which is much quicker. */
  shortTexts: 100_000,
  codeMs: 5_000,
  textMs: 10_000,
  /** How much of rendered texts is kept for previews. */
  previewBytes: 8 * 1024 * 1024,
  /** How many rows a comparison shows. */
  rows: 5_000,
  /** How many back-references a footnote has. */
  backReferences: 100,
  /**
   * The URLs and titles that link reference definitions put into a text, in characters; a longer text
   * may have as many as it is long. One definition can be used by thousands of links.
   */
  referenceLength: 100_000,
  /**
   * The cells that are added to the short rows of a text's tables: a row of one character has them all.
   * As many as the text has characters, but not fewer and not more than this.
   */
  fewestAddedCells: 1_000,
  addedCells: 10_000,
  /** The HTML of a text, in characters, before it is sanitised. No ordinary text comes near. */
  htmlLength: 8_000_000,
  /** How long a text that can't be rendered is refused without another try. */
  refusedMs: 60_000,
} as const;

/** Bodies in memory: which are too small to count, and the visitors' share of the limit for all. */
export const BODY_MEMORY = { uncountedBytes: 16 * 1024, visitorsShare: 0.25 } as const;

/** How many versions of a piece a page lists, and how many a choice offers. */
export const VERSIONS = { page: 50, choices: 500 } as const;

/** How many pieces a page of a list shows, and how many a category and the trending list get. */
export const PIECE_LISTS = { page: 20, perCategory: 3, trending: 5, products: 50 } as const;

/** The front page: its newest pieces, those of third rank, and with how many the lead is not introduced any more. */
export const FRONT_PAGE = { newest: 14, thirds: 2, few: 6, opening: 600 } as const;
/** The desk's lists: how long a page is, and how many texts a search brings up to date at a time. */
export const DESK_LIST = { page: 30, texts: 100 } as const;

/** How many pieces a page of a feed has, and how many pieces and authors llms.txt names. */
export const FEED = { items: 50 } as const;
export const LLMS = { pieces: 50, authors: 50 } as const;

/** How many URLs a sitemap file may list, by the format's own rule. */
export const SITEMAP_ADDRESSES = 50_000;

/** How many rows are read at a time for a streamed response. */
export const READ_AT_ONCE = 500;

/** WebSub pings: how many at a time, the timeout, and the retry delays. */
export const HUB = {
  atOnce: 4,
  timeoutMs: 5_000,
  /** If a process dies, its pings are free again after this. */
  leaseMs: 60_000,
  maxBytes: 1_024,
  retryDelayMs: [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000],
} as const;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How webhooks are delivered. */
export const WEBHOOK = {
  timeoutMs: 15 * SECOND_MS,
  /** If a process dies, its deliveries are free again after this; well beyond an attempt's timeout. */
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
 * Connections to PostgreSQL, per process. The fewest are one that listens, one that searches, and two
 * for the rest, so that a transaction leaves one for what else it needs.
 */
export const CONNECTIONS = { fewest: 4, usual: 15, most: 1_000 } as const;

/** The search limiter, per process: how many run, how many queue, and the timeout of each. */
export const SEARCH = { atOnce: 4, waiting: 32, ms: 5_000 } as const;

/** Password hashes, per process: how many run, how many queue, and how long they may. */
export const PASSWORD_QUEUE = { atOnce: 2, waiting: 128, ms: 10_000 } as const;

/** E-mails about accounts, per process: how many are sent at once, how many queue, and how long. */
export const EMAIL_QUEUE = { atOnce: 4, waiting: 500, ms: 5 * 60_000 } as const;

/** How much a page of search results shows. */
export const SEARCH_PAGE = { pieces: 50, authors: 5 } as const;

/** How many related pieces are shown, and how many of each tag are looked at to find them. */
export const RELATED = { shown: 4, lookedAt: 20 } as const;

/** The image of a piece for social networks, in pixels. */
export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const;

export interface Turns {
  readonly atOnce: number;
  readonly waiting: number;
  /** How long a request waits for its turn. */
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

/** What a process bears at a time. */
export const BOUNDS: Bounds = {
  /** How many requests are answered at a time, and how many wait for their turn, and for how long. */
  queues: {
    read: { atOnce: 32, waiting: 1_000, waitMs: 2_000 },
    /** Feeds, sitemaps and lists of everything: up to some tens of megabytes each while written. */
    document: { atOnce: 2, waiting: 400, waitMs: 20_000 },
    image: { atOnce: 16, waiting: 1_000, waitMs: 20_000 },
    /** Those that the search limiter would refuse anyway, refused before they cost anything. */
    search: { atOnce: SEARCH.atOnce + SEARCH.waiting, waiting: 0, waitMs: 0 },
    /** Tool calls, once their message has arrived. */
    tool: { atOnce: 32, waiting: 1_000, waitMs: 5_000 },
    /** What crawlers ask for and isn't cached, whatever it is. */
    crawler: { atOnce: 1, waiting: 512, waitMs: 10_000 },
  },
  /** Bytes of responses that clients have yet to take; with more, no new one is begun. */
  outgoingBytes: 64 * 1024 * 1024,
  /** Responses that are streamed at a time; the oldest gives way to a new one after a while. */
  streams: { atOnce: 8, givesWayMs: 20_000 },
  /** Connections, unless MAX_CONNECTIONS says otherwise: an idle one takes some 10 KB. */
  connections: 4_096,
  /** How long the head of a request may take to arrive, and the whole of it. */
  headMs: 20_000,
  requestMs: 300_000,
  /** How long nothing may pass on a connection: longer than proxies keep theirs open. */
  standstillMs: 75_000,
  /** How often heads and requests are looked at. */
  checkMs: 1_000,
};
