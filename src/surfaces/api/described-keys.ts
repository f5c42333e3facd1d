// What the OpenAPI document says of every endpoint that takes a key.

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

/** Which limit the numbers of the other headers are about. */
export const POLICY: Headers = {
  'RateLimit-Policy': {
    type: 'string',
    description: 'Which limit of the key it is: `reads`, `drafts` or `images`.',
  },
};

export const CREATED: Headers = {
  Location: { type: 'string', description: 'The URL of what was created.' },
  ...POLICY,
};

export const KEYED = { tags: ['Writing'], security: [{ apiKey: [] }] };

export const KEY_FAILURES = { ...UNAUTHORISED, ...ANY_FAILURE };
