// The records of the API, and what each endpoint takes and answers. Made by generate.ts: do not edit.

export interface AiCatalogue {
  specVersion: string;
  entries: {
    identifier: string;
    /** The media type of what the URL serves. */
    type: string;
    url: string;
  }[];
}

export interface Author {
  slug: string;
  name: string;
  bio: string | null;
  role: string | null;
  niche: string | null;
  location: string | null;
  avatar_url: string | null;
  website: string | null;
  identity_verified: boolean;
  website_verified: boolean;
  socials: {
    x: string | null;
    linkedin: string | null;
    facebook: string | null;
    youtube: string | null;
    instagram: string | null;
    newsletter: string | null;
  };
  stats: {
    /** Published pieces only. */
    pieces_count: number;
    last_published_at: string | null;
  };
  urls: {
    profile: string;
    badge_svg: string;
    feed_json: string;
    feed_rss: string;
  };
  joined_at: string | null;
}

export interface AuthorHit {
  slug: string;
  name: string;
  role: string | null;
  niche: string | null;
  /** The first 160 characters of the bio. */
  bio_snippet: string | null;
  avatar_url: string | null;
  identity_verified: boolean;
  pieces_count: number;
  urls: {
    profile: string;
    badge_svg: string;
    feed_json: string;
  };
}

export interface CreatePieceBody {
  headline: string;
  /** The standfirst. */
  sub?: string | null;
  /** The body, in Markdown. */
  body_md: string;
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | 'civic' | 'ideas' | 'society';
  tags?: string[];
  frame?: 'lesson' | 'origin' | 'contrarian' | 'before_after';
  style?: string;
  locale?: string;
  /** Where the piece was first published, when elsewhere. */
  external_url?: string | null;
  /** The cover: an image above the text and beside the headline in lists. */
  image?: {
    /** Of an image that was uploaded here, or any other that begins with https://. */
    url: string;
    /** What it shows, for those who cannot see it. */
    alt: string;
    /** Shown below it. */
    caption?: string | null;
  } | null;
}

export interface CreatePieceResponse {
  ok: true;
  /** The id of the draft. */
  id: string;
  status: 'draft';
  created_at: string;
  /** Where the writer edits and publishes it. */
  edit_url: string;
  /** The writer's public profile. */
  profile_url: string | null;
}

export interface DeletedDraft {
  ok: true;
  /** The id of the draft. */
  id: string;
  /** Until then its writer can restore it from the trash of their desk. */
  restorable_until: string;
}

export interface DryRunResponse {
  ok: true;
  dry_run: true;
  status: 'draft';
  /** The writer's public profile. */
  profile_url: string | null;
}

/** Every failure has this body. */
export interface Error {
  ok: false;
  /** What went wrong, in a sentence. */
  reason: string;
  /** What went wrong, for programs: it stays when the words of `reason` change. */
  code: string;
  /** Field by field, when the input was not as expected: the first 20. `reason` has their number. */
  errors?: {
    field: string;
    reason: string;
  }[];
  /** Of a piece, where another version was named: the present one. */
  version?: number;
  /** With a fault: what the log knows the request by. */
  request_id?: string;
}

/** A page of a feed in JSON Feed 1.1. */
export interface JsonFeed {
  /** The version of the format. */
  version: string;
  title: string;
  /** The page that shows the same to people. */
  home_page_url: string;
  /** The feed itself, from its newest piece. */
  feed_url: string;
  description: string;
  user_comment: string;
  /** The next page, with older pieces; not there on the last. */
  next_url?: string;
  icon: string;
  favicon: string;
  authors?: {
    name: string;
    url: string;
    avatar?: string;
  }[];
  language: string;
  hubs?: {
    type: string;
    url: string;
  }[];
  _standfirst: {
    about: string;
    /** The same as RSS. */
    rss: string;
    /** What AI readers may do, where that was said, as RSL 1.0. */
    license?: string;
  };
  items: JsonFeedItem[];
}

