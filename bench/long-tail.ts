// Random reads that only the cache file has, compared with a bare server of Node.js: node bench/long-tail.ts [PIECES
// [MORE [BYTES]]]. With MORE pieces too, if given, because the cost of a read must not grow with their number.

import { randomInt } from 'node:crypto';
import type { DatabaseKind } from '../test/support/databases/databases.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { answerOf, type BareAnswers, startBare } from './support/bare-answers.ts';
import { median, startServer } from './support/processes.ts';
import { KINDS, type Kind, publicPaths, readAll } from './support/public-paths.ts';
import { type Row, report } from './support/report.ts';
import { type Driven, driveByWrk } from './support/wrk.ts';

const [PIECES = 20_000, MORE = 0, BYTES = 4_000] = process.argv.slice(2).map(Number);
const LOAD = { connections: 32, seconds: process.env['BENCH_QUICK'] ? 1 : 3 };
const ROUNDS = process.env['BENCH_QUICK'] ? 1 : 3;
const BROTLI = ['Accept-Encoding: br'];

/** Bars: CPU time, as a multiple of the bare server's, when the response is in the cache file. */
const BARS: { [kind in Kind]: number } = {
  'piece over REST': 3,
  'page of a piece': 5,
  'page of an author': 8,
  'feed of an author': 8,
};

type Service = Awaited<ReturnType<typeof startServer>>;

interface Archive {
  service: Service;
  paths: { [kind in Kind]: string[] };
}

const archives = await Archives.open();
const started: Service[] = [];

/** Size of the cache file as recommended in docs/settings.md, between the default and the maximum. */
const cacheDiskMb = (count: number) => Math.min(100_000, Math.max(2_048, Math.ceil(count * 0.04)));

async function start(kind: DatabaseKind, count: number): Promise<Archive> {
  const { place } = await archives.imported(kind, count, BYTES);
  // Log level as in production, so that each line of the log is written.
  const service = await startServer({
    ...environmentOf(place),
    ...{ LOG_LEVEL: 'info', CACHE_DISK_MB: String(cacheDiskMb(count)) },
  });
  started.push(service);
  return { service, paths: await publicPaths(place) };
}

const costs = new Map<string, number[]>();

function note(what: string, { cost, rate, p99 }: Driven): void {
  costs.set(what, [...(costs.get(what) ?? []), cost]);
  console.log(
    `${what}: ${cost.toFixed(0)} µs, ${rate.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`,
  );
}

const costOf = (what: string) => median(costs.get(what) ?? []);

const row = (what: string, value: number, bar: number): Row => ({
  ...{ what, value, bar },
  ...{ unit: 'times', is: 'at most' },
});

async function measure(): Promise<Row[]> {
  const small = await start('sqlite', PIECES);
  const examples = new Map<Kind, string>();
  const answers: BareAnswers = {};
  for (const kind of KINDS) {
    const path = small.paths[kind][randomInt(small.paths[kind].length)] ?? '/';
    examples.set(kind, path);
    answers[path] = await answerOf(small.service, path);
  }
  const bare = await startBare(answers);
  started.push(bare);
  const onPostgres = await start('postgres', PIECES);
  const large = MORE > 0 ? await start('sqlite', MORE) : null;
  for (const { service, paths } of [small, onPostgres, large].filter((each) => each !== null)) {
    for (const kind of KINDS) await readAll(service.base, paths[kind]);
    await service.untilIdle();
  }
  // The first round isn't counted, because V8 compiles code only after some seconds.
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round === 1) costs.clear();
    for (const kind of KINDS) {
      const example = [examples.get(kind) ?? '/'];
      const paths = small.paths[kind];
      note(`${kind}, bare`, await driveByWrk(bare, { ...LOAD, paths: example }));
      note(`${kind}, hot`, await driveByWrk(small.service, { ...LOAD, paths: example }));
      note(kind, await driveByWrk(small.service, { ...LOAD, paths }));
      note(`${kind}, brotli`, await driveByWrk(small.service, { ...LOAD, paths, headers: BROTLI }));
      const { service, paths: there } = onPostgres;
      note(`${kind}, postgres`, await driveByWrk(service, { ...LOAD, paths: there[kind] }));
      if (!large) continue;
      note(
        `${kind}, of ${MORE}`,
        await driveByWrk(large.service, { ...LOAD, paths: large.paths[kind] }),
      );
    }
  }
  return KINDS.flatMap((kind) => [
    row(`a random ${kind}, of bare node:http`, costOf(kind) / costOf(`${kind}, bare`), BARS[kind]),
    row(
      `a random ${kind} with brotli, of the same without`,
      costOf(`${kind}, brotli`) / costOf(kind),
      2,
    ),
    ...(BARS[kind] === 8
      ? []
      : [
          row(
            `a random ${kind} on PostgreSQL, of SQLite`,
            costOf(`${kind}, postgres`) / costOf(kind),
            2.5,
          ),
        ]),
    ...(large
      ? [
          row(
            `a random ${kind} of ${MORE}, of ${PIECES}`,
            costOf(`${kind}, of ${MORE}`) / costOf(kind),
            1.3,
          ),
        ]
      : []),
  ]);
}

try {
  report(await measure());
} finally {
  await Promise.all(started.map((service) => service.stop()));
  await archives.close();
}
