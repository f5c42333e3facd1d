// The ETag of a working copy, and whether a request names it in If-Match.

import { Problem } from '../../errors.ts';

export const versionTag = (version: number) => `"v${version}"`;

/** The header is required before anything else of the request is checked. */
export function requireIfMatch(header: string | null): string {
  if (header === null || header.trim() === '') throw new Problem('version_required');
  return header;
}

/** Tags are compared strongly, as RFC 9110 demands: a weak tag never matches. */
export const isFresh = (header: string, version: number): boolean =>
  header.split(',').some((tag) => tag.trim() === versionTag(version)) || header.trim() === '*';

export function refuseStale(header: string, version: number): void {
  if (!isFresh(header, version)) throw new Problem('version_stale', { version });
}
