// Error body of every failure under /api/.

import { Type } from 'typebox';
import type { Problem } from '../errors.ts';
import { type Of, Record } from './shapes.ts';

export const ErrorBody = Record(
  'Error',
  {
    ok: Type.Literal(false),
    reason: Type.String({ description: 'What went wrong, in a sentence.' }),
    code: Type.String({
      pattern: '^[a-z_]+$',
      description:
        'What went wrong, for programs: the code stays the same when the words of `reason` change.',
    }),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
        description:
          'The fields that are not as expected, each with its reason: at most the first 20. `reason` has the ' +
          'total.',
      }),
    ),
    version: Type.Optional(
      Type.Integer({
        description: 'The current version of the piece, if the request named another one.',
      }),
    ),
    request_id: Type.Optional(
      Type.String({ description: 'The id of the request in the log, for server errors.' }),
    ),
  },
  'The body of every error response.',
);

/** Server errors carry the request's id, which the log has too. */
export const errorBody = (
  { code, reason, errors, version }: Problem,
  requestId: string | null = null,
): Of<typeof ErrorBody> => ({
  ok: false,
  reason,
  code,
  ...(errors ? { errors: errors.map(({ field, reason }) => ({ field, reason })) } : {}),
  ...(version === undefined ? {} : { version }),
  ...(requestId ? { request_id: requestId } : {}),
});
