// Responses as the API description shows them.

import type { TSchema } from 'typebox';
import { ErrorBody } from '../schemas/problems.ts';

export const jsonResponse = (description: string, schema: TSchema, example?: unknown) => ({
  description,
  content: {
    'application/json': { schema, ...(example === undefined ? {} : { example }) },
  },
});

export const failure = (description: string) => jsonResponse(description, ErrorBody);

/** What can happen to every request. */
export const ANY_FAILURE = {
  429: failure('Too many requests; Retry-After says when to come again.'),
  500: failure('A fault on our side; the log knows it by request_id.'),
  503: failure('Overloaded, or the database is away; Retry-After says when to come again.'),
};
