// Parts of the OpenAPI document that are the same for all endpoints that need an API key.

import type { Problem } from '../../errors.ts';
import {
  ANY_FAILURE,
  CHALLENGE,
  failure,
  type Headers,
} from '../../http/openapi/documented-responses.ts';

export const REFUSED = 'The input is not as expected; `errors` names each field.';

const UNAUTHORISED = {
  401: failure('The Authorization header is missing or malformed.', ['unauthorised'], CHALLENGE),
};

export const POLICY: Headers = {
  'RateLimit-Policy': {
    type: 'string',
    description: 'The limit of the key that applies: `reads`, `drafts` or `images`.',
  },
};

export const CREATED: Headers = {
  Location: { type: 'string', description: 'The URL of what was created.' },
  ...POLICY,
};

export const KEYED = { tags: ['Writing'], security: [{ apiKey: [] }] };

export const BODY_FAILURES = {
  403: failure('The key is unknown, revoked, expired or lacks the scope.', [
    'key_refused',
    'scope_refused',
  ]),
  413: failure('The body is larger than 2 MiB.', ['too_large']),
  415: failure('The body is compressed, or not sent as application/json.', [
    'unsupported_type',
    'unsupported_encoding',
  ]),
  422: failure('The Idempotency-Key was already used with a different body.', ['key_reused']),
};

export const refusedBody = (example: Problem) =>
  failure(`${REFUSED} Or the body is not JSON, or has too many values.`, [
    example,
    'malformed_json',
    'too_many_values',
  ]);

export const KEY_FAILURES = { ...UNAUTHORISED, ...ANY_FAILURE };
