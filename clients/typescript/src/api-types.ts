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
    /** The number of published pieces. */
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

export interface ChangePieceBody {
  headline?: string;
  /** The standfirst. */
  sub?: string | null;
  /** The whole body, in Markdown. */
  body_md?: string;
  /** With null, it gets its default. */
  category?:
    | 'building'
    | 'leading'
    | 'culture'
    | 'money'
    | 'life'
    | 'civic'
    | 'ideas'
    | 'society'
    | null;
  /** All tags, including those that stay. With null, none. */
  tags?: string[] | null;
  /** With null, it gets its default. */
  frame?: 'lesson' | 'origin' | 'contrarian' | 'before_after' | null;
  /** With null, it gets its default. */
  style?: string | null;
  /** With null, it gets its default. */
  locale?: string | null;
  /** Where the piece was first published, if elsewhere. */
  external_url?: string | null;
  /** The cover: an image above the text and beside the headline in lists. */
  image?: {
    /** The URL of an image that was uploaded here, or any other URL that starts with https://. */
    url: string;
    /** What the image shows, for people who cannot see it. */
    alt: string;
    /** Shown below the image. */
    caption?: string | null;
  } | null;
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
  /** Where the piece was first published, if elsewhere. */
  external_url?: string | null;
  /** The cover: an image above the text and beside the headline in lists. */
  image?: {
    /** The URL of an image that was uploaded here, or any other URL that starts with https://. */
    url: string;
    /** What the image shows, for people who cannot see it. */
    alt: string;
    /** Shown below the image. */
    caption?: string | null;
  } | null;
}

export interface CreatePieceResponse {
  ok: true;
  /** The id of the draft. */
  id: string;
  status: 'draft';
  created_at: string;
  /** Where the writer edits and publishes the piece. */
  edit_url: string;
  /** The writer's public profile. */
  profile_url: string | null;
}

export interface DeletedDraft {
  ok: true;
  /** The id of the draft. */
  id: string;
  /** Until then, the writer can restore the draft from the trash at their desk. */
  restorable_until: string;
}

export interface DryRunResponse {
  ok: true;
  dry_run: true;
  status: 'draft';
  /** The writer's public profile. */
  profile_url: string | null;
}

/** The body of every error response. */
export interface Error {
  ok: false;
  /** What went wrong, in a sentence. */
  reason: string;
  /** What went wrong, for programs: the code stays the same when the words of `reason` change. */
  code: string;
  /** The fields that are not as expected, each with its reason: at most the first 20. `reason` has the total. */
  errors?: {
    field: string;
    reason: string;
  }[];
  /** The current version of the piece, if the request named another one. */
  version?: number;
  /** The id of the request in the log, for server errors. */
  request_id?: string;
}

/** A page of a feed in JSON Feed 1.1. */
export interface JsonFeed {
  /** The version of the format. */
  version: string;
  title: string;
  /** The web page that lists the same pieces. */
  home_page_url: string;
  /** The first page of this feed, with the newest pieces. */
  feed_url: string;
  description: string;
  user_comment: string;
  /** The next page, with older pieces; absent on the last page. */
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
    /** The same feed as RSS. */
    rss: string;
    /** The licence for AI readers, as RSL 1.0; absent if none was stated. */
    license?: string;
  };
  items: JsonFeedItem[];
}

