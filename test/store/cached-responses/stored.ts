// Responses whose bytes follow from their key, so that each process knows what a file may have under it.

import { hash } from 'node:crypto';
import {
  CachedResponses,
  type StoredResponse,
} from '../../../src/store/cached-responses/cached-responses.ts';
import { ContentChanges } from '../../../src/store/content/content-changes.ts';
import type { ContentLog } from '../../../src/store/topics/content-log.ts';

/** Responses up to 12 KB, so that some need overflow pages. */
export function responseOf(key: string): StoredResponse {
  const text = hash('sha512', key, 'base64');
  return {
    head: JSON.stringify(['/route', 'etag', `"${text}"`]),
    body: Buffer.from(text.repeat(1 + (((text.codePointAt(0) ?? 0) * 7) % 140))),
    reads: [`key:${key}`, 'all'],
  };
}

/** The log of a database in which only the test changes something. */
export function logOf(names = ['first']): ContentLog & { changes: ContentChanges } {
  const changes = new ContentChanges();
  return {
    changes,
    version: () => changes.version,
    hasChanged: (reads, since) => changes.hasChanged(reads, since),
    latest: () => names.at(-1) ?? null,
    has: async (change) => names.includes(change),
  };
}

interface Given {
  log?: ContentLog;
  fingerprint?: string;
  bytes?: number;
  warn?: (words: string) => void;
}

const BYTES = 64 * 1024 * 1024;

export const responsesAt = (
  path: string,
  { log = logOf(), fingerprint = 'one', bytes = BYTES, warn = () => {} }: Given = {},
) => new CachedResponses({ path, bytes, log, warn, fingerprint: async () => fingerprint });
