// Results as a chart: how far each figure is on the good or the bad side of its bar.

import type { Measured, PartResult } from './report.ts';

const WIDTH = 860;
const LEFT = 400;
const RIGHT = 90;
const LINE = 19;
const TITLE = 30;
/** Scale of the chart: from twice as bad as the bar to eight times as good. */
const SCALE = [1 / 2, 1, 2, 4, 8];

export const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1b1a17 }
  .part { font-weight: 600 } .scale { fill: #6b675f; font-size: 11px }
  .good { fill: #2f6f5e } .bad { fill: #c2341a }
  .grid { stroke: #d9d5cc } .bar { stroke: #1b1a17; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ece9e2 } .scale { fill: #a19c92 } .good { fill: #5fae98 } .bad { fill: #ef6a50 }
    .grid { stroke: #3a3833 } .bar { stroke: #ece9e2 }
  }`;

/** More than 1 if the figure is better than its bar. */
const goodness = ({ value, bar, is }: Measured) => (is === 'at least' ? value / bar : bar / value);

/** Each step of the scale doubles the value. */
function across(times: number): number {
  const step = (WIDTH - LEFT - RIGHT) / (SCALE.length - 1);
  const steps = Math.log2(times / (SCALE[0] ?? 1));
  return Math.round(LEFT + step * Math.min(SCALE.length - 1, Math.max(0, steps)));
}

export const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function lineOf(row: Measured, top: number): string {
  const [from, to] = [across(1), across(goodness(row))].toSorted((one, other) => one - other);
  const middle = top + LINE - 6;
  return [
    `<text x="${LEFT - 10}" y="${middle}" text-anchor="end">${escaped(row.what)}</text>`,
    `<rect class="${row.holds ? 'good' : 'bad'}" x="${from}" y="${top + 3}"`,
    ` width="${Math.max(1, Number(to) - Number(from))}" height="${LINE - 7}"/>`,
    `<text x="${WIDTH - RIGHT + 10}" y="${middle}">${row.value} ${row.unit}</text>`,
  ].join('');
}

function scale(height: number): string {
  const lines = SCALE.map((times) => {
    const x = across(times);
    const words = times === 1 ? 'the bar' : times > 1 ? `${times}× better` : `${1 / times}× worse`;
    const kind = times === 1 ? 'bar' : 'grid';
    return `<line class="${kind}" x1="${x}" x2="${x}" y1="22" y2="${height}"/><text class="scale" x="${x}" y="14" text-anchor="middle">${words}</text>`;
  });
  return lines.join('\n');
}

export function chartOf(results: PartResult[]): string {
  const drawn: string[] = [];
  let top = 26;
  for (const { part, rows } of results) {
    drawn.push(`<text class="part" x="0" y="${top + 20}">${escaped(part)}</text>`);
    top += TITLE;
    for (const row of rows) {
      drawn.push(lineOf(row, top));
      top += LINE;
    }
  }
  const size = `viewBox="0 0 ${WIDTH} ${top + 10}" width="${WIDTH}" height="${top + 10}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>Every figure beside its bar</title>
<style>${STYLE}</style>
${scale(top + 4)}
${drawn.join('\n')}
</svg>
`;
}
