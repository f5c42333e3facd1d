// Writes runs of the benchmark into docs/performance.md, with a chart: node bench/record.ts FILE…
// Of a part that is in several files, the last is taken.

import { readFileSync, writeFileSync } from 'node:fs';
import { chartOf } from './support/chart.ts';
import type { Measured, PartResult, WholeRun } from './support/report.ts';

const PAGE = new URL('../docs/performance.md', import.meta.url);
const CHART = new URL('../docs/performance.svg', import.meta.url);
/** What is between these lines of the page is replaced. */
const RESULTS = /(?<=<!-- results -->\n).*(?=<!-- end of results -->)/s;

const runs = process.argv.slice(2).map((file): WholeRun => JSON.parse(readFileSync(file, 'utf8')));
const latest = runs.at(-1);
if (!latest) throw new Error('Expected: node bench/record.ts FILE…');
const results = [
  ...new Map(runs.flatMap((run) => run.results.map((each) => [each.part, each]))).values(),
];

const figure = ({ value, unit }: Measured) => `${value.toLocaleString('en')} ${unit}`;

const rowOf = (row: Measured) =>
  `| ${row.what} | ${figure(row)} | ${row.is} ${row.bar.toLocaleString('en')} | ${row.holds ? 'yes' : '**no**'} |`;

const tableOf = ({ part, seconds, rows }: PartResult) => `### ${part}

\`node bench/${part.replace(/^\S+/, '$&.ts')}\`, ${seconds} s

| What | Measured | Bar | Holds |
|---|---|---|---|
${rows.map(rowOf).join('\n')}
`;

const { date, machine } = latest;
const words = `${date.slice(0, 10)}, ${machine.processors}, ${machine.memory}, Node ${machine.node}.

${results.map(tableOf).join('\n')}`;

const page = readFileSync(PAGE, 'utf8');
if (!RESULTS.test(page)) throw new Error('docs/performance.md has no place for the results.');
writeFileSync(
  PAGE,
  page.replace(RESULTS, () => words),
);
writeFileSync(CHART, chartOf(results));
