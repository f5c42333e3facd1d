// Result of a part of the benchmarks: a table for people, rows for the whole run, and whether bars are met.

export interface Row {
  what: string;
  value: number;
  /** Empty if the words say what is counted. */
  unit: 'times' | 'ms' | 's' | 'MB' | 'KB' | 'a second' | '';
  bar: number;
  /** Whether the bar is a minimum or a maximum. */
  is: 'at least' | 'at most';
}

export interface Measured extends Row {
  holds: boolean;
}

/** Figures of readers and a crawl in one situation, for the chart of the crawl. */
export interface CrawlFigures {
  what: string;
  /** Response times of readers, in milliseconds. */
  p50: number;
  p99: number;
  /** Responses per second to the crawl; 0 if there was none. */
  rate: number;
  /** Share of a CPU that the crawled server used. */
  processorShare: number;
  /** Number of responses that told the crawler to come again later. */
  toldToWait: number;
}

export interface PartResult {
  part: string;
  /** Exit status: 0, MISSED, or another number if the part failed. */
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

/** Whole run, as printed at its end. */
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

/** Sends figures without a bar to the process of the whole run. */
export function reportCrawl(crawl: CrawlFigures[]): void {
  const rounded = crawl.map((each) => ({
    ...{ what: each.what, p50: short(each.p50), p99: short(each.p99), rate: short(each.rate) },
    ...{ processorShare: short(each.processorShare), toldToWait: each.toldToWait },
  }));
  console.table(rounded);
  process.send?.({ crawl: rounded });
}

/** Exit status of a part or a whole run if figures miss their bars and nothing else is wrong. */
export const MISSED = 2;

/** Prints the rows, sends them to the whole run, and fails the process if a bar isn't met. */
export function report(rows: Row[]): void {
  const measured: Measured[] = rows.map((row) => ({
    ...row,
    value: short(row.value),
    holds: holds(row),
  }));
  printRows(measured);
  process.send?.(measured);
  // A library may listen on this channel too, which would keep the process alive.
  process.channel?.unref();
  if (!rows.every(holds)) process.exitCode = MISSED;
}
