// Hot reads while every search thread is busy with the worst searches: node bench/beside-searches.ts [COUNT]

import { sqlAt } from '../test/support/databases/sql.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { drive } from './support/drive.ts';
import { median, startServer } from './support/processes.ts';
import { report } from './support/report.ts';
import { worstSearches } from './support/worst-searches.ts';

const count = Number(process.argv[2] ?? 100_000);
const archives = await Archives.open();

const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_MS = 2_000;
/** Number of concurrent searches: enough to keep every search thread busy, with one waiting for each. */
const SEARCHERS = 4;

const { place } = await archives.imported('sqlite', count);
const sample = 'SELECT body FROM piece_texts WHERE position % 97 = 0 LIMIT 500';
const bodies = (await sqlAt(place, sample)).map(({ body }) => String(body));
const worst = worstSearches(bodies).filter((text) => text.length > 4);
const service = await startServer({ ...environmentOf(place), LOG_LEVEL: 'info' });

let searches = 0;
let isSearching = false;

/** Each search has an additional unknown word, so that no response is cached. */
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
  await archives.close();
}
console.log(`${searches} searches were answered in the meantime.`);
report([
  {
    what: 'hot read beside the worst searches, 99th percentile, of idle',
    value: median(ratios),
    unit: 'times',
    bar: 3,
    is: 'at most',
  },
]);
