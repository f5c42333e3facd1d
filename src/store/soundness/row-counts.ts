// Numbers of rows, as checks and backups have them.

/** How many rows each table has. */
export interface TableCounts {
  [table: string]: number;
}

/** Rows of a table that have a value of another type in a column. */
export interface WrongValues {
  table: string;
  column: string;
  type: string;
  rows: number;
}

/** Rows of a table that refer to others that do not exist. */
export interface BrokenReference {
  table: string;
  rows: number;
}
