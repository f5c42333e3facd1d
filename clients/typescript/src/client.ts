// The client: one method for each endpoint, named as in the API's description.

import type {
  AiCatalogue,
  AuthorBadgeInput,
  AuthorFeedJsonInput,
  AuthorFeedRssInput,
  AuthorHit,
  AuthorPiecesAnswer,
  AuthorPiecesInput,
  CategoryFeedJsonInput,
  CategoryFeedRssInput,
  ChangePieceBody,
  CreatePieceBody,
  CreatePieceResponse,
  DeletedDraft,
  DeletePieceInput,
  DryRunResponse,
  EmbedDataAnswer,
  EmbedDataInput,
  GetAuthorAnswer,
  GetAuthorInput,
  GetKeyAnswer,
  GetMyPieceAnswer,
  GetMyPieceInput,
  GetPieceAnswer,
  GetPieceInput,
  JsonFeed,
  JsonFeedItem,
  ListMyPiecesAnswer,
  ListMyPiecesInput,
  ListNotesAnswer,
  ListNotesInput,
  MyPieceListItem,
  Note,
  PieceHit,
  PieceListItem,
  PieceMarkdownInput,
  RecentPiecesAnswer,
  RecentPiecesInput,
  ReplyBody,
  ReplyToNoteAnswer,
  ReplyToNoteInput,
  RevisePieceResponse,
  SearchAuthorsAnswer,
  SearchAuthorsInput,
  SearchPiecesAnswer,
  SearchPiecesInput,
  SeriesFeedJsonInput,
  SeriesFeedRssInput,
  ServerCard,
  SiteFeedJsonInput,
  SiteFeedRssInput,
  TagFeedJsonInput,
  TagFeedRssInput,
  ToolAnswer,
  ToolManifest,
  ToolMessage,
  ToolServer,
  UploadedImage,
} from './api-types.ts';
import { ApiError } from './errors.ts';
import { walk } from './walk.ts';

export interface Options {
  /** A writer's key, for drafting. Never use a key in a browser, where visitors could read it. */
  key?: string | undefined;
  /** The function that sends requests; the platform's own `fetch` if left out. */
  fetch?: typeof fetch | undefined;
}

export interface Call {
  signal?: AbortSignal | undefined;
}

interface CreateCall extends Call {
  /** A different key for each draft. Sending the same request again within 24 hours doesn't create a second draft. */
  idempotencyKey?: string | undefined;
}

/** The piece to revise, and the version of it that the caller has read. */
export interface RevisedVersion {
  id: string;
  version: number;
}

type Values = { readonly [name: string]: string | number | undefined };

interface Sent extends Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: { [name: string]: string };
  body?: string | Blob;
}

export class Standfirst {
  readonly #base: string;
  readonly #key: string | undefined;
  readonly #fetch: typeof fetch;

