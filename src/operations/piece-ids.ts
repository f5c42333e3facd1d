// Reads the id of a piece from a URL.

import { Problem } from '../errors.ts';
import { isUuid } from '../validation.ts';

/** Ids are stored in lower case; anything but a UUID is refused without a query. */
export function pieceIdFrom(given: string): string {
  if (!isUuid(given)) throw new Problem('piece_not_found');
  return given.toLowerCase();
}
