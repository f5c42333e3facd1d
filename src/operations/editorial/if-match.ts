// The ETag of a working copy, and whether a request names it in If-Match.

import { Problem } from '../../errors.ts';

/** A strong ETag, which stays the same until the piece is saved. */
export const versionTag = (version: number) => `"v${version}"`;

/** Tags are compared strongly, as RFC 9110 demands: a weak tag never matches. */
const names = (header: string, tag: string) =>
  header.split(',').some((each) => each.trim() === tag);

/** The header is required before anything else of the request is checked. */
export function requireIfMatch(header: string | null): string {
  if (header === null || header.trim() === '') throw new Problem('version_required');
  return header;
}

export const isFresh = (header: string, version: number): boolean =>
  header.trim() === '*' || names(header, versionTag(version));

export function refuseStale(header: string, version: number): void {
  if (!isFresh(header, version)) throw new Problem('version_stale', { version });
}
