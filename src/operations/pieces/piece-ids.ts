// The id of a piece, from whatever was in a URL.

import { Problem } from '../../errors.ts';
import { isUuid } from '../../schemas/validation.ts';

/** In the one writing in which it is kept; what is no UUID is no piece's, and no query either. */
export function pieceIdFrom(given: string): string {
  if (!isUuid(given)) throw new Problem('piece_not_found');
  return given.toLowerCase();
}
