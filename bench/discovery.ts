// Response times and memory of feeds, the sitemap and llms.txt with a large archive: node bench/discovery.ts [COUNT]

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, run, startServer } from './support/processes.ts';
import { type Row, report } from './support/report.ts';

const count = Number(process.argv[2] ?? 100_000);
const folder = process.env['BENCH_DIR'] ?? (await mkdtemp(join(tmpdir(), 'standfirst-bench-')));
const dataDir = join(folder, `data-${count}`);
const file = join(folder, `archive-${count}.ndjson`);

const TOGETHER = 10;
const FEED_PAGES = 100;

const rows: Row[] = [];
const note = (what: string, value: number, unit: Row['unit'], bar: number) =>
  rows.push({ what, value, unit, bar, is: 'at most' });

async function importArchive(): Promise<void> {
  const isThere = await stat(join(dataDir, 'standfirst.db')).catch(() => null);
  if (isThere) return;
  await run(['bench/generate.ts', file, String(count)], {});
  await run(['src/cli.ts', 'import', file], { DATA_DIR: dataDir });
}

async function read(url: string): Promise<{ text: string; ms: number }> {
  const begun = performance.now();
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return { text, ms: performance.now() - begun };
}

/** Requests for the same URL by several clients at the same time. */
const readTogether = (url: string) =>
  Promise.all(Array.from({ length: TOGETHER }, () => read(url)));

/** Follows the pages of a feed; returns how long each took. */
async function follow(first: string): Promise<number[]> {
  const times: number[] = [];
  let next: string | undefined = first;
  while (next !== undefined && times.length < FEED_PAGES) {
    const { text, ms } = await read(next);
    times.push(ms);
    const feed: { next_url?: string } = JSON.parse(text);
    next = feed.next_url && first.replace(/\?.*$/, '') + new URL(feed.next_url).search;
  }
  return times;
}

await importArchive();
const server = await startServer({ DATA_DIR: dataDir, BASE_URL: 'https://press.example' });
const local = (url: string) => url.replace('https://press.example', server.base);
try {
  await read(`${server.base}/feed.json`);
  const before = await server.peakMegabytes();
  const feeds = await follow(`${server.base}/feed.json`);
  note('a page of the feed, median', median(feeds), 'ms', 100);
  note(
    'feed to page 100, added to peak memory',
    (await server.peakMegabytes()) - before,
    'MB',
    100,
  );
  const { text, ms } = await read(`${server.base}/sitemap.xml`);
  note('site map, or its index', ms, 'ms', 5_000);
  const parts = [...text.matchAll(/<loc>([^<]*sitemap-[^<]*)<\/loc>/g)].map(
    ([, part = '']) => part,
  );
  let urls = 0;
  for (const part of parts) {
    const [first] = await readTogether(local(part));
    urls += first?.text.split('<url>').length ?? 0;
  }
  console.log(`${parts.length} parts, about ${urls} URLs`);
  const after = await server.peakMegabytes();
  note(`parts, ${TOGETHER} at once, added to peak memory`, after - before, 'MB', 200);
  const llms = await readTogether(`${server.base}/llms.txt`);
  note('llms.txt, ten at once, slowest', Math.max(...llms.map((each) => each.ms)), 'ms', 2_000);
  note('llms.txt, size', (llms[0]?.text.length ?? 0) / 1024, 'KB', 64);
  await readTogether(`${server.base}/llms-products.txt`);
  note('peak memory of it all', await server.peakMegabytes(), 'MB', 500);
} finally {
  await server.stop();
  if (!process.env['BENCH_DIR']) await rm(folder, { recursive: true, force: true });
}
report(rows);
