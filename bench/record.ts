// Writes results of the benchmarks into docs/performance.md, with a chart: node bench/record.ts FILE… With --soak,
// writes those of the soak into docs/reliability.md. If several files have a part, the last one counts.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { crawlChartOf } from './crawl/crawl-chart.ts';
import { chartOf } from './support/chart.ts';
import type { Measured, PartResult, WholeRun } from './support/report.ts';

const CHART = new URL('../docs/performance.svg', import.meta.url);
const CRAWL_CHART = new URL('../docs/performance-crawl.svg', import.meta.url);
/** Text between these lines of the page is replaced. */
const RESULTS = /(?<=<!-- results -->\n).*(?=<!-- end of results -->)/s;

const { values, positionals } = parseArgs({
  options: { soak: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const name = values.soak ? 'docs/reliability.md' : 'docs/performance.md';
const pageUrl = new URL(`../${name}`, import.meta.url);

const runs = positionals.map((file): WholeRun => JSON.parse(readFileSync(file, 'utf8')));
const latest = runs.at(-1);
if (!latest) throw new Error('Expected: node bench/record.ts [--soak] FILE…');

interface Dated extends PartResult {
  day: string;
}

const results = [
  ...new Map(
    runs.flatMap(({ date, results }) =>
      results.map((each): [string, Dated] => [each.part, { ...each, day: date.slice(0, 10) }]),
    ),
  ).values(),
];

const figure = ({ value, unit }: Measured) => `${value.toLocaleString('en')} ${unit}`.trim();

const rowOf = (row: Measured) =>
  `| ${row.what} | ${figure(row)} | ${row.is} ${row.bar.toLocaleString('en')} | ${row.holds ? 'yes' : '**no**'} |`;

const commandOf = (part: string) =>
  values.soak
    ? `npm run soak -- ${part.replace(/ --database=sqlite$/, '')}`
    : `node bench/${part.replace(/^\S+/, '$&.ts')}`;

const tableOf = ({ part, status, seconds, rows, day }: Dated) => `### ${part.replace(/ --.*/, '')}

\`${commandOf(part)}\`, ${day}, ${seconds} s${status === 0 || !values.soak ? '' : ': **failed**'}

| What | Measured | Bar | Holds |
|---|---|---|---|
${rows.map(rowOf).join('\n')}
`;

const { date, machine } = latest;
const words = `${date.slice(0, 10)}, ${machine.processors}, ${machine.memory}, Node ${machine.node}.

${results.map(tableOf).join('\n')}`;

const page = readFileSync(pageUrl, 'utf8');
if (!RESULTS.test(page)) throw new Error(`${name} has no place for the results.`);
writeFileSync(
  pageUrl,
  page.replace(RESULTS, () => words),
);
if (!values.soak) writeFileSync(CHART, chartOf(results));
const crawl = results.findLast((each) => each.crawl)?.crawl;
if (crawl) writeFileSync(CRAWL_CHART, crawlChartOf(crawl));