export interface JsonFeedItem {
  /** The permanent URL of the piece, which ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  /** Where the piece was first published, if elsewhere. */
  external_url?: string;
  title: string;
  content_html?: string;
  content_text: string;
  summary: string;
  /** The cover. */
  image?: string;
  /** When the piece was first published. */
  date_published: string;
  /** When a change was last published. */
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
    /** The piece as Markdown. */
    markdown_url: string;
    /** The alt text, caption and size in pixels of the cover. */
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
  /** The id of the key, which `key revoke` takes. Not the key itself. */
  id: string;
  /** The name that the writer gave the key. */
  name: string;
  scope: 'pieces:write' | 'pieces:read';
  created_at: string;
  /** When the key expires. Null if it never does. */
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
  /** How many requests are left in the window. */
  remaining: number;
  /** The length of the window, in seconds. */
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
  /** Where the piece was first published, if elsewhere. */
  external_url: string | null;
  /** The cover; null if there is none. */
  image: {
    /** The URL of the image. */
    url: string;
    /** What the image shows, for people who cannot see it. */
    alt: string;
    /** The text below the image, as plain text. */
    caption: string | null;
    /** In pixels, if known. */
    width?: number;
    /** In pixels, if known. */
    height?: number;
  } | null;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested';
  /** The version number of the working copy. The ETag is made from it. */
  version: number;
  created_at: string;
  /** When the piece was last saved, published or moved to another state, or a revision was requested. */
  updated_at: string;
  /** Who saved the working copy. */
  written_by: {
    /** `key` for a program with a key, `app` for an app that the writer connected, `writer` for the writer. */
    kind: string;
    /** The name of the key or the app, or the slug of the writer. */
    name: string;
    /** Whether the key of this request saved it. */
    is_this_key: boolean;
  };
  /** Where the writer edits and publishes the piece. */
  edit_url: string;
  /** The page of the piece; null while it is not public. */
  url: string | null;
  /** Deprecated: the same as `url`. */
  public_url: string | null;
  /** The number of the writer's notes that are not resolved. */
  open_notes: number;
  /** When the writer requested a revision; null if none is pending. */
  revision_requested_at: string | null;
  /** What the reviewer wrote when they rejected the piece or requested changes; null in other states. */
  review_note: string | null;
  /** When the piece is scheduled to be published; null if it is not scheduled. */
  scheduled_for: string | null;
  /** What became of proposals: open ones first, then the newest others, 10 in all. */
  proposals: ProposalOutcome[];
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
  /** Where the writer edits and publishes the piece. */
  edit_url: string;
  /** When the piece was last saved, published or moved to another state. */
  updated_at: string;
  /** When the piece was first published; null if it never was. */
  published_at: string | null;
  /** The page of the piece; null while it is not public. */
  url: string | null;
  /** Deprecated: the same as `url`. */
  public_url: string | null;
  /** Where the piece was first published, if elsewhere. */
  external_url: string | null;
  /** Who saved the first version. */
  drafted_by: {
    /** `key` for a program with a key, `app` for an app that the writer connected, `writer` for the writer. */
    kind: string;
    /** The name of the key or the app, or the slug of the writer. */
    name: string;
  };
  /** When the piece is scheduled to be published; null if it is not scheduled. */
  scheduled_for: string | null;
}

export interface Note {
  /** The id of the note. */
  id: string;
  /** The version that the note was written on. */
  version: number;
  /** The words that the note is about; null if it is about the whole piece. */
  selector: {
    type: 'TextQuoteSelector';
    /** The marked words, as they are in `body_md` of that version. */
    exact: string;
    /** The text before the marked words. */
    prefix: string;
    /** The text after the marked words. */
    suffix: string;
  } | null;
  /** Where the words are in `body_md` of the working copy; null if they are gone, or if the note is about the whole piece. */
  place: {
    /** In characters (Unicode code points) from the start of the text. */
    start: number;
    end: number;
  } | null;
  body: string;
  by: {
    kind: 'writer' | 'reviewer';
    name: string;
  };
  created_at: string;
  /** When the note was resolved; null while it is open. */
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
  /** The permanent URL of the piece, which ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  /** The text as HTML. Null if only another format was requested. */
  content_html: string | null;
  /** The text as plain text. Empty if only another format was requested. */
  content_text: string;
  /** The Markdown, as its writer wrote it. Present only if the format markdown was requested. */
  content_markdown?: string;
  /** When the piece was first published. */
  date_published: string;
  /** When a change was last published. */
  date_modified: string;
  tags: string[];
  category: string | null;
  /** The style of the piece, such as essay. */
  kind: string;
  /** Where the piece was first published, if elsewhere. */
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
  /** The permanent URL of the piece, which ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  /** When the piece was first published. */
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
  /** The URL of the image. */
  url: string;
  /** What the image shows, for people who cannot see it. */
  alt: string;
  /** The text below the image, as plain text. */
  caption: string | null;
  /** In pixels, if known. */
  width?: number;
  /** In pixels, if known. */
  height?: number;
}