export interface JsonFeedItem {
  /** The permanent URL of the piece; it ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  /** Where the piece was first published, when elsewhere. */
  external_url?: string;
  title: string;
  content_html?: string;
  content_text: string;
  summary: string;
  /** The cover. */
  image?: string;
  /** The first publication. */
  date_published: string;
  /** The last published change. */
  date_modified: string;
  authors: {
    name: string;
    url: string;
    avatar?: string;
    _standfirst: {
      slug: string;
      identity_verified: boolean;
    };
  }[];
  tags?: string[];
  language: string;
  _standfirst: {
    category?: string;
    /** The style of the piece, such as essay. */
    kind: string;
    /** The same as Markdown. */
    markdown_url: string;
    /** What the cover shows, what stands below it, and its size in pixels. */
    image?: {
      alt: string;
      caption?: string;
      width?: number;
      height?: number;
    };
    provenance?: Provenance;
  };
}

export interface KeyFacts {
  /** The id of the key, as the desk and `key revoke` know it. Not the key itself. */
  id: string;
  /** What its writer called it. */
  name: string;
  scope: 'pieces:write' | 'pieces:read';
  created_at: string;
  /** From then on it is refused. Null if it never expires. */
  expires_at: string | null;
}

export interface KeyOwner {
  slug: string;
  name: string;
  /** The writer's public profile. */
  profile_url: string;
}

export interface LimitLeft {
  /** How many requests the window allows. */
  limit: number;
  /** How many are left in it. */
  remaining: number;
  /** How long a window is. */
  window_seconds: number;
  /** Seconds until the next window. */
  reset_seconds: number;
}

export interface MyPiece {
  /** The id of the piece. */
  id: string;
  headline: string;
  sub: string | null;
  /** The body, in Markdown. */
  body_md: string;
  category: 'building' | 'leading' | 'culture' | 'money' | 'life' | 'civic' | 'ideas' | 'society';
  tags: string[];
  frame: 'lesson' | 'origin' | 'contrarian' | 'before_after';
  style: string;
  locale: string;
  /** Where the piece was first published, when elsewhere. */
  external_url: string | null;
  /** The cover; null where there is none. */
  image: {
    /** Where the image is. */
    url: string;
    /** What it shows, for those who cannot see it. */
    alt: string;
    /** What stands below it, as plain text. */
    caption: string | null;
    /** In pixels, where it is known. */
    width?: number;
    /** In pixels, where it is known. */
    height?: number;
  } | null;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested';
  /** The number of the working copy, which its ETag is made from. */
  version: number;
  created_at: string;
  /** When it was last saved, published, moved to another state or asked for. */
  updated_at: string;
  /** Who saved the working copy. */
  written_by: {
    /** `key` for a program with a key, `app` for one that the writer connected, `writer` for the writer. */
    kind: string;
    /** The name of the key or the app, or the slug of the writer. */
    name: string;
    /** Whether it is the key of this request. */
    is_this_key: boolean;
  };
  /** Where the writer edits and publishes it. */
  edit_url: string;
  /** The page of the piece; null while it is not public. */
  public_url: string | null;
  /** How many of the writer's notes are not resolved. */
  open_notes: number;
  /** Since when the writer waits for a revision; null where they do not. */
  revision_requested_at: string | null;
  /** What a reviewer wrote when they rejected it or asked for changes, while it is in that state. */
  review_note: string | null;
  /** When it is to be published, as its writer has scheduled it at the desk; null where they have not. */
  scheduled_for: string | null;
}

export interface MyPieceListItem {
  /** The id of the piece. */
  id: string;
  headline: string;
  sub: string | null;
  category: string;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested';
  locale: string;
  tags: string[];
  created_at: string;
  /** Where the writer edits and publishes it. */
  edit_url: string;
  /** When it was last saved, published or moved to another state. */
  updated_at: string;
  /** When it was first published; null where it never was. */
  published_at: string | null;
  /** The page of the piece; null while it is not public. */
  url: string | null;
  /** Where the piece was first published, when elsewhere. */
  external_url: string | null;
  /** Who saved the first version. */
  drafted_by: {
    /** `key` for a program with a key, `app` for one that the writer connected, `writer` for the writer. */
    kind: string;
    /** The name of the key or the app, or the slug of the writer. */
    name: string;
  };
  /** When it is to be published, as its writer has scheduled it at the desk; null where they have not. */
  scheduled_for: string | null;
}

