// The client: one method for each endpoint, named as in the API's description.

import type {
  CreatePieceBody,
  CreatePieceResponse,
  GetAuthorAnswer,
  GetAuthorInput,
  GetPieceAnswer,
  GetPieceInput,
  ListMyPiecesAnswer,
  ListMyPiecesInput,
  RecentPiecesAnswer,
  RecentPiecesInput,
  SearchAuthorsAnswer,
  SearchAuthorsInput,
  SearchPiecesAnswer,
  SearchPiecesInput,
} from './api-types.ts';
import { ApiError } from './errors.ts';

export interface Options {
  /** A writer's key, for drafting. It has no place in a browser. */
  key?: string | undefined;
  /** What sends requests; the platform's own `fetch` when left out. */
  fetch?: typeof fetch | undefined;
}

export interface Call {
  signal?: AbortSignal | undefined;
}

interface CreateCall extends Call {
  /** One for each draft: the same request sent again within 24 hours makes no second one. */
  idempotencyKey?: string | undefined;
}

type Values = { readonly [name: string]: string | number | undefined };

interface Sent extends Call {
  method?: 'GET' | 'POST';
  headers?: { [name: string]: string };
  body?: string;
}

export class Standfirst {
  readonly #base: string;
  readonly #key: string | undefined;
  readonly #fetch: typeof fetch;

  /** `baseUrl` is where the service is, such as `https://press.example`. */
  constructor(baseUrl: string, options: Options = {}) {
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#key = options.key;
    // Browsers want their fetch called as a function of theirs, not as a method of ours.
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  searchAuthors(input: SearchAuthorsInput, call: Call = {}): Promise<SearchAuthorsAnswer> {
    return this.#read('/api/public/authors/search', { ...input }, call);
  }

  getAuthor({ slug }: GetAuthorInput, call: Call = {}): Promise<GetAuthorAnswer> {
    return this.#read(`/api/public/authors/${encodeURIComponent(slug)}`, {}, call);
  }

  recentPieces(input: RecentPiecesInput = {}, call: Call = {}): Promise<RecentPiecesAnswer> {
    return this.#read('/api/public/pieces/recent', { ...input }, call);
  }

  searchPieces(input: SearchPiecesInput, call: Call = {}): Promise<SearchPiecesAnswer> {
    return this.#read('/api/public/pieces/search', { ...input }, call);
  }

  /** `id` is the UUID of a piece, or its id as other answers give it. */
  getPiece({ id }: GetPieceInput, call: Call = {}): Promise<GetPieceAnswer> {
    return this.#read(`/api/public/pieces/${encodeURIComponent(id)}`, {}, call);
  }

  /** Leaves a draft on the writer's desk. Only the writer publishes it, by hand. */
  async createPiece(body: CreatePieceBody, call: CreateCall = {}): Promise<CreatePieceResponse> {
    const { idempotencyKey, signal } = call;
    return this.#json('/api/v1/pieces', {
      method: 'POST',
      signal,
      headers: {
        ...this.#authorization(),
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    });
  }

  /** The key owner's own pieces, in every state. */
  async listMyPieces(
    input: ListMyPiecesInput = {},
    { signal }: Call = {},
  ): Promise<ListMyPiecesAnswer> {
    const path = `/api/v1/pieces/me${queryOf({ ...input })}`;
    return this.#json(path, { signal, headers: this.#authorization() });
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

  #read<Answer>(path: string, query: Values, { signal }: Call): Promise<Answer> {
    return this.#json(path + queryOf(query), { signal });
  }

  async #json<Answer>(path: string, sent: Sent): Promise<Answer> {
    return JSON.parse(await (await this.#send(path, sent)).text());
  }

  async #send(path: string, { signal, headers, ...sent }: Sent): Promise<Response> {
    const response = await this.#fetch(this.#base + path, {
      ...sent,
      headers: { accept: 'application/json', ...headers },
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw await ApiError.from(response);
    return response;
  }
}

function queryOf(values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}
