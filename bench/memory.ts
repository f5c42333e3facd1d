// Startup time with a large archive, and memory at startup and under load: node bench/memory.ts [COUNT]
// [--seconds=300]

import { parseArgs } from 'node:util';
import { ArchiveGenerator } from './support/archive-generator.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { FLAT, quartersOf } from './support/flatness.ts';
import { median, percentile, startServer } from './support/processes.ts';
import { type Row, report } from './support/report.ts';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '300' } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 100_000);
const seconds = Number(values.seconds);
const STARTS = 10;
const READERS = 16;
const LOOK_MS = 500;
const START_MS = 1_500;
const AT_START_MB = 150;
const UNDER_LOAD_MB = 300;

const rows: Row[] = [];
const note = (what: string, value: number, unit: Row['unit'], bar: number) =>
  rows.push({ what, value, unit, bar, is: 'at most' });

async function read(url: string): Promise<void> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${url}: ${answer.status}`);
}

/** Paths that readers, feed readers and programs request, in turn if there are several of a kind. */
function pathOf(at: number, words: string[]): string {
  const word = words[(at * 7) % words.length] ?? 'and';
  const writer = `writer-${at % 500}`;
  const kinds = [
    '/',
    '/feed.json',
    '/feed.xml',
    '/api/public/pieces/recent?limit=100',
    `/api/public/authors/${writer}`,
    `/author/${writer}`,
    `/author/${writer}/feed.json`,
    `/embed/${writer}/badge.svg`,
    `/api/public/pieces/search?q=${encodeURIComponent(word)}`,
    `/search?q=${encodeURIComponent(word)}`,
    '/sitemap-1.xml',
  ];
  return kinds[at % kinds.length] ?? '/';
}

async function keepReading(base: string, from: number, until: number): Promise<void> {
  const { words } = new ArchiveGenerator();
  for (let at = from; performance.now() < until; at += READERS) {
    await read(base + pathOf(at, words));
  }
}

const archives = await Archives.open();
try {
  const { place } = await archives.imported('sqlite', count);
  const settings = { ...environmentOf(place), RATE_LIMITS: 'off' };
  const starts: number[] = [];
  const sizes: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    const begun = performance.now();
    const server = await startServer(settings);
    await read(`${server.base}/api/public/pieces/recent`);
    starts.push(performance.now() - begun);
    sizes.push(await server.residentMegabytes());
    await server.stop();
  }
  note('start to first answer, median', median(starts), 'ms', START_MS);
  note('memory then, median', median(sizes), 'MB', AT_START_MB);
  const server = await startServer(settings);
  try {
    await read(`${server.base}/api/public/pieces/recent`);
    const looks: number[] = [];
    const look = setInterval(async () => looks.push(await server.residentMegabytes()), LOOK_MS);
    const until = performance.now() + seconds * 1_000;
    await Promise.all(
      Array.from({ length: READERS }, (_, from) => keepReading(server.base, from, until)),
    );
    clearInterval(look);
    const { last, growth } = quartersOf(looks);
    note(`memory after ${seconds} s of load`, last, 'MB', UNDER_LOAD_MB);
    note('the most meanwhile, 99th percentile', percentile(looks, 99), 'MB', UNDER_LOAD_MB);
    note('last quarter ÷ second', growth, 'times', FLAT);
  } finally {
    await server.stop();
  }
} finally {
  await archives.close();
}
report(rows);
