// Hot reads while every search thread is busy with the worst searches: node bench/beside-searches.ts [COUNT]

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { drive } from './support/driving.ts';
import { median, run, startServer } from './support/processes.ts';
import { report } from './support/report.ts';
import { worstSearches } from './support/worst-searches.ts';

const count = Number(process.argv[2] ?? 100_000);
const folder = process.env['BENCH_DIR'] ?? (await mkdtemp(join(tmpdir(), 'standfirst-bench-')));
const dataDir = join(folder, `data-${count}`);
const file = join(folder, `archive-${count}.ndjson`);
const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'info' };

const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_MS = 2_000;
/** As many as keep every search thread busy, with one waiting for each. */
const SEARCHERS = 4;

if (!(await stat(join(dataDir, 'standfirst.db')).catch(() => null))) {
  await run(['bench/generate.ts', file, String(count)], {});
  await run(['src/cli.ts', 'import', file], environment);
}
const database = new DatabaseSync(join(dataDir, 'standfirst.db'), { readOnly: true });
const worst = worstSearches(database).filter((text) => text.length > 4);
database.close();
const service = await startServer(environment);

let searches = 0;
let isSearching = false;

/** Each with a word more that nobody knows, so that no answer is one that was kept. */
async function searcher(): Promise<void> {
  while (isSearching) {
    const text = worst[searches % worst.length] ?? '';
    searches += 1;
    const query = `q=${encodeURIComponent(text)}&nth=${searches}`;
    await (await fetch(`${service.base}/api/public/pieces/search?${query}`)).arrayBuffer();
  }
}

const read = () =>
  drive(service.base, '/api/public/pieces/recent', { connections: CONNECTIONS, ms: ROUND_MS });

const ratios: number[] = [];
try {
  await read();
  for (let round = 0; round < ROUNDS; round += 1) {
    const idle = await read();
    isSearching = true;
    const searchers = Array.from({ length: SEARCHERS }, searcher);
    const busy = await read();
    isSearching = false;
    await Promise.all(searchers);
    ratios.push(busy.p99 / idle.p99);
  }
} finally {
  await service.stop();
  if (!process.env['BENCH_DIR']) await rm(folder, { recursive: true, force: true });
}
console.log(`${searches} searches were answered meanwhile.`);
report([
  {
    what: 'hot read beside the worst searches, 99th percentile, of idle',
    value: median(ratios),
    unit: 'times',
    bar: 3,
    is: 'at most',
  },
]);