  /** `baseUrl` is the URL of the service, such as `https://press.example`. */
  constructor(baseUrl: string, options: Options = {}) {
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#key = options.key;
    // Browsers refuse to call `fetch` as a method of another object, so it is wrapped in a function.
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  searchAuthors(input: SearchAuthorsInput, call: Call = {}): Promise<SearchAuthorsAnswer> {
    return this.#read('/api/public/authors/search', { ...input }, call);
  }

  getAuthor({ slug }: GetAuthorInput, call: Call = {}): Promise<GetAuthorAnswer> {
    return this.#read(`/api/public/authors/${part(slug, ['search'])}`, {}, call);
  }

  /** The author's badge, an SVG pill with their name. */
  authorBadge({ slug, ...look }: AuthorBadgeInput, call: Call = {}): Promise<string> {
    return this.#text(`/embed/${part(slug)}/badge.svg`, look, call);
  }

  embedData({ slug }: EmbedDataInput, call: Call = {}): Promise<EmbedDataAnswer> {
    return this.#read(`/embed/${part(slug)}/data.json`, {}, call);
  }

  /** The script that shows widgets on the pages of any site. */
  embedScript(call: Call = {}): Promise<string> {
    return this.#text('/embed.js', {}, call);
  }

  recentPieces(input: RecentPiecesInput = {}, call: Call = {}): Promise<RecentPiecesAnswer> {
    return this.#read('/api/public/pieces/recent', { ...input }, call);
  }

  searchPieces(input: SearchPiecesInput, call: Call = {}): Promise<SearchPiecesAnswer> {
    return this.#read('/api/public/pieces/search', { ...input }, call);
  }

  authorPieces(
    { slug, ...input }: AuthorPiecesInput,
    call: Call = {},
  ): Promise<AuthorPiecesAnswer> {
    return this.#read(`/api/public/authors/${part(slug)}/pieces`, { ...input }, call);
  }

  /** Every author that a search finds. Requests each page when it is needed; `limit` is the size of a page. */
  walkSearchAuthors(input: SearchAuthorsInput, call: Call = {}): AsyncGenerator<AuthorHit, void> {
    return walk(
      input,
      (page) => this.searchAuthors(page, call),
      ({ results }) => results,
    );
  }

  /** Every published piece, newest first. Requests each page when it is needed; `limit` is the size of a page. */
  walkRecentPieces(
    input: RecentPiecesInput = {},
    call: Call = {},
  ): AsyncGenerator<PieceListItem, void> {
    return walk(
      input,
      (page) => this.recentPieces(page, call),
      ({ items }) => items,
    );
  }

  /** Every published piece of an author. */
  walkAuthorPieces(input: AuthorPiecesInput, call: Call = {}): AsyncGenerator<PieceListItem, void> {
    return walk(
      input,
      (page) => this.authorPieces(page, call),
      ({ items }) => items,
    );
  }

  /** Every piece that a search finds. */
  walkSearchPieces(input: SearchPiecesInput, call: Call = {}): AsyncGenerator<PieceHit, void> {
    return walk(
      input,
      (page) => this.searchPieces(page, call),
      ({ results }) => results,
    );
  }

  /** Every piece of the key's owner. */
  walkMyPieces(
    input: ListMyPiecesInput = {},
    call: Call = {},
  ): AsyncGenerator<MyPieceListItem, void> {
    return walk(
      input,
      (page) => this.listMyPieces(page, call),
      ({ pieces }) => pieces,
    );
  }

  /**
   * `id` is the UUID of a piece, or its id from another response. `format`, `offset` and `max_characters` request one
   * of its texts, or a part of it.
   */
  getPiece({ id, ...asked }: GetPieceInput, call: Call = {}): Promise<GetPieceAnswer> {
    return this.#read(`/api/public/pieces/${part(id, ['recent', 'search'])}`, asked, call);
  }

  siteFeedJson(input: SiteFeedJsonInput = {}, call: Call = {}): Promise<JsonFeed> {
    return this.#read('/feed.json', { ...input }, call);
  }

  siteFeedRss(input: SiteFeedRssInput = {}, call: Call = {}): Promise<string> {
    return this.#text('/feed.xml', { ...input }, call);
  }

  authorFeedJson({ slug, before }: AuthorFeedJsonInput, call: Call = {}): Promise<JsonFeed> {
    return this.#read(`/author/${part(slug)}/feed.json`, { before }, call);
  }

  authorFeedRss({ slug, before }: AuthorFeedRssInput, call: Call = {}): Promise<string> {
    return this.#text(`/author/${part(slug)}/feed.xml`, { before }, call);
  }

  categoryFeedJson(
    { category, before }: CategoryFeedJsonInput,
    call: Call = {},
  ): Promise<JsonFeed> {
    return this.#read(`/category/${part(category)}/feed.json`, { before }, call);
  }

  categoryFeedRss({ category, before }: CategoryFeedRssInput, call: Call = {}): Promise<string> {
    return this.#text(`/category/${part(category)}/feed.xml`, { before }, call);
  }

  tagFeedJson({ tag, before }: TagFeedJsonInput, call: Call = {}): Promise<JsonFeed> {
    return this.#read(`/tag/${part(tag)}/feed.json`, { before }, call);
  }

  tagFeedRss({ tag, before }: TagFeedRssInput, call: Call = {}): Promise<string> {
    return this.#text(`/tag/${part(tag)}/feed.xml`, { before }, call);
  }

  seriesFeedJson(
    { slug, series, before }: SeriesFeedJsonInput,
    call: Call = {},
  ): Promise<JsonFeed> {
    return this.#read(`/author/${part(slug)}/series/${part(series)}/feed.json`, { before }, call);
  }

  seriesFeedRss({ slug, series, before }: SeriesFeedRssInput, call: Call = {}): Promise<string> {
    return this.#text(`/author/${part(slug)}/series/${part(series)}/feed.xml`, { before }, call);
  }

  /** Every item of a feed from the given page on, newest first. Requests each page when it is needed. */
  async *feedItems(feed: JsonFeed, call: Call = {}): AsyncGenerator<JsonFeedItem, void> {
    for (
      let page: JsonFeed | null = feed;
      page !== null;
      page = await this.#pageAfter(page, call)
    ) {
      yield* page.items;
    }
  }

  /** A published piece in Markdown, as its writer wrote it, with its metadata in front. */
  pieceMarkdown({ slug, piece }: PieceMarkdownInput, call: Call = {}): Promise<string> {
    const path = `/author/${part(slug)}/${part(piece)}.md`;
    return this.#text(path, {}, call);
  }

  /** Creates a draft on the writer's desk. Only the writer can publish it. */
  createPiece(body: CreatePieceBody, call: CreateCall = {}): Promise<CreatePieceResponse> {
    return this.#sendPiece('', body, call);
  }

  /** Checks a draft as `createPiece` does, but stores nothing. */
  checkPiece(body: CreatePieceBody, call: CreateCall = {}): Promise<DryRunResponse> {
    return this.#sendPiece('?dry_run=true', body, call);
  }

  /** One of the key owner's own pieces, in any state, as its working copy. */
  async getMyPiece({ id }: GetMyPieceInput, { signal }: Call = {}): Promise<GetMyPieceAnswer> {
    const path = `/api/v1/pieces/${part(id, ['me'])}`;
    return this.#json(path, { signal, headers: this.#authorization() });
  }

  /**
   * Revises the given version of a piece. If this key wrote the text, this saves a new version; otherwise it makes a
   * proposal, which the writer takes or declines. `version` comes from `getMyPiece`; if there is a newer one, this
   * throws an ApiError with status 412.
   */
  async revisePiece(
    revised: RevisedVersion,
    body: CreatePieceBody,
    call: CreateCall = {},
  ): Promise<RevisePieceResponse> {
    return this.#revise('PUT', revised, body, call);
  }

  /**
   * Changes the fields of a piece that `body` names, as `revisePiece` does, and keeps the others. Null empties a field.
   */
  async changePiece(
    revised: RevisedVersion,
    body: ChangePieceBody,
    call: CreateCall = {},
  ): Promise<RevisePieceResponse> {
    return this.#revise('PATCH', revised, body, call);
  }

  /** The writer's notes on a piece, oldest first. */
  async listNotes(
    { id, ...input }: ListNotesInput,
    { signal }: Call = {},
  ): Promise<ListNotesAnswer> {
    const path = `/api/v1/pieces/${part(id, ['me'])}/notes${queryOf(input)}`;
    return this.#json(path, { signal, headers: this.#authorization() });
  }

  /** Every note on a piece. Requests each page when it is needed. */
  walkNotes(input: ListNotesInput, call: Call = {}): AsyncGenerator<Note, void> {
    return walk(
      input,
      (page) => this.listNotes(page, call),
      ({ notes }) => notes,
    );
  }

  async replyToNote(
    { id, note }: ReplyToNoteInput,
    body: ReplyBody,
    { idempotencyKey, signal }: CreateCall = {},
  ): Promise<ReplyToNoteAnswer> {
    return this.#json(`/api/v1/pieces/${part(id, ['me'])}/notes/${part(note)}/replies`, {
      method: 'POST',
      signal,
      headers: this.#jsonHeaders(idempotencyKey),
      body: JSON.stringify(body),
    });
  }

  /** Deletes a draft that this key created, unless it has been changed since. */
  async deletePiece({ id }: DeletePieceInput, { signal }: Call = {}): Promise<DeletedDraft> {
    const path = `/api/v1/pieces/${part(id, ['me'])}`;
    return this.#json(path, { method: 'DELETE', signal, headers: this.#authorization() });
  }

  /**
   * Uploads an image for a draft. Put the returned `markdown` into the text. The blob needs a type, such as
   * `image/jpeg`.
   */
  async uploadImage(image: Blob, { signal }: Call = {}): Promise<UploadedImage> {
    const headers = { ...this.#authorization(), 'content-type': image.type };
    return this.#json('/api/v1/images', { method: 'POST', signal, headers, body: image });
  }

  /** The key's owner, its scope, and what is left of its rate limits. */
  async getKey({ signal }: Call = {}): Promise<GetKeyAnswer> {
    return this.#json('/api/v1/me', { signal, headers: this.#authorization() });
  }

  // Async, so that an id that no URL can have rejects the promise.
  async #revise(
    method: 'PUT' | 'PATCH',
    { id, version }: RevisedVersion,
    body: object,
    { idempotencyKey, signal }: CreateCall,
  ): Promise<RevisePieceResponse> {
    return this.#json(`/api/v1/pieces/${part(id, ['me'])}`, {
      method,
      signal,
      headers: { ...this.#jsonHeaders(idempotencyKey), 'if-match': `"v${version}"` },
      body: JSON.stringify(body),
    });
  }

  async #sendPiece<Answer>(
    query: string,
    body: CreatePieceBody,
    { idempotencyKey, signal }: CreateCall,
  ): Promise<Answer> {
    return this.#json(`/api/v1/pieces${query}`, {
      method: 'POST',
      signal,
      headers: this.#jsonHeaders(idempotencyKey),
      body: JSON.stringify(body),
    });
  }

  #jsonHeaders(idempotencyKey: string | undefined): { [name: string]: string } {
    return {
      ...this.#authorization(),
      'content-type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
  }

  /** The key owner's own pieces, in any state. */
  async listMyPieces(
    input: ListMyPiecesInput = {},
    { signal }: Call = {},
  ): Promise<ListMyPiecesAnswer> {
    const path = `/api/v1/pieces/me${queryOf({ ...input })}`;
    return this.#json(path, { signal, headers: this.#authorization() });
  }

  /** Sends one message of the Model Context Protocol. A failed method is reported in the answer, not thrown. */
  sendToolMessage(message: ToolMessage, { signal }: Call = {}): Promise<ToolAnswer> {
    return this.#json('/api/mcp', {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
  }

  /** The endpoint of the tools, and their names. */
  getToolServer(call: Call = {}): Promise<ToolServer> {
    return this.#read('/api/mcp', {}, call);
  }

  /** The server card, by which registries of tool servers list this service. */
  getServerCard(call: Call = {}): Promise<ServerCard> {
    return this.#read('/api/mcp/server-card', {}, call);
  }

  /** The server card with the names of the tools. */
  getToolManifest(call: Call = {}): Promise<ToolManifest> {
    return this.#read('/.well-known/mcp.json', {}, call);
  }

  /** The host's catalogue of services for AI clients. */
  getAiCatalogue(call: Call = {}): Promise<AiCatalogue> {
    return this.#read('/.well-known/ai-catalog.json', {}, call);
  }

  /** The API described in OpenAPI 3.1. */
  getDescription(call: Call = {}): Promise<{ [name: string]: unknown }> {
    return this.#read('/api/openapi.json', {}, call);
  }

  #authorization(): { authorization: string } {
    if (this.#key === undefined)
      throw new TypeError('Drafting needs a key: new Standfirst(url, { key }).');
    return { authorization: `Bearer ${this.#key}` };
  }

  async #pageAfter({ next_url }: JsonFeed, call: Call): Promise<JsonFeed | null> {
    if (next_url === undefined) return null;
    // `next_url` may have a different host name from the one that this client uses, so only its path is used.
    const { pathname, search } = new URL(next_url);
    return this.#read(pathname + search, {}, call);
  }

  async #text(path: string, query: Values, { signal }: Call): Promise<string> {
    return (await this.#send(path + queryOf(query), { signal })).text();
  }

  #read<Answer>(path: string, query: Values, { signal }: Call): Promise<Answer> {
    return this.#json(path + queryOf(query), { signal });
  }

  async #json<Answer>(path: string, sent: Sent): Promise<Answer> {
    const response = await this.#send(path, sent);
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      throw ApiError.notJson(response);
    }
  }

  async #send(path: string, { signal, headers, ...sent }: Sent): Promise<Response> {
    const response = await this.#fetch(this.#base + path, {
      ...sent,
      ...(headers ? { headers } : {}),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw await ApiError.from(response);
    return response;
  }
}

/**
 * Encodes a part of a path. Text that would lead elsewhere (the name of another endpoint, or dots, which go up) gets a
 * trailing space, so that the service answers 404.
 */
function part(text: string, endpoints: readonly string[] = []): string {
  const leadsElsewhere = ['', '.', '..', ...endpoints].includes(text);
  return encodeURIComponent(leadsElsewhere ? `${text} ` : text);
}

function queryOf(values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}
