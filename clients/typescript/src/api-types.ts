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

/** Every failure has this body. */
export interface Error {
  ok: false;
  /** What went wrong, in a sentence. */
  reason: string;
  /** Field by field, when the input was not as expected: the first 20. `reason` has their number. */
  errors?: {
    field: string;
    reason: string;
  }[];
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
  };
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
}

/** A published piece in the shape of a JSON Feed 1.1 item. */
export interface Piece {
  /** The permanent URL of the piece; it ends in its UUID. */
  id: string;
  /** The page of the piece. */
  url: string;
  title: string;
  summary: string;
  content_html: string | null;
  content_text: string;
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
  authors: {
    name: string;
    slug: string;
    /** The author's profile page. */
    url: string;
    identity_verified: boolean;
    avatar: string | null;
  }[];
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
  authors: {
    name: string;
    slug: string;
    /** The author's profile page. */
    url: string;
    identity_verified: boolean;
  }[];
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

export interface SearchAuthorsInput {
  /** Free text: a topic, a fragment of a name, a niche. */
  q: string;
  /** How many results at most. */
  limit?: number | undefined;
}

export interface SearchAuthorsAnswer {
  ok: true;
  query: string;
  count: number;
  results: AuthorHit[];
}

export interface GetAuthorInput {
  /** The author's slug. */
  slug: string;
}

export interface GetAuthorAnswer {
  ok: true;
  author: Author;
}

export interface RecentPiecesInput {
  /** Only pieces of this category. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** How many results at most. */
  limit?: number | undefined;
}

export interface RecentPiecesAnswer {
  ok: true;
  category: string | null;
  count: number;
  items: PieceListItem[];
}

export interface SearchPiecesInput {
  /** The text to find. */
  q: string;
  /** Only pieces of this category. */
  category?: 'building' | 'leading' | 'culture' | 'money' | 'life' | undefined;
  /** How many results at most. */
  limit?: number | undefined;
}

export interface SearchPiecesAnswer {
  ok: true;
  query: string;
  category: string | null;
  count: number;
  results: PieceHit[];
}

export interface GetPieceInput {
  /** The piece's UUID, or its id as other answers give it. */
  id: string;
}

export interface GetPieceAnswer {
  ok: true;
  piece: Piece;
}

export interface ListMyPiecesInput {
  /** How many results at most. */
  limit?: number | undefined;
  /** Only pieces in this state. */
  status?: 'draft' | 'pending' | 'approved' | 'rejected' | 'changes_requested' | undefined;
}

export interface ListMyPiecesAnswer {
  ok: true;
  count: number;
  pieces: MyPieceListItem[];
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

export interface PieceMarkdownInput {
  /** The author's slug. */
  slug: string;
  /** The piece's slug. */
  piece: string;
}
