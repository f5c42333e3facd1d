// Reads that no client has made before, compared with a bare server of Node.js: node bench/first-reads.ts [PIECES]

import { randomInt } from 'node:crypto';
import { Archives, environmentOf } from './support/archives.ts';
import { answerOf, startBare } from './support/bare-answers.ts';
import { median, startServer } from './support/processes.ts';
import { type Kind, publicPaths, shuffled } from './support/public-paths.ts';
import { report } from './support/report.ts';
import { driveByWrk } from './support/wrk.ts';

const isQuick = Boolean(process.env['BENCH_QUICK']);
const PIECES = Number(process.argv[2] ?? (isQuick ? 4_000 : 60_000));
const ROUNDS = isQuick ? 1 : 3;
const CONNECTIONS = 32;
/** The first round is longer and isn't counted, because V8 compiles code only after some seconds. */
const WARM_UP = { seconds: 4, share: 1 / 2 };
const COUNTED = { seconds: 1, share: 1 / 2 / ROUNDS };

/** Bars: CPU time, as a multiple of the bare server's. */
const BARS: readonly { kind: Kind; bar: number }[] = [
  { kind: 'piece over REST', bar: 9 },
  { kind: 'page of a piece', bar: 20 },
];

const archives = await Archives.open();
const { place } = await archives.imported('sqlite', PIECES);
await archives.emptyCache(place);
const service = await startServer({ ...environmentOf(place), LOG_LEVEL: 'info' });
const kinds = await publicPaths(place);
const examples = BARS.map(({ kind }) => kinds[kind][randomInt(PIECES)] ?? '/');
const answers = examples.map(async (path) => [path, await answerOf(service, path)] as const);
const bare = await startBare(Object.fromEntries(await Promise.all(answers)));

const ratios = BARS.map((): number[] => []);
try {
  const mixed = BARS.map(({ kind }) => shuffled(kinds[kind]));
  let read = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { seconds, share } = round === 0 ? WARM_UP : COUNTED;
    const load = { connections: CONNECTIONS, seconds };
    const first = read;
    read += Math.floor(PIECES * share);
    for (const [at, { kind }] of BARS.entries()) {
      const paths = mixed[at]?.slice(first, read) ?? [];
      const limit = await driveByWrk(bare, { ...load, paths: [examples[at] ?? '/'] });
      const ours = await driveByWrk(service, { ...load, paths, isOnceEach: true });
      console.log(`${kind}: ${ours.cost.toFixed(0)} µs, bare ${limit.cost.toFixed(0)} µs`);
      if (round === 0) continue;
      if (ours.requests > paths.length)
        throw new Error('Some paths were read twice: expected more PIECES.');
      ratios[at]?.push(ours.cost / limit.cost);
    }
  }
} finally {
  await Promise.all([service.stop(), bare.stop()]);
  await archives.close();
}

report(
  BARS.map(({ kind, bar }, at) => ({
    what: `the first read of a random ${kind}, of bare node:http`,
    ...{ value: median(ratios[at] ?? []), unit: 'times', bar, is: 'at most' },
  })),
);
