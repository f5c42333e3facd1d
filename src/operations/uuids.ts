// The UUID that a client means.

import { isUuid } from '../schemas/validation.ts';

/** Whether it passes the UUID itself or the address that begins like this and ends in it. */
export function uuidIn(given: string, prefix: string): string | undefined {
  const uuid = (given.startsWith(prefix) ? given.slice(prefix.length) : given).toLowerCase();
  return isUuid(uuid) ? uuid : undefined;
}