export interface Note {
  /** The id of the note. */
  id: string;
  /** The version that it was made on. */
  version: number;
  /** The words that it is on; null for a note about the whole. */
  selector: {
    type: 'TextQuoteSelector';
    /** The marked words, as `body_md` of the version has them. */
    exact: string;
    /** What stands before them. */
    prefix: string;
    /** What stands after them. */
    suffix: string;
  } | null;
  /** Where the words are in `body_md` of the working copy; null where they are gone from it, and for a note about the whole. */
  place: {
    /** In characters (Unicode code points) from the start. */
    start: number;
    end: number;
  } | null;
  body: string;
  by: {
    kind: 'writer' | 'reviewer';
    name: string;
  };
  created_at: string;
  /** When it was resolved; null while it is open. */
  resolved_at: string | null;
  replies: NoteReply[];
}

export interface NoteReply {
  /** The id of the reply. */
  id: string;
  body: string;
  by: {
    kind: 'key' | 'app' | 'writer' | 'reviewer';
    name: string;
  };
  created_at: string;
}

/** A published piece in the shape of a JSON Feed 1.1 item. */
export interface Piece {
  /** The permanent URL of the piece; it ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  /** The text as HTML. Null where only another format was asked for. */
  content_html: string | null;
  /** The same as plain text. Empty where only another format was asked for. */
  content_text: string;
  /** As its writer wrote it. Only there where the format markdown was asked for. */
  content_markdown?: string;
  /** The first publication. */
  date_published: string;
  /** The last published change. */
  date_modified: string;
  tags: string[];
  category: string | null;
  /** The style of the piece, such as essay. */
  kind: string;
  /** Where the piece was first published, when elsewhere. */
  external_url?: string;
  image?: PieceImage;
  authors: {
    name: string;
    slug: string;
    /** The author's profile page. */
    url: string;
    identity_verified: boolean;
    avatar: string | null;
  }[];
  provenance?: Provenance;
  series?: SeriesPlace;
}

export interface PieceHit {
  /** The permanent URL of the piece; it ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  /** The first publication. */
  date_published: string;
  category: string | null;
  tags: string[];
  image?: PieceImage;
  authors: {
    name: string;
    slug: string;
    /** The author's profile page. */
    url: string;
    identity_verified: boolean;
  }[];
  /** An excerpt around the match in the body; null when the match was elsewhere. */
  snippet: string | null;
  /** Where the query was found first. */
  match_site: 'headline' | 'standfirst' | 'body';
}

/** The cover of a piece. */
export interface PieceImage {
  /** Where the image is. */
  url: string;
  /** What it shows, for those who cannot see it. */
  alt: string;
  /** What stands below it, as plain text. */
  caption: string | null;
  /** In pixels, where it is known. */
  width?: number;
  /** In pixels, where it is known. */
  height?: number;
}

export interface PieceListItem {
  /** The permanent URL of the piece; it ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  /** The first publication. */
  date_published: string;
  category: string | null;
  tags: string[];
  image?: PieceImage;
  authors: {
    name: string;
    slug: string;
    /** The author's profile page. */
    url: string;
    identity_verified: boolean;
  }[];
}

/** Which part of the text an answer has, where one format or a part was asked for. */
export interface PiecePart {
  /** What offsets and lengths are counted in. */
  format: 'text' | 'html' | 'markdown';
  /** Where in the text this part begins. */
  offset: number;
  /** How long this part is, in Unicode code points. */
  characters: number;
  /** How long the whole text is. */
  total_characters: number;
  /** Where the next part begins. Null where this is the end. */
  next_offset: number | null;
  /** How to get the rest, in a sentence. Null where there is none. */
  rest: string | null;
}

