// Responses as the OpenAPI document shows them: bodies, headers, and examples from real code.

import { type TSchema, Type } from 'typebox';
import { type ErrorCode, Problem } from '../../errors.ts';
import { ErrorBody, errorBody } from '../../schemas/error-body.ts';
import { verbatim } from './named-schemas.ts';

interface Header {
  type: string;
  description: string;
}
export type Headers = { readonly [name: string]: Header };

const number = (description: string): Header => ({ type: 'integer', description });
const text = (description: string): Header => ({ type: 'string', description });

/** Sent to rate-limited clients: not to exempt networks, and not with limits off. */
export const RATE_HEADERS: Headers = {
  'RateLimit-Limit': number('How many requests the window allows.'),
  'RateLimit-Remaining': number('How many are left in it.'),
  'RateLimit-Reset': number('Seconds until the next window.'),
};

export const RETRY: Headers = { 'Retry-After': number('Seconds to wait before the next try.') };

/** Headers of cacheable responses. */
const CACHE_HEADERS: Headers = {
  ETag: text('What this very answer is known by; send it back in If-None-Match.'),
  'Cache-Control': text('How long a cache may keep it without asking again.'),
  ...RATE_HEADERS,
};

/** When the piece, or the latest of a feed, was last published or changed. Compare by the ETag. */
export const DATED: Headers = {
  'Last-Modified': text('When the writing in it was last published or changed.'),
};

export const LINKED: Headers = { Link: text('What else belongs to this, by its relation.') };

export const NEXT_PAGE: Headers = {
  Link: text('The URL of the next page, as `rel="next"`; absent on the last.'),
};

export const ALLOWED: Headers = { Allow: text('The methods that the URL takes.') };

export const CHALLENGE: Headers = { 'WWW-Authenticate': text('Always `Bearer`.') };

export const jsonResponse = (
  description: string,
  schema: TSchema,
  example: unknown,
  headers: Headers = {},
) => ({
  description,
  headers: { ...headers, ...RATE_HEADERS },
  content: { 'application/json': { schema, example: verbatim(example) } },
});

/** A public, cacheable response. */
export const cachedResponse = (
  description: string,
  schema: TSchema,
  example: unknown,
  headers: Headers = {},
) => jsonResponse(description, schema, example, { ...headers, ...CACHE_HEADERS });

/** The same in another format than JSON of our own. */
export const cacheableText = (
  description: string,
  type: string,
  schema: TSchema,
  example: unknown,
  headers: Headers = {},
) => ({
  description,
  headers: { ...headers, ...CACHE_HEADERS },
  content: { [type]: { schema, example: verbatim(example) } },
});

/**
 * One that is too long to repeat: its example says where it is. Not as `externalValue`, which generators of
 * clients fetch, and fail where the service is out of their reach.
 */
export const cachedFile = (description: string, type: string, schema: TSchema, url: string) => ({
  description,
  headers: CACHE_HEADERS,
  content: {
    [type]: {
      schema,
      examples: { served: { summary: 'As it is served', description: `At ${url}` } },
    },
  },
});

export const MOVED = {
  description: 'It has another slug now: follow the URL in Location.',
  type: 'null',
  headers: { Location: text('Where it is now.'), ...RATE_HEADERS },
};

export const notModified = (headers: Headers = {}) => ({
  description: 'Not changed since the ETag in If-None-Match. There is no body.',
  type: 'null',
  headers: { ...headers, ...CACHE_HEADERS },
});

export const NOT_MODIFIED = notModified();

/** A failure with the error body of each problem that can cause it. */
export function failure(
  description: string,
  problems: readonly (Problem | ErrorCode)[],
  headers: Headers = {},
) {
  const examples = problems.map((each) => {
    const problem = each instanceof Problem ? each : new Problem(each);
    const requestId = problem.status < 500 ? null : 'req-1k';
    return [problem.code, { summary: title(problem.code), value: errorBody(problem, requestId) }];
  });
  return {
    description,
    headers: { ...headers, ...RATE_HEADERS },
    content: {
      'application/json': { schema: ErrorBody, examples: Object.fromEntries(examples) },
    },
  };
}

/**
 * A failure as an image: where a page embeds an image, nobody sees an error body. A URL that no route
 * matches has the ordinary error body.
 */
export const drawnFailure = (
  description: string,
  code: ErrorCode,
  type: string,
  drawn: string,
) => ({
  description,
  headers: RATE_HEADERS,
  content: {
    [type]: {
      schema: Type.String(),
      examples: { [code]: { summary: title(code), value: drawn } },
    },
    'application/json': { schema: ErrorBody },
  },
});

/** An error's code as the heading of its example: `key_refused` is "Key refused". */
const title = (code: ErrorCode) =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

/** An invalid escape in the URL. */
export const UNREADABLE = failure('The URL cannot be decoded.', ['bad_request']);

/** The problem that a check really throws for an input. */
export function problemWith(check: (input: unknown) => unknown, input: unknown): Problem {
  try {
    check(input);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error(`Expected an input that is refused, got ${JSON.stringify(input)}.`);
}

/** What can happen to every request. */
export const ANY_FAILURE = {
  429: failure(
    'Too many requests, or too many crawlers; Retry-After says when to try again.',
    ['too_many_requests', 'crawler_limit'],
    RETRY,
  ),
  500: failure('A fault on our side; the log knows it by request_id.', ['fault']),
  503: failure(
    'Overloaded, or the database is away; Retry-After says when to try again.',
    ['overloaded', 'unavailable'],
    RETRY,
  ),
};
