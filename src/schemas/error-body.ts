// The body of every error response under /api/.

import { Type } from 'typebox';
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

interface Failure {
  readonly code: string;
  readonly reason: string;
  readonly errors: readonly { readonly field: string; readonly reason: string }[] | undefined;
  readonly version: number | undefined;
}

/** A server error includes the request's id, by which the operator finds it in the log. */
export const errorBody = (
  { code, reason, errors, version }: Failure,
  requestId: string | null = null,
): Of<typeof ErrorBody> => ({
  ok: false,
  reason,
  code,
  ...(errors ? { errors: errors.map(({ field, reason }) => ({ field, reason })) } : {}),
  ...(version === undefined ? {} : { version }),
  ...(requestId ? { request_id: requestId } : {}),
});
