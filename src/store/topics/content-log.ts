// The database's log of public changes, which survives a restart, unlike a process's own.

import type { Reads } from './read-record.ts';

export interface ContentLog {
  /** The version up to which this process knows every public change; null if it knows none. */
  version(): number | null;
  hasChanged(reads: Reads, since: number): boolean;
  /** The name of a recent change. A database that was replaced or restored does not have this change. */
  latest(): string | null;
  has(change: string): Promise<boolean>;
}
