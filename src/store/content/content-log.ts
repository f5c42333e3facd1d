// The database's own log of public changes: unlike a process's, it is still there after a restart.

import type { Reads } from './read-record.ts';

export interface ContentLog {
  /** A number up to which this process knows every public change; null while it knows none. */
  version(): number | null;
  /** Whether something that was valid at this version may differ now. */
  hasChanged(reads: Reads, since: number): boolean;
  /** The name of one of the latest changes. A database that was replaced or restored does not have it. */
  latest(): string | null;
  has(change: string): Promise<boolean>;
}