/** What the writer declared about how the text came to be. Not there where nothing was declared. */
export interface Provenance {
  /** The same in a sentence, as readers see it. */
  statement: string;
  /** The same as a term of the IPTC’s vocabulary. */
  digital_source_type: string;
  /** What the writer declared: `human`, written by them; `assisted`, drafted with a machine, reviewed and edited by them; `machine`, written by a machine and published as it is. */
  declaration: 'human' | 'assisted' | 'machine';
  /** When the writer declared it. */
  declared_at: string;
  /** How many versions there were by then. */
  versions: number;
  /** The hash of the version, as the record of the piece has it. Not there where the declaration was imported without one. */
  version_hash?: string;
  /** Where a machine had a hand in it: `api_program`, a program with a key of the writer’s, or an app that they connected; `outside_program`, one outside of this service. */
  drafted_by?: 'api_program' | 'outside_program';
  /** How many words in a hundred are those of a program with a key. */
  machine_share?: number;
}

export interface ReplyBody {
  /** What to reply, as plain text. */
  body: string;
}

export interface RevisePieceResponse {
  ok: true;
  /** The id of the piece. */
  id: string;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested';
  /** The number of the working copy, which its ETag is made from. */
  version: number;
  updated_at: string;
  /** Where the writer edits and publishes it. */
  edit_url: string;
  /** What the writer is asked to take; null where it is the working copy already. */
  proposal: {
    /** The id of the proposal. */
    id: string;
    status: 'open' | 'taken' | 'declined' | 'superseded';
    /** The version that it was made from. */
    base_version: number;
    proposed_at: string;
  } | null;
}

/** The place of the piece in a series of its author’s. Not there where it is in none. */
export interface SeriesPlace {
  /** The title of the series. */
  title: string;
  /** The page of the series, with all its published parts. */
  url: string;
  /** Which of the published parts this is, from 1. */
  part: number;
  /** How many parts are published. */
  parts: number;
  /** The id of the part before it. Null where it is the first. */
  previous: string | null;
  /** The id of the part after it. Null where it is the last. */
  next: string | null;
}

export interface ServerCard {
  /** The schema that the card follows. */
  $schema: string;
  /** The host backwards, and the name of the server. */
  name: string;
  version: string;
  title: string;
  description: string;
  websiteUrl: string;
  remotes: {
    type: 'streamable-http';
    /** Where clients connect. */
    url: string;
    supportedProtocolVersions: string[];
  }[];
}

/** The answer to a message: a result or an error. */
export interface ToolAnswer {
  jsonrpc: '2.0';
  /** Comes back in the answer. */
  id?: string | number | null;
  /** What the method answers. */
  result?: object;
  /** In place of a result. */
  error?: {
    /** Of JSON-RPC and of the protocol, such as -32602. */
    code: number;
    /** What went wrong, in a sentence. */
    message: string;
    /** What a program can act on. */
    data?: object;
  };
}

export interface ToolManifest {
  /** The schema that the card follows. */
  $schema: string;
  /** The host backwards, and the name of the server. */
  name: string;
  version: string;
  title: string;
  description: string;
  websiteUrl: string;
  remotes: {
    type: 'streamable-http';
    /** Where clients connect. */
    url: string;
    supportedProtocolVersions: string[];
  }[];
  tools: string[];
}

export interface ToolMessage {
  jsonrpc: '2.0';
  /** Comes back in the answer. */
  id?: string | number | null;
  /** Such as tools/list or tools/call. */
  method: string;
  /** What the method takes. */
  params?: object;
}

export interface ToolServer {
  name: string;
  title: string;
  version: string;
  /** The revision of the protocol that it is built to. */
  protocol_version: string;
  /** All that it speaks. */
  protocol_versions: string[];
  transport: string;
  endpoint: string;
  tools: string[];
  manifest: string;
  documentation: string;
}

export interface UploadedImage {
  ok: true;
  /** Where the image is, for its owner and this key until it is published. */
  url: string;
  /** What to put into `body_md`. Describe the image between the square brackets. */
  markdown: string;
  /** In pixels, as it is stored. */
  width: number;
  /** In pixels, as it is stored. */
  height: number;
}

export interface SearchAuthorsInput {
  /** Free text: a topic, a fragment of a name, a niche. */
  q: string;
  /** How many results at most. */
  limit?: number | undefined;
  /** For the next page: next_cursor of the answer before, with everything else but limit as it was. */
  cursor?: string | undefined;
}

