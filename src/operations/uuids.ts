// Extracts a UUID from what a client sent.

import { isUuid } from '../validation.ts';

/** Accepts the UUID itself, or a URL that begins with `prefix` and ends with the UUID. */
export function uuidIn(given: string, prefix: string): string | undefined {
  const uuid = (given.startsWith(prefix) ? given.slice(prefix.length) : given).toLowerCase();
  return isUuid(uuid) ? uuid : undefined;
}
