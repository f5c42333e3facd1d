// Numbers of rows, as checks and backups have them.

/** How many rows each table has. */
export interface TableCounts {
  [table: string]: number;
}

/** Rows of a table that refer to others that do not exist. */
export interface BrokenReference {
  table: string;
  rows: number;
}
