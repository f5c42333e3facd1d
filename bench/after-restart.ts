// CPU time per read after a restart, compared with before: node bench/after-restart.ts [PIECES]

import { setTimeout as sleep } from 'node:timers/promises';
import { startReaders } from './crawl/children.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { startServer } from './support/processes.ts';
import { publicPaths, readAll } from './support/public-paths.ts';
import { report } from './support/report.ts';

const isQuick = Boolean(process.env['BENCH_QUICK']);
const PIECES = Number(process.argv[2] ?? (isQuick ? 1_000 : 20_000));
const MEASURED_MS = isQuick ? 5_000 : 60_000;
const READERS = { connections: 16, rate: 500 };

type Server = Awaited<ReturnType<typeof startServer>>;

const archives = await Archives.open();
const { place } = await archives.imported('sqlite', PIECES);
// The base URL must not change with the port of each start, because cached responses depend on it.
const BASE_URL = 'http://localhost:1';
const environment = { ...environmentOf(place), LOG_LEVEL: 'info', BASE_URL };
const paths = await publicPaths(place);
const others = [...paths['piece over REST'], ...paths['page of a piece']];
const hot = [
  '/',
  '/api/public/pieces/recent',
  '/feed.json',
  ...paths['page of an author'].slice(0, 5),
];

/** CPU time of the service per read, in microseconds. */
async function costOfReads(server: Server): Promise<number> {
  const readers = startReaders({
    ...READERS,
    port: Number(new URL(server.base).port),
    hot,
    others,
  });
  const before = await server.processorSeconds();
  await sleep(MEASURED_MS);
  const spent = (await server.processorSeconds()) - before;
  const times = await readers.stop();
  return (spent * 1e6) / times.length;
}

let server = await startServer(environment);
try {
  await readAll(server.base, [...hot, ...others]);
  await server.untilIdle();
  // The first minute is for V8, which compiles code while it is used.
  await costOfReads(server);
  const before = await costOfReads(server);
  await server.stop();
  server = await startServer(environment);
  const after = await costOfReads(server);
  console.log(`${before.toFixed(0)} µs a read before the restart, ${after.toFixed(0)} after it`);
  const what = `a read in the first ${MEASURED_MS / 1000} s after a restart, of before`;
  report([{ what, value: after / before, unit: 'times', bar: 1.2, is: 'at most' }]);
} finally {
  await server.stop();
  await archives.close();
}
