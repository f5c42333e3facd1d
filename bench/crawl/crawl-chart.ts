// The crawl as a chart: how long readers wait, and how fast the crawl is, in each situation.

import { escaped, STYLE } from '../support/chart.ts';
import type { CrawlFigures } from '../support/report.ts';

const WIDTH = 860;
const LEFT = 250;
const RIGHT = 170;
const LINE = 19;
const TITLE = 34;

interface Bar {
  words: string;
  value: number;
  told: string;
  /** Value up to which the bar is dark; the rest is pale. */
  within?: number;
}

const OWN_STYLE = `
  .pale { fill: #2f6f5e; opacity: 0.45 }
  @media (prefers-color-scheme: dark) { .pale { fill: #5fae98 } }`;

function panelOf(title: string, bars: Bar[], top: number): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const across = (value: number) =>
    Math.max(1, Math.round(((WIDTH - LEFT - RIGHT) * value) / longest));
  const lines = bars.map(({ words, value, told, within }, at) => {
    const y = top + TITLE + at * LINE;
    const bar = (kind: string, length: number) =>
      `<rect class="${kind}" x="${LEFT}" y="${y + 3}" width="${across(length)}" height="${LINE - 7}"/>`;
    return [
      `<text x="${LEFT - 10}" y="${y + LINE - 6}" text-anchor="end">${escaped(words)}</text>`,
      within === undefined ? bar('good', value) : bar('pale', value) + bar('good', within),
      `<text x="${LEFT + across(value) + 8}" y="${y + LINE - 6}">${escaped(told)}</text>`,
    ].join('');
  });
  return [`<text class="part" x="0" y="${top + 22}">${escaped(title)}</text>`, ...lines].join('\n');
}

const number = (value: number) => value.toLocaleString('en');

export function crawlChartOf(figures: CrawlFigures[]): string {
  const waits = figures.map(({ what, p50, p99 }) => ({
    ...{ words: what, value: p99, within: p50 },
    told: `${number(p50)} · ${number(p99)} ms`,
  }));
  const rates = figures
    .filter(({ rate }) => rate > 0)
    .map(({ what, rate, processorShare }) => ({
      ...{ words: what, value: rate },
      told: `${number(Math.round(rate))} a second, ${Math.round(processorShare * 100)}%`,
    }));
  const second = TITLE + waits.length * LINE + 10;
  const height = second + TITLE + rates.length * LINE + 10;
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>Readers beside a crawl of everything over 64 connections</title>
<style>${STYLE}${OWN_STYLE}</style>
${panelOf('How long readers wait: half of them at most (dark), 99% at most (pale)', waits, 0)}
${panelOf('What the crawl gets, and how much of a processor the crawled server uses', rates, second)}
</svg>
`;
}
