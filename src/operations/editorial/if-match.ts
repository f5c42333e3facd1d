// The ETag of a working copy, and how a request's If-Match is compared with it.

import { Problem } from '../../errors.ts';
import type { Context } from '../operation.ts';

export const versionTag = (version: number) => `"v${version}"`;

/** The ETag also changes with answers to proposals. If-Match compares only the version, so an answer never fails it. */
export async function pieceTag({ store }: Context, pieceId: string, version: number) {
  const answers = await store.proposals.countAnswered(pieceId);
  return answers === 0 ? versionTag(version) : `"v${version}.${answers}"`;
}

const versionOf = (tag: string) => /^"v(\d+)(?:\.\d+)?"$/.exec(tag.trim())?.[1];

/** Throws if the header is missing, before anything else in the request is checked. */
export function requireIfMatch(header: string | null): string {
  if (header === null || header.trim() === '') throw new Problem('version_required');
  return header;
}

/** A strong comparison, as RFC 9110 demands: a weak tag never matches. */
export const isFresh = (header: string, version: number): boolean =>
  header.split(',').some((tag) => versionOf(tag) === String(version)) || header.trim() === '*';

export function refuseStale(header: string, version: number): void {
  if (!isFresh(header, version)) throw new Problem('version_stale', { version });
}