export interface PieceListItem {
  /** The permanent URL of the piece, which ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  /** When the piece was first published. */
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

/** Which part of the text the response has, if one format or a part was requested. */
export interface PiecePart {
  /** The format in which offsets and lengths are counted. */
  format: 'text' | 'html' | 'markdown';
  /** Where in the text this part begins. */
  offset: number;
  /** How long this part is, in Unicode code points. */
  characters: number;
  /** How long the whole text is. */
  total_characters: number;
  /** Where the next part begins. Null if this is the last part. */
  next_offset: number | null;
  /** How to get the rest, in a sentence. Null if this is the last part. */
  rest: string | null;
}

export interface ProposalOutcome {
  /** The id of the proposal. */
  id: string;
  /** A proposal that was taken in part is still open if `waiting` is above 0. A key’s newer proposal supersedes its older one. */
  state: 'open' | 'taken_in_part' | 'taken' | 'declined' | 'superseded';
  /** The version that the proposal is based on. */
  base_version: number;
  proposed_at: string;
  proposed_by: {
    kind: 'key' | 'app';
    /** The name of the key or the app, or the slug of the writer. */
    name: string;
    /** Whether the key of this request proposed it. */
    is_this_key: boolean;
  };
  /** When the writer last answered; null if they have not. */
  answered_at: string | null;
  /** Who answered; null if nobody has. */
  answered_by: {
    kind: 'writer';
    /** The name of the key or the app, or the slug of the writer. */
    name: string;
  } | null;
  /** The number of changes that wait for the writer. */
  waiting: number;
  /** Each change, with what became of it. Empty if the proposal was superseded, or if it is not known. */
  changes: {
    field:
      | 'headline'
      | 'sub'
      | 'body_md'
      | 'category'
      | 'tags'
      | 'frame'
      | 'style'
      | 'locale'
      | 'external_url'
      | 'image';
    /** What it replaces. Cut after 300 characters. */
    from: string;
    /** Cut after 300 characters. */
    to: string;
    state: 'waiting' | 'taken' | 'declined';
    /** The version that took the change; null if it was not taken. */
    version: number | null;
  }[];
}

/** What the writer declared about how the text was written. Absent if nothing was declared. */
export interface Provenance {
  /** The declaration in a sentence, as readers see it. */
  statement: string;
  /** The declaration as a term of the IPTC’s vocabulary. */
  digital_source_type: string;
  /** What the writer declared. `human`: written by the writer. `assisted`: drafted with a machine, then reviewed and edited by the writer. `machine`: written by a machine and published as it is. */
  declaration: 'human' | 'assisted' | 'machine';
  /** When the writer declared it. */
  declared_at: string;
  /** The number of versions at that time. */
  versions: number;
  /** The hash of the version, as in the record of the piece. Absent if the declaration was imported without one. */
  version_hash?: string;
  /** The kind of program that helped to write the text, if any. `api_program`: a program with one of the writer’s keys, or an app that the writer connected. `outside_program`: a program outside this service. */
  drafted_by?: 'api_program' | 'outside_program';
  /** The percentage of the words that were written by a program with a key. */
  machine_share?: number;
}

export interface ReplyBody {
  /** The reply, as plain text. */
  body: string;
}

export interface RevisePieceResponse {
  ok: true;
  /** The id of the piece. */
  id: string;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested';
  /** The version number of the working copy. The ETag is made from it. */
  version: number;
  updated_at: string;
  /** Where the writer edits and publishes the piece. */
  edit_url: string;
  /** The proposal for the writer to take or decline; null if the text was saved as the working copy. */
  proposal: {
    /** The id of the proposal. */
    id: string;
    status: 'open' | 'taken' | 'declined' | 'superseded';
    /** The version that the proposal is based on. */
    base_version: number;
    proposed_at: string;
    /** Fields with a value in the working copy that the proposal would empty, or set to their default. */
    empties: (
      | 'headline'
      | 'sub'
      | 'body_md'
      | 'category'
      | 'tags'
      | 'frame'
      | 'style'
      | 'locale'
      | 'external_url'
      | 'image'
    )[];
  } | null;
}

/** The place of the piece in a series by its author. Absent if it is in none. */
export interface SeriesPlace {
  /** The title of the series. */
  title: string;
  /** The page of the series, with all its published parts. */
  url: string;
  /** The number of this part among the published parts, starting at 1. */
  part: number;
  /** The number of published parts. */
  parts: number;
  /** The id of the previous part. Null if this is the first. */
  previous: string | null;
  /** The id of the next part. Null if this is the last. */
  next: string | null;
}

export interface ServerCard {
  /** The schema that the card follows. */
  $schema: string;
  /** The host name in reverse, then the name of the server. */
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

/** The response to a message: a result or an error. */
export interface ToolAnswer {
  jsonrpc: '2.0';
  /** The response has the same id. */
  id?: string | number | null;
  /** The result of the method. */
  result?: object;
  /** Present instead of a result. */
  error?: {
    /** An error code of JSON-RPC or of the protocol, such as -32602. */
    code: number;
    /** What went wrong, in a sentence. */
    message: string;
    /** Details that a program can use. */
    data?: object;
  };
}

export interface ToolManifest {
  /** The schema that the card follows. */
  $schema: string;
  /** The host name in reverse, then the name of the server. */
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
  /** The response has the same id. */
  id?: string | number | null;
  /** Such as tools/list or tools/call. */
  method: string;
  /** The parameters of the method. */
  params?: object;
}

export interface ToolServer {
  name: string;
  title: string;
  version: string;
  /** The revision of the protocol that the server is built for. */
  protocol_version: string;
  /** All revisions that the server supports. */
  protocol_versions: string[];
  transport: string;
  endpoint: string;
  tools: string[];
  manifest: string;
  documentation: string;
}

export interface UploadedImage {
  ok: true;
  /** The URL of the image. Until it is published, only its owner and this key can load it. */
  url: string;
  /** The Markdown to put into `body_md`. Describe the image between the square brackets. */
  markdown: string;
  /** In pixels, as stored. */
  width: number;
  /** In pixels, as stored. */
  height: number;
}

/** What waits for an answer in all of the writer's pieces, whichever program it concerns. */
export interface Waiting {
  /** The writer's notes that are not resolved. */
  open_notes: number;
  /** Pieces for which a revision is requested. */
  revision_requests: number;
  /** Proposals that wait for the writer. */
  open_proposals: number;
}

export interface SearchAuthorsInput {
  /** Free text: a topic, part of a name, or a niche. */
  q: string;
  /** The maximum number of results. */
  limit?: number | undefined;
  /** For the next page: next_cursor from the previous page. Leave everything else except limit unchanged. */
  cursor?: string | undefined;
}

export interface SearchAuthorsAnswer {
  ok: true;
  query: string;
  count: number;
  results: AuthorHit[];
  /** Pass it as cursor to get the next page; null on the last page. */
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
  /** Only pieces in this category. The other three categories have feeds: /category/civic/feed.json, /category/ideas/feed.json, /category/society/feed.json. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** Only pieces with this tag, spelled in exactly the same way. */
  tag?: string | undefined;
  /** Only pieces in this language: en finds en and en-GB, en-GB only the latter. */
  locale?: string | undefined;
  /** Only pieces first published at this time or later: a time, or a day in UTC. */
  since?: string | undefined;
  /** Only pieces first published at this time or earlier: a time, or a day in UTC, all of which counts. */
  until?: string | undefined;
  /** The maximum number of results. */
  limit?: number | undefined;
  /** For the next page: next_cursor from the previous page. Leave everything else except limit unchanged. */
  cursor?: string | undefined;
  /** The author's slug. */
  slug: string;
}

export interface AuthorPiecesAnswer {
  ok: true;
  category: string | null;
  count: number;
  items: PieceListItem[];
  /** Pass it as cursor to get the next page; null on the last page. */
  next_cursor: string | null;
}

export interface RecentPiecesInput {
  /** Only pieces in this category. The other three categories have feeds: /category/civic/feed.json, /category/ideas/feed.json, /category/society/feed.json. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** Only pieces with this tag, spelled in exactly the same way. */
  tag?: string | undefined;
  /** Only pieces in this language: en finds en and en-GB, en-GB only the latter. */
  locale?: string | undefined;
  /** Only pieces first published at this time or later: a time, or a day in UTC. */
  since?: string | undefined;
  /** Only pieces first published at this time or earlier: a time, or a day in UTC, all of which counts. */
  until?: string | undefined;
  /** Only pieces by the author with this slug. */
  author?: string | undefined;
  /** The maximum number of results. */
  limit?: number | undefined;
  /** For the next page: next_cursor from the previous page. Leave everything else except limit unchanged. */
  cursor?: string | undefined;
}

export interface RecentPiecesAnswer {
  ok: true;
  category: string | null;
  count: number;
  items: PieceListItem[];
  /** Pass it as cursor to get the next page; null on the last page. */
  next_cursor: string | null;
}

export interface SearchPiecesInput {
  /** The text to find. */
  q: string;
  /** text finds the query exactly as written; words finds pieces that contain all of its words, in any order, anywhere in the headline, standfirst and body. */
  match?: 'text' | 'words' | undefined;
  /** Only pieces in this category. The other three categories have feeds: /category/civic/feed.json, /category/ideas/feed.json, /category/society/feed.json. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** Only pieces with this tag, spelled in exactly the same way. */
  tag?: string | undefined;
  /** Only pieces in this language: en finds en and en-GB, en-GB only the latter. */
  locale?: string | undefined;
  /** Only pieces first published at this time or later: a time, or a day in UTC. */
  since?: string | undefined;
  /** Only pieces first published at this time or earlier: a time, or a day in UTC, all of which counts. */
  until?: string | undefined;
  /** Only pieces by the author with this slug. */
  author?: string | undefined;
  /** The maximum number of results. */
  limit?: number | undefined;
  /** For the next page: next_cursor from the previous page. Leave everything else except limit unchanged. */
  cursor?: string | undefined;
}

export interface SearchPiecesAnswer {
  ok: true;
  query: string;
  category: string | null;
  count: number;
  results: PieceHit[];
  /** Pass it as cursor to get the next page; null on the last page. */
  next_cursor: string | null;
}

export interface GetPieceInput {
  /** Which text to return. both, the default, returns HTML and plain text, or only plain text if offset or max_characters asks for a part. text, html and markdown return only that one. */
  format?: 'both' | 'text' | 'html' | 'markdown' | undefined;
  /** How many characters of the text in this format to skip: pass part.next_offset from the last response. */
  offset?: number | undefined;
  /** The maximum number of characters to return. The part ends a little sooner, after a paragraph, a sentence or a word. Leave it out to get all of the text. */
  max_characters?: number | undefined;
  /** The piece's UUID, or its id from another response. */
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
  waiting: Waiting;
  /** What is left of each limit of the key after this request. Null if the service has no rate limits. */
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

export interface ChangePieceInput {
  /** The `id` of the piece. */
  id: string;
}

export interface DeletePieceInput {
  /** The `id` of the draft. */
  id: string;
}

export interface ListNotesInput {
  /** The maximum number of results. */
  limit?: number | undefined;
  /** For the next page: next_cursor from the previous page. Leave everything else except limit unchanged. */
  cursor?: string | undefined;
  /** With open, notes that the writer has resolved are left out. */
  state?: 'open' | 'all' | undefined;
  /** The `id` of the piece. */
  id: string;
}

export interface ListNotesAnswer {
  ok: true;
  /** The version of the working copy that `place` in each note refers to. */
  version: number;
  count: number;
  notes: Note[];
  /** Pass it as cursor to get the next page; null on the last page. */
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
  /** With `true`, everything is checked, but no draft is created. */
  dry_run?: boolean | undefined;
}

export interface ListMyPiecesInput {
  /** The maximum number of results. */
  limit?: number | undefined;
  /** For the next page: next_cursor from the previous page. Leave everything else except limit unchanged. */
  cursor?: string | undefined;
  /** Only pieces in this state. */
  status?: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested' | undefined;
  /** Only pieces that were saved, published or moved to another state, or had a revision requested, at this time or later: a time, or a day in UTC. */
  updated_since?: string | undefined;
}

export interface ListMyPiecesAnswer {
  ok: true;
  count: number;
  pieces: MyPieceListItem[];
  /** Pass it as cursor to get the next page; null on the last page. */
  next_cursor: string | null;
}

export interface AuthorBadgeInput {
  /** For a light page or a dark one. */
  theme?: 'light' | 'dark' | undefined;
  /** The emphasised look. It adds no tick if the identity is not verified. */
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
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
}

export interface SiteFeedRssInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
}

export interface AuthorFeedJsonInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
}

export interface AuthorFeedRssInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
}

export interface CategoryFeedJsonInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The category. */
  category: 'building' | 'leading' | 'culture' | 'money' | 'life' | 'civic' | 'ideas' | 'society';
}

export interface CategoryFeedRssInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The category. */
  category: 'building' | 'leading' | 'culture' | 'money' | 'life' | 'civic' | 'ideas' | 'society';
}

export interface TagFeedJsonInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The tag, spelled exactly as in the pieces. */
  tag: string;
}

export interface TagFeedRssInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The tag, spelled exactly as in the pieces. */
  tag: string;
}

export interface SeriesFeedJsonInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
  before?: string | undefined;
  /** The author's slug. */
  slug: string;
  /** The series' slug. */
  series: string;
}

export interface SeriesFeedRssInput {
  /** Only pieces published before this one: next_url uses it for the next page. */
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
