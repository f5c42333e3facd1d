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
  'RateLimit-Remaining': number('How many requests are left in the window.'),
  'RateLimit-Reset': number('Seconds until the next window.'),
};

export const RETRY: Headers = { 'Retry-After': number('Seconds to wait before the next attempt.') };

const CACHE_HEADERS: Headers = {
  ETag: text('Identifies exactly this response; send it back in If-None-Match.'),
  'Cache-Control': text('How long a cache may serve the response without revalidating it.'),
  ...RATE_HEADERS,
};

export const DATED: Headers = {
  'Last-Modified': text('When the pieces in the response were last published or changed.'),
};

export const LINKED: Headers = { Link: text('Related URLs, each with its relation.') };

export const NEXT_PAGE: Headers = {
  Link: text('The URL of the next page, as `rel="next"`; absent on the last.'),
};

export const ALLOWED: Headers = { Allow: text('The methods that the URL accepts.') };

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

/** No `externalValue` names the URL, because client generators fetch it, and fail if they can't reach the service. */
export const cachedFile = (description: string, type: string, schema: TSchema, url: string) => ({
  description: `${description} It is served at ${url}.`,
  headers: CACHE_HEADERS,
  content: { [type]: { schema } },
});

export const MOVED = {
  description: 'The slug has changed: follow the URL in Location.',
  type: 'null',
  headers: { Location: text('The current URL.'), ...RATE_HEADERS },
};

export const notModified = (headers: Headers = {}) => ({
  description: 'Nothing has changed since the ETag in If-None-Match. There is no body.',
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
    'Too many requests, or too many from crawlers; Retry-After says when to try again.',
    ['too_many_requests', 'crawler_limit'],
    RETRY,
  ),
  500: failure('A server error; the log has it under the request_id.', ['fault']),
  503: failure(
    'The service is overloaded, or the database cannot be reached; Retry-After says when to try again.',
    ['overloaded', 'unavailable'],
    RETRY,
  ),
};