export interface SearchAuthorsAnswer {
  ok: true;
  query: string;
  count: number;
  results: AuthorHit[];
  /** Pass it as cursor to get what comes next; null where this is the end. */
  next_cursor: string | null;
}

export interface GetAuthorInput {
  /** The author's slug. */
  slug: string;
}

export interface GetAuthorAnswer {
  ok: true;
  author: Author;
}

export interface AuthorPiecesInput {
  /** Only pieces of this category. The other three have feeds: /category/civic/feed.json, /category/ideas/feed.json, /category/society/feed.json. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** Only pieces that have this tag, spelled as they have it. */
  tag?: string | undefined;
  /** Only pieces in this language: en finds en and en-GB, en-GB only the latter. */
  locale?: string | undefined;
  /** Only pieces first published at this time or later: a time, or a day in UTC. */
  since?: string | undefined;
  /** Only pieces first published at this time or earlier; a day counts whole. */
  until?: string | undefined;
  /** How many results at most. */
  limit?: number | undefined;
  /** For the next page: next_cursor of the answer before, with everything else but limit as it was. */
  cursor?: string | undefined;
  /** The author's slug. */
  slug: string;
}

export interface AuthorPiecesAnswer {
  ok: true;
  category: string | null;
  count: number;
  items: PieceListItem[];
  /** Pass it as cursor to get what comes next; null where this is the end. */
  next_cursor: string | null;
}

export interface RecentPiecesInput {
  /** Only pieces of this category. The other three have feeds: /category/civic/feed.json, /category/ideas/feed.json, /category/society/feed.json. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** Only pieces that have this tag, spelled as they have it. */
  tag?: string | undefined;
  /** Only pieces in this language: en finds en and en-GB, en-GB only the latter. */
  locale?: string | undefined;
  /** Only pieces first published at this time or later: a time, or a day in UTC. */
  since?: string | undefined;
  /** Only pieces first published at this time or earlier; a day counts whole. */
  until?: string | undefined;
  /** Only pieces of the author who has this slug. */
  author?: string | undefined;
  /** How many results at most. */
  limit?: number | undefined;
  /** For the next page: next_cursor of the answer before, with everything else but limit as it was. */
  cursor?: string | undefined;
}

export interface RecentPiecesAnswer {
  ok: true;
  category: string | null;
  count: number;
  items: PieceListItem[];
  /** Pass it as cursor to get what comes next; null where this is the end. */
  next_cursor: string | null;
}

export interface SearchPiecesInput {
  /** The text to find. */
  q: string;
  /** text finds the query as it is written; words finds pieces that have each of its words, in any order, wherever they stand in headline, standfirst and body. */
  match?: 'text' | 'words' | undefined;
  /** Only pieces of this category. The other three have feeds: /category/civic/feed.json, /category/ideas/feed.json, /category/society/feed.json. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** Only pieces that have this tag, spelled as they have it. */
  tag?: string | undefined;
  /** Only pieces in this language: en finds en and en-GB, en-GB only the latter. */
  locale?: string | undefined;
  /** Only pieces first published at this time or later: a time, or a day in UTC. */
  since?: string | undefined;
  /** Only pieces first published at this time or earlier; a day counts whole. */
  until?: string | undefined;
  /** Only pieces of the author who has this slug. */
  author?: string | undefined;
  /** How many results at most. */
  limit?: number | undefined;
  /** For the next page: next_cursor of the answer before, with everything else but limit as it was. */
  cursor?: string | undefined;
}

export interface SearchPiecesAnswer {
  ok: true;
  query: string;
  category: string | null;
  count: number;
  results: PieceHit[];
  /** Pass it as cursor to get what comes next; null where this is the end. */
  next_cursor: string | null;
}

export interface GetPieceInput {
  /** Which text to send. Left out or both, it is HTML and plain text, and where offset or max_characters asks for a part, the plain text alone. text, html and markdown are one alone. */
  format?: 'both' | 'text' | 'html' | 'markdown' | undefined;
  /** How many characters of the text in this format to skip: pass part.next_offset of the last answer. */
  offset?: number | undefined;
  /** How many characters to send at most. The part ends a little sooner, after a paragraph, a sentence or a word. Left out, it is all of the text. */
  max_characters?: number | undefined;
  /** The piece's UUID, or its id as other answers give it. */
  id: string;
}

