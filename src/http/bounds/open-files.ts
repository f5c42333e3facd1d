// How many connections the limit on open files leaves room for.

import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { HUB, WEBHOOK } from '../../schemas/limits.ts';

/** Where a system does not say, what most of them grant. */
const USUAL = 1_024;

/** The process itself: its threads, the database's files on each of them, logs, images being read. */
const OWN_FILES = 96;

/** Connections that are refused are open until they have been told so. */
export const REFUSED_AT_ONCE = 32;

export function connectionBound(
  { maxConnections, bounds, databasePool, databaseUrl, databaseReadUrl }: Config,
  limit = openFilesLimit(),
): number {
  const pools = (databaseUrl ? databasePool : 0) + (databaseReadUrl ? databasePool : 0);
  const reserved = OWN_FILES + pools + WEBHOOK.atOnce + HUB.atOnce + REFUSED_AT_ONCE;
  // Where there are few, webhooks are not all sent at once.
  const room = Math.max(limit - reserved, Math.floor(limit / 2) - REFUSED_AT_ONCE, 1);
  return Math.min(maxConnections ?? bounds.connections, room);
}

/** The soft limit; Node has raised it to the hard one by now. */
function openFilesLimit(): number {
  try {
    const [, soft = ''] =
      /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft) || USUAL;
  } catch {
    return USUAL;
  }
}
