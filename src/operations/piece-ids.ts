// Reads the id of a piece from a URL.

import { Problem } from '../errors.ts';
import { isUuid } from '../validation.ts';

/** Returns the id in lower case, as it is stored. Throws a 404 without a query if it is not a UUID. */
export function pieceIdFrom(given: string): string {
  if (!isUuid(given)) throw new Problem('piece_not_found');
  return given.toLowerCase();
}