export interface GetPieceAnswer {
  ok: true;
  part?: PiecePart;
  piece: Piece;
}

export interface GetKeyAnswer {
  ok: true;
  key: KeyFacts;
  writer: KeyOwner;
  /** What is left of each limit of the key, after this request. Null where the service counts no requests. */
  limits: {
    reads: LimitLeft;
    drafts: LimitLeft;
    images: LimitLeft;
  } | null;
}

export interface GetMyPieceInput {
  /** The `id` of the piece. */
  id: string;
}

export interface GetMyPieceAnswer {
  ok: true;
  piece: MyPiece;
}

export interface RevisePieceInput {
  /** The `id` of the piece. */
  id: string;
}

export interface DeletePieceInput {
  /** The `id` of the draft. */
  id: string;
}

export interface ListNotesInput {
  /** How many results at most. */
  limit?: number | undefined;
  /** For the next page: next_cursor of the answer before, with everything else but limit as it was. */
  cursor?: string | undefined;
  /** open leaves out those that the writer has resolved. */
  state?: 'open' | 'all' | undefined;
  /** The `id` of the piece. */
  id: string;
}

export interface ListNotesAnswer {
  ok: true;
  /** The working copy that `place` of each note is about. */
  version: number;
  count: number;
  notes: Note[];
  /** Pass it as cursor to get what comes next; null where this is the end. */
  next_cursor: string | null;
}

export interface ReplyToNoteInput {
  /** The `id` of the piece. */
  id: string;
  /** The `id` of the note. */
  note: string;
}

export interface ReplyToNoteAnswer {
  ok: true;
  reply: NoteReply;
}

export interface CreatePieceInput {
  /** Checks everything and stores nothing: with `true`, no draft is created. */
  dry_run?: boolean | undefined;
}

export interface ListMyPiecesInput {
  /** How many results at most. */
  limit?: number | undefined;
  /** For the next page: next_cursor of the answer before, with everything else but limit as it was. */
  cursor?: string | undefined;
  /** Only pieces in this state. */
  status?: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested' | undefined;
  /** Only pieces saved, published, moved to another state or asked for at this time or later: a time, or a day in UTC. */
  updated_since?: string | undefined;
}

export interface ListMyPiecesAnswer {
  ok: true;
  count: number;
  pieces: MyPieceListItem[];
  /** Pass it as cursor to get what comes next; null where this is the end. */
  next_cursor: string | null;
}

export interface AuthorBadgeInput {
  /** For a light page or a dark one. */
  theme?: 'light' | 'dark' | undefined;
  /** The emphasised look. It shows no tick for whoever has none. */
  tone?: 'verified' | undefined;
  /** The author's slug. */
  slug: string;
}

export interface EmbedDataInput {
  /** The author's slug. */
  slug: string;
}

export interface EmbedDataAnswer {
  ok: true;
  author: Author;
  items: PieceListItem[];
}

export interface SiteFeedJsonInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
}

export interface SiteFeedRssInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
}

export interface AuthorFeedJsonInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
}

export interface AuthorFeedRssInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
}

export interface CategoryFeedJsonInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The category. */
  category: 'building' | 'leading' | 'culture' | 'money' | 'life' | 'civic' | 'ideas' | 'society';
}

export interface CategoryFeedRssInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The category. */
  category: 'building' | 'leading' | 'culture' | 'money' | 'life' | 'civic' | 'ideas' | 'society';
}

export interface TagFeedJsonInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The tag, exactly as pieces have it. */
  tag: string;
}

export interface TagFeedRssInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The tag, exactly as pieces have it. */
  tag: string;
}

export interface SeriesFeedJsonInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
  /** The series' slug. */
  series: string;
}

export interface SeriesFeedRssInput {
  /** Only what was published before this piece: the next page, as next_url has it. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
  /** The series' slug. */
  series: string;
}

export interface PieceMarkdownInput {
  /** The author's slug. */
  slug: string;
  /** The piece's slug. */
  piece: string;
}
