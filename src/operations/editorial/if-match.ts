// The ETag of a working copy, and how a request's If-Match is compared with it.

import { Problem } from '../../errors.ts';

export const versionTag = (version: number) => `"v${version}"`;

/** Throws if the header is missing, before anything else in the request is checked. */
export function requireIfMatch(header: string | null): string {
  if (header === null || header.trim() === '') throw new Problem('version_required');
  return header;
}

/** A strong comparison, as RFC 9110 demands: a weak tag never matches. */
export const isFresh = (header: string, version: number): boolean =>
  header.split(',').some((tag) => tag.trim() === versionTag(version)) || header.trim() === '*';

export function refuseStale(header: string, version: number): void {
  if (!isFresh(header, version)) throw new Problem('version_stale', { version });
}
