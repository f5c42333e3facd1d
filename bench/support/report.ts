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

/** What readers and a crawl got in one situation, for the chart of the crawl. */
export interface CrawlFigures {
  what: string;
  /** How long readers waited, in milliseconds. */
  p50: number;
  p99: number;
  /** What the crawl got in a second; 0 where there was none. */
  rate: number;
  /** How much of a processor the crawled server used. */
  processorShare: number;
  /** Times the crawler was told to come again later. */
  toldToWait: number;
}

export interface PartResult {
  part: string;
  /** 0, MISSED, or another number for a part that broke. */
  status: number;
  seconds: number;
  rows: Measured[];
  crawl?: CrawlFigures[];
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

/** Hands figures without a bar to the whole run. */
export function reportCrawl(crawl: CrawlFigures[]): void {
  const rounded = crawl.map((each) => ({
    ...{ what: each.what, p50: short(each.p50), p99: short(each.p99), rate: short(each.rate) },
    ...{ processorShare: short(each.processorShare), toldToWait: each.toldToWait },
  }));
  console.table(rounded);
  process.send?.({ crawl: rounded });
}

/** The exit status of a part, and of a whole run, if figures miss their bars and nothing else is wrong. */
export const MISSED = 2;

/** Prints the rows, hands them to the whole run, and fails the process if one does not hold. */
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
  if (!rows.every(holds)) process.exitCode = MISSED;
}
