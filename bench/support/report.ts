// What a part of the benchmark found: a table for people, rows for the whole run, and its verdict.

export interface Row {
  what: string;
  value: number;
  /** None where the words say what is counted. */
  unit: 'times' | 'ms' | 's' | 'MB' | 'KB' | 'a second' | '';
  bar: number;
  /** Whether the bar is the least or the most that will do. */
  is: 'at least' | 'at most';
}

export interface Measured extends Row {
  holds: boolean;
}

export interface PartResult {
  part: string;
  ok: boolean;
  seconds: number;
  rows: Measured[];
}

interface Machine {
  processors: string;
  memory: string;
  node: string;
}

/** A whole run, as it is printed at its end. */
export interface WholeRun {
  date: string;
  machine: Machine;
  results: PartResult[];
}

export const holds = ({ value, bar, is }: Row) => (is === 'at least' ? value >= bar : value <= bar);

const short = (value: number) => Number(value.toPrecision(3));

export function printRows(measured: Measured[]): void {
  console.table(
    measured.map((row) => ({
      what: row.what,
      measured: `${row.value} ${row.unit}`.trim(),
      bar: `${row.is} ${row.bar}`,
      holds: row.holds,
    })),
  );
}

/** Prints the rows, hands them to the whole run, and fails the process where one does not hold. */
export function report(rows: Row[]): void {
  const measured: Measured[] = rows.map((row) => ({
    ...row,
    value: short(row.value),
    holds: holds(row),
  }));
  printRows(measured);
  process.send?.(measured);
  // A library may listen there too, which would keep this process from ending.
  process.channel?.unref();
  if (!rows.every(holds)) process.exitCode = 1;
}
