// Row counts of tables, for checks and backups.

export interface TableCounts {
  [table: string]: number;
}

export interface WrongValues {
  table: string;
  column: string;
  type: string;
  rows: number;
}

export interface BrokenReference {
  table: string;
  rows: number;
}
