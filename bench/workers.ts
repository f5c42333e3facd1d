// Two workers compared with one, on PostgreSQL and on SQLite: what a read costs.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startPostgres } from '../test/support/databases/postgres-server.ts';
import { median, run, startServer } from './support/processes.ts';
import { report } from './support/report.ts';

const PIECES = 1_000;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const CONNECTIONS = 64;
const CONNECTIONS_TO_DATABASE = 6;
const PATH = '/api/public/pieces/recent';
/** Bar for PostgreSQL; SQLite is only shown. */
const BAR = 1.1;

const LOAD = new URL('support/load.ts', import.meta.url).pathname;

type Server = Awaited<ReturnType<typeof startServer>>;

/** Requests per second, and the service's CPU time per request in microseconds. */
async function measure({ base, processorSeconds }: Server) {
  const { port } = new URL(base);
  const request = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const child = spawn(process.execPath, [LOAD], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [before, begun] = [await processorSeconds(), performance.now()];
  const load = { port: Number(port), request, status: 200, connections: CONNECTIONS, ms: ROUND_MS };
  child.stdin.end(JSON.stringify(load));
  const { rate } = JSON.parse(await text(child.stdout));
  const spent = (await processorSeconds()) - before;
  const seconds = (performance.now() - begun) / 1000;
  return { rate, each: (spent / (rate * seconds)) * 1_000_000 };
}

async function compare(name: string, environment: { [name: string]: string }) {
  // The number of connections to the database is the same with one worker and with two.
  const servers = await Promise.all(
    [1, 2].map((workers) =>
      startServer({
        ...environment,
        CACHE_MB: '0',
        WORKERS: String(workers),
        DATABASE_POOL: String(CONNECTIONS_TO_DATABASE / workers),
      }),
    ),
  );
  const figures = servers.map((server) => ({
    server,
    rates: [] as number[],
    each: [] as number[],
  }));
  try {
    // Servers are measured in turn, so that other load affects both; the first round is warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { server, rates, each } of figures) {
        const measured = await measure(server);
        if (round === 0) continue;
        rates.push(measured.rate);
        each.push(measured.each);
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  const [one, two] = figures.map(({ rates, each }) => ({
    'requests/s': Math.round(median(rates)),
    'µs CPU each': Math.round(median(each)),
  }));
  console.table({ [`${name}, 1 worker`]: one, [`${name}, 2 workers`]: two });
  return (two?.['µs CPU each'] ?? 0) / (one?.['µs CPU each'] ?? 1);
}

const folder = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const postgres = await startPostgres();
try {
  const archive = join(folder, 'archive.ndjson');
  await run(['bench/generate.ts', archive, String(PIECES)], {});
  const places = { PostgreSQL: { DATABASE_URL: postgres.url }, SQLite: { DATA_DIR: folder } };
  for (const [name, place] of Object.entries(places)) {
    await run(['src/cli.ts', 'import', archive], place);
    const ratio = await compare(name, place);
    const what = `${name}: CPU a request with two processes, of one`;
    // SQLite has no bar, because its readers share one file.
    if (name === 'PostgreSQL') {
      report([{ what, value: ratio, unit: 'times', bar: BAR, is: 'at most' }]);
    } else {
      console.log(`${what}: ${ratio.toFixed(2)}`);
    }
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
