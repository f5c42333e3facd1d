// Parts of the descriptions of /api/v1/pieces/{id} that reading and revising a piece share.

import { Type } from 'typebox';
import { failure, type Headers } from '../../http/openapi/documented-responses.ts';
import { withExamples } from '../../http/openapi/parameter-examples.ts';
import { EXAMPLE_DRAFT } from '../../operations/examples.ts';
import { POLICY } from './described-keys.ts';

export const OwnPieceId = withExamples(
  Type.Object({ id: Type.String({ description: 'The `id` of the piece.' }) }),
  { id: EXAMPLE_DRAFT.id },
);

export const TAGGED: Headers = {
  ETag: {
    type: 'string',
    description: 'Identifies this version. Send it in If-Match to revise the piece.',
  },
  ...POLICY,
};

export const NOT_OWN = failure('The writer of this key has no such piece.', [
  'own_piece_not_found',
]);
