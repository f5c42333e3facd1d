// Responses in the OpenAPI document: bodies, headers, and examples from real code.

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

/** Rate-limit headers; clients in exempt networks don't get them. */
export const RATE_HEADERS: Headers = {
  'RateLimit-Limit': number('How many requests the window allows.'),
  'RateLimit-Remaining': number('How many are left in it.'),
  'RateLimit-Reset': number('Seconds until the next window.'),
};

export const RETRY: Headers = { 'Retry-After': number('Seconds to wait before the next try.') };

const CACHE_HEADERS: Headers = {
  ETag: text('What this very answer is known by; send it back in If-None-Match.'),
  'Cache-Control': text('How long a cache may keep it without asking again.'),
  ...RATE_HEADERS,
};

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

export const cachedResponse = (
  description: string,
  schema: TSchema,
  example: unknown,
  headers: Headers = {},
) => jsonResponse(description, schema, example, { ...headers, ...CACHE_HEADERS });

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

/** `externalValue` isn't used, because client generators fetch it, and fail if they can't reach the service. */
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

/** Failure drawn as an image, because an embedded image can't show JSON. URLs without a route get JSON. */
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

/** Title of an error code: `key_refused` becomes "Key refused". */
const title = (code: ErrorCode) =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

export const UNREADABLE = failure('The URL cannot be decoded.', ['bad_request']);

/** Problem that `check` throws for the input. */
export function problemWith(check: (input: unknown) => unknown, input: unknown): Problem {
  try {
    check(input);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error(`Expected an input that is refused, got ${JSON.stringify(input)}.`);
}

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
