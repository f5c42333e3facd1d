// Imports a large archive and measures what readers feel at that size: node bench/archive.ts [COUNT]

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { ArchiveGenerator } from './support/archive-generator.ts';
import { median, percentile, run, startServer } from './support/processes.ts';
import { worstSearches } from './support/worst-searches.ts';

const count = Number(process.argv[2] ?? 100_000);
const folder = process.env['BENCH_DIR'] ?? (await mkdtemp(join(tmpdir(), 'standfirst-bench-')));
const dataDir = join(folder, `data-${count}`);
const file = join(folder, `archive-${count}.ndjson`);

const BEAT_MS = 5;

const rows: { what: string; measured: string; bar: string; ok: boolean }[] = [];
const note = (what: string, value: number, unit: string, bar: number) =>
  rows.push({
    what,
    measured: `${Math.round(value * 100) / 100} ${unit}`,
    bar: `${bar} ${unit}`,
    ok: value <= bar,
  });

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function importArchive(): Promise<void> {
  if (await exists(join(dataDir, 'standfirst.db'))) return;
  await run(['bench/generate.ts', file, String(count)], {});
  const { seconds, peakMegabytes } = await run(['src/cli.ts', 'import', file], {
    DATA_DIR: dataDir,
  });
  note('import', seconds, 's', 600);
  note('import, peak memory', peakMegabytes, 'MB', 1000);
}

/** Milliseconds from request to the last byte, for each of some addresses, one after the other. */
async function timings(base: string, paths: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const begun = performance.now();
    const answer = await fetch(base + path);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    times.push(performance.now() - begun);
  }
  return times;
}

const search = (query: string) => `/api/public/pieces/search?q=${encodeURIComponent(query)}`;
const times = (path: string, many = 50) => Array.from({ length: many }, () => path);

async function measure(base: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'standfirst.db'), { readOnly: true });
  const ids = database
    .prepare('SELECT piece_id AS id FROM publications ORDER BY piece_id LIMIT 50')
    .all()
    .map(({ id }) => `/api/public/pieces/${id}`);
  await timings(base, times('/api/public/pieces/recent', 20));
  note(
    '20 newest, median',
    median(await timings(base, times('/api/public/pieces/recent'))),
    'ms',
    5,
  );
  note('a get, median', median(await timings(base, ids)), 'ms', 5);
  const { words } = new ArchiveGenerator();
  const common = words.filter((word) => word.length >= 3).slice(0, 25);
  note('common word, median', median(await timings(base, common.map(search))), 'ms', 20);
  const rare = Array.from({ length: 25 }, (_, at) => `zyxwv${at * 1000 + 7}quark`);
  note('rare word, median', median(await timings(base, rare.map(search))), 'ms', 20);
  const none = Array.from({ length: 25 }, (_, at) => `qqxj${at}`);
  note('no match, median', median(await timings(base, none.map(search))), 'ms', 20);
  const pairs = words.slice(-50).map((word) => word.slice(0, 2));
  note('2 characters, median', median(await timings(base, pairs.map(search))), 'ms', 20);
  await measureWorst(base, database);
  database.close();
}

/** The worst searches, with a heart beat beside them: one hard search must not hold others up. */
async function measureWorst(base: string, database: DatabaseSync): Promise<void> {
  const searches = worstSearches(database).map(search);
  const beats: number[] = [];
  let searching = true;
  const heart = (async () => {
    while (searching) {
      beats.push(...(await timings(base, ['/healthz'])));
      // Without a pause the beat itself would take a core from the searches.
      await setTimeout(BEAT_MS);
    }
  })();
  const worst = await timings(base, searches);
  searching = false;
  await heart;
  note('worst search of 3 or more characters', Math.max(...worst), 'ms', 1500);
  note('/healthz meanwhile, worst', Math.max(...beats), 'ms', 50);
  note('/healthz meanwhile, 99th percentile', percentile(beats, 99), 'ms', 50);
}

await importArchive();
const server = await startServer({ DATA_DIR: dataDir });
try {
  await measure(server.base);
} finally {
  await server.stop();
  if (!process.env['BENCH_DIR']) await rm(folder, { recursive: true, force: true });
}
console.table(rows);
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
