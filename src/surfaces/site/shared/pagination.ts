// Pagination: reads the place in a list from the query of the URL.

import { Problem } from '../../../errors.ts';
import type { ReadRequest } from '../../../http/public-reads.ts';
import type { PageBound } from '../../../operations/public-pages/piece-lists.ts';

/** Page before or after a position in the list, or null for the first page. Invalid values get a 404. */
export function pageBoundOf(request: ReadRequest): PageBound {
  const { before, after } = { before: undefined, after: undefined, ...Object(request.query) };
  if (before !== undefined) return { before: positionFrom(before) };
  return after === undefined ? null : { after: positionFrom(after) };
}

function positionFrom(given: unknown): number {
  if (typeof given !== 'string' || !/^[1-9]\d{0,14}$/.test(given)) throw new Problem('not_found');
  return Number(given);
}
