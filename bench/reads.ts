// Hot public reads, compared with a bare server of Node.js that sends the same bytes: node bench/reads.ts

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getArray, getString } from '../src/http/json.ts';
import { answerOf, type BareAnswers, startBare } from './support/bare-answers.ts';
import { roundsOf } from './support/drive.ts';
import { median, run, startServer } from './support/processes.ts';
import { type Row, report } from './support/report.ts';
import { driveByWrk } from './support/wrk.ts';

const PIECES = 1_000;
const { rounds: ROUNDS, ms: ROUND_MS } = roundsOf({ rounds: 5, ms: 1_000 });
const CONNECTIONS = 64;

const folder = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const archive = join(folder, 'archive.ndjson');
// Log level as in production, so that each line of the log is written.
const environment = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' };
await run(['bench/generate.ts', archive, String(PIECES)], {});
await run(['src/cli.ts', 'import', archive], environment);
const service = await startServer(environment);

async function pathsToRead(): Promise<{ [what: string]: string }> {
  const answer = await fetch(`${service.base}/api/public/pieces/recent`);
  const [newest] = getArray(await answer.json(), 'items');
  const [author] = getArray(newest, 'authors');
  const [id, slug] = [getString(newest, 'id').slice(-36), getString(author, 'slug')];
  return {
    'newest 20': '/api/public/pieces/recent',
    author: `/api/public/authors/${slug}`,
    piece: `/api/public/pieces/${id}`,
    'feed.json': '/feed.json',
    badge: `/embed/${slug}/badge.svg`,
    'home page': '/',
  };
}

interface Case {
  what: string;
  path: string;
  barePath: string;
  headers: string[];
  /** Requests per second of the bare server, and CPU time per request. */
  rates: number[];
  costs: number[];
}

const cases: Case[] = [];
const bareAnswers: BareAnswers = {};
for (const [what, path] of Object.entries(await pathsToRead())) {
  const whole = await answerOf(service, path);
  const etag = whole.headers[whole.headers.indexOf('etag') + 1] ?? '';
  bareAnswers[path] = whole;
  bareAnswers[`/not-modified${path}`] = await answerOf(service, path, { 'if-none-match': etag });
  const conditional = [`If-None-Match: ${etag}`];
  const found = { rates: [], costs: [] };
  cases.push(
    { what, path, barePath: path, headers: [], ...structuredClone(found) },
    {
      what: `${what}, 304`,
      path,
      barePath: `/not-modified${path}`,
      headers: conditional,
      ...structuredClone(found),
    },
  );
}

const bare = await startBare(bareAnswers);

/** Number of rounds that aren't counted, in which V8 compiles the code in use. */
const WARM_UP = 3;

const load = { connections: CONNECTIONS, seconds: Math.ceil(ROUND_MS / 1_000) };
try {
  // Servers are measured in turn, so that other load on the machine affects both.
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { path, barePath, headers, rates, costs } of cases) {
      const ours = await driveByWrk(service, { ...load, paths: [path], headers });
      const limit = await driveByWrk(bare, { ...load, paths: [barePath], headers });
      if (round < WARM_UP) continue;
      rates.push(ours.rate / limit.rate);
      costs.push(ours.cost / limit.cost);
    }
  }
} finally {
  await Promise.all([service.stop(), bare.stop()]);
  await rm(folder, { recursive: true, force: true });
}

report(
  cases.flatMap(({ what, rates, costs }): Row[] => [
    {
      what: `${what}, throughput of bare node:http`,
      ...{ value: median(rates), unit: 'times', bar: 0.85, is: 'at least' },
    },
    {
      what: `${what}, processor time of bare node:http`,
      ...{ value: median(costs), unit: 'times', bar: 1.15, is: 'at most' },
    },
  ]),
);
