// Reads that nobody has cached, beside a bare server of Node.js: node bench/long-tail.ts [PIECES]

import { randomInt } from 'node:crypto';
import { sqlAt } from '../test/support/databases/sql.ts';
import { Archives, environmentOf } from './support/archives.ts';
import type { BareAnswer } from './support/bare-server.ts';
import { median, startServer } from './support/processes.ts';
import { type Row, report } from './support/report.ts';
import { type Driven, driveByWrk } from './support/wrk.ts';

const PIECES = Number(process.argv[2] ?? 20_000);
const CONNECTIONS = 32;
const SECONDS = process.env['BENCH_QUICK'] ? 1 : 3;
const ROUNDS = process.env['BENCH_QUICK'] ? 1 : 3;
const BROTLI = ['Accept-Encoding: br'];

const archives = await Archives.open();
const { place } = await archives.imported('sqlite', PIECES);
// As an operator runs it: limits on, every line of the log written.
const service = await startServer({ ...environmentOf(place), LOG_LEVEL: 'info' });

const rows = await sqlAt(
  place,
  `SELECT p.piece_id AS id, p.slug AS slug, a.slug AS author
   FROM publications p JOIN authors a ON a.id = p.author_id`,
);
const pieces = rows.map(({ id }) => `/api/public/pieces/${id}`);
const pages = rows.map(({ author, slug }) => `/author/${author}/${slug}`);
const authors = [...new Set(rows.map(({ author }) => String(author)))];

interface Kind {
  what: string;
  paths: string[];
  /** How many times the processor time of the bare server. */
  bar: number;
}

const KINDS: Kind[] = [
  { what: 'a random piece over REST', paths: pieces, bar: 3 },
  { what: "a random piece's page", paths: pages, bar: 5 },
  { what: "a random author's page", paths: authors.map((slug) => `/author/${slug}`), bar: 8 },
  {
    what: "a random author's feed",
    paths: authors.map((slug) => `/author/${slug}/feed.json`),
    bar: 8,
  },
];

async function bareAnswer(path: string): Promise<BareAnswer> {
  const answer = await fetch(service.base + path, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const own = [...answer.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  );
  return { status: answer.status, headers: own.flat(), body };
}

const anyOf = (paths: string[]) => paths[randomInt(paths.length)] ?? '/';
const examples = await Promise.all(
  KINDS.map(async ({ paths }) => {
    const path = anyOf(paths);
    return [path, await bareAnswer(path)] as const;
  }),
);
const bare = await startServer(
  {},
  ['node', 'bench/support/bare-server.ts'],
  JSON.stringify({
    ...Object.fromEntries(examples),
    '/healthz': { status: 200, headers: [], body: '' },
  }),
);

const costs = new Map<string, number[]>();
const note = (what: string, { cost, rate, p99 }: Driven) => {
  costs.set(what, [...(costs.get(what) ?? []), cost]);
  console.log(
    `${what}: ${cost.toFixed(0)} µs, ${rate.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`,
  );
};
const load = { connections: CONNECTIONS, seconds: SECONDS };
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { what, paths }] of KINDS.entries()) {
      const [example = '/'] = examples[at] ?? [];
      note(`${what}, bare`, await driveByWrk(bare, { ...load, paths: [example] }));
      note(`${what}, hot`, await driveByWrk(service, { ...load, paths: [example] }));
      note(what, await driveByWrk(service, { ...load, paths }));
      note(`${what}, brotli`, await driveByWrk(service, { ...load, paths, headers: BROTLI }));
    }
  }
} finally {
  await Promise.all([service.stop(), bare.stop()]);
  await archives.close();
}

const costOf = (what: string) => median(costs.get(what) ?? []);
const row = (what: string, value: number, bar: number): Row => ({
  what,
  value,
  unit: 'times',
  bar,
  is: 'at most',
});
report(
  KINDS.flatMap(({ what, bar }) => [
    row(`${what}, of bare node:http`, costOf(what) / costOf(`${what}, bare`), bar),
    row(`${what} with brotli, of the same without`, costOf(`${what}, brotli`) / costOf(what), 2),
  ]),
);
