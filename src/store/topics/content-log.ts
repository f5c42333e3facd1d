// The database's own log of public changes; unlike a process's, the log survives a restart.

import type { Reads } from './read-record.ts';

export interface ContentLog {
  /** The version up to which this process knows every public change; null while it knows none. */
  version(): number | null;
  hasChanged(reads: Reads, since: number): boolean;
  /** The name of one of the latest changes. A database that was replaced or restored does not have this change. */
  latest(): string | null;
  has(change: string): Promise<boolean>;
}
