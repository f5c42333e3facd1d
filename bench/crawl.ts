// A crawl of everything over 64 connections while readers read, and the same crawl of a bare server: node
// bench/crawl.ts [PIECES] [SHARE], with a share below 1 to crawl only that part

import { setTimeout } from 'node:timers/promises';
import { sqlAt } from '../test/support/databases/sql.ts';
import { crawl, startReaders } from './crawl/children.ts';
import type { Crawled } from './crawl/crawler.ts';
import { Archives, environmentOf } from './support/archives.ts';
import type { BareAnswer } from './support/bare-server.ts';
import { median, percentile, startServer } from './support/processes.ts';
import { type CrawlFigures, report, reportCrawl } from './support/report.ts';

const isQuick = Boolean(process.env['BENCH_QUICK']);
const PIECES = Number(process.argv[2] ?? (isQuick ? 1_000 : 20_000));
const SHARE = Number(process.argv[3] ?? 1);
const CONNECTIONS = 64;
/** Rounds, in each of which one part of all URLs is crawled. */
const ROUNDS = isQuick ? 1 : 5;
/** Time for which readers are measured, unless a crawl decides it. */
const MEASURED_MS = isQuick ? 3_000 : 5_000;
const READERS = { connections: 8, rate: 200 };
/** Number of responses of each kind that the bare server has. */
const EXAMPLES = 50;

const archives = await Archives.open();
const { place } = await archives.imported('sqlite', PIECES);
// Log level as in production, so that each line of the log is written.
const environment = { ...environmentOf(place), LOG_LEVEL: 'info' };
const service = await startServer(environment);
const unlimited = await startServer({ ...environment, DELIVERIES: 'off' });

const rows = await sqlAt(
  place,
  `SELECT p.piece_id AS id, p.slug AS slug, a.slug AS author
   FROM publications p JOIN authors a ON a.id = p.author_id`,
);
const authors = [...new Set(rows.map(({ author }) => String(author)))];
const KINDS = [
  rows.map(({ id }) => `/api/public/pieces/${id}`),
  rows.map(({ author, slug }) => `/author/${author}/${slug}`),
  authors.map((slug) => `/author/${slug}`),
  authors.map((slug) => `/author/${slug}/feed.json`),
];
const HOT = ['/', '/api/public/pieces/recent', '/feed.json', ...(KINDS[2] ?? []).slice(0, 5)];
const OTHERS = (KINDS[1] ?? []).slice(0, 500);

/** Mixed order, as crawlers find URLs, and the same each time. */
const mixed = <Item>(list: Item[]) =>
  list
    .map((item, at) => ({ item, by: (at * 0.618_034) % 1 }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ item }) => item);

const all = mixed(
  KINDS.flatMap((paths) => paths.map((path, at) => ({ path, like: paths[at % EXAMPLES] ?? path }))),
);
const everything = all.slice(0, Math.ceil(all.length * SHARE));
const partOf = (round: number) => everything.filter((_, at) => at % ROUNDS === round);

async function bareAnswer(path: string): Promise<BareAnswer> {
  const answer = await fetch(service.base + path, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const own = [...answer.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  );
  return { status: answer.status, headers: own.flat(), body };
}

async function startBare() {
  const answers: { [path: string]: BareAnswer } = {
    '/healthz': { status: 200, headers: [], body: '' },
  };
  for (const path of KINDS.flatMap((paths) => paths.slice(0, EXAMPLES))) {
    answers[path] = await bareAnswer(path);
  }
  return startServer({}, ['node', 'bench/support/bare-server.ts'], JSON.stringify(answers));
}

type Server = Awaited<ReturnType<typeof startServer>>;

const portOf = ({ base }: Server) => Number(new URL(base).port);

/** Measurements of readers in one situation, and of the crawl at the same time. */
interface Situation {
  what: string;
  /** Times of each round, in milliseconds. */
  p50: number[];
  p99: number[];
  crawled: Crawled;
  /** CPU time of the crawled server. */
  busySeconds: number;
}

const situation = (what: string): Situation => ({
  ...{ what, p50: [], p99: [], busySeconds: 0 },
  crawled: { seconds: 0, answered: 0, toldToWait: 0, failed: 0 },
});

/** Readers read one server while that one or another is crawled. */
async function measure(
  into: Situation,
  read: Server,
  crawled: { server: Server; paths: string[]; forMs: number; agent?: null } | null,
): Promise<void> {
  const readers = startReaders({ ...READERS, port: portOf(read), hot: HOT, others: OTHERS });
  if (crawled) {
    const { server, paths, forMs, agent } = crawled;
    const before = await server.processorSeconds();
    const given = {
      port: portOf(server),
      paths,
      connections: CONNECTIONS,
      forMs,
      ...(agent === null && { agent }),
    };
    const result = await crawl(given);
    into.busySeconds += (await server.processorSeconds()) - before;
    into.crawled.seconds += result.seconds;
    into.crawled.answered += result.answered;
    into.crawled.toldToWait += result.toldToWait;
    into.crawled.failed += result.failed;
  } else await setTimeout(MEASURED_MS);
  const times = await readers.stop();
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
  into.p50.push(p50);
  into.p99.push(p99);
  console.log(`${into.what}: readers' p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
}

const idle = situation('no crawl');
const bareCrawled = situation('a bare server crawled beside it');
const limited = situation('crawled');
const free = situation('crawled, under another name');

const bare = await startBare();
try {
  // Caches are warmed, and routes and code compiled, before anything is measured.
  for (const server of [service, unlimited]) {
    for (const [path = '/'] of KINDS) await (await fetch(server.base + path)).text();
    await measure(situation('first'), server, { server, paths: OTHERS, forMs: 0 });
    await server.untilIdle();
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const part = partOf(round);
    const paths = part.map(({ path }) => path);
    const alike = part.map(({ like }) => like);
    await measure(idle, service, null);
    await measure(bareCrawled, service, { server: bare, paths: alike, forMs: MEASURED_MS });
    await measure(limited, service, { server: service, paths, forMs: 0 });
    await measure(free, unlimited, { server: unlimited, paths, forMs: 0, agent: null });
  }
} finally {
  await Promise.all([service.stop(), unlimited.stop(), bare.stop()]);
  await archives.close();
}

const figuresOf = ({ what, p50, p99, crawled, busySeconds }: Situation): CrawlFigures => ({
  what,
  p50: median(p50),
  p99: median(p99),
  rate: crawled.seconds > 0 ? crawled.answered / crawled.seconds : 0,
  processorShare: crawled.seconds > 0 ? busySeconds / crawled.seconds : 0,
  toldToWait: crawled.toldToWait,
});
reportCrawl([idle, bareCrawled, limited, free].map(figuresOf));

const ratiosTo = (other: Situation) =>
  limited.p99.map((p99, round) => p99 / (other.p99[round] ?? 0));
const missing = everything.length - limited.crawled.answered;
report([
  {
    what: "readers' p99 beside the crawl, of the same with no crawl",
    ...{ value: median(ratiosTo(idle)), unit: 'times', bar: 1.5, is: 'at most' },
  },
  {
    what: "readers' p99 beside the crawl, of the crawl at a bare server",
    ...{ value: median(ratiosTo(bareCrawled)), unit: 'times', bar: 1.5, is: 'at most' },
  },
  {
    what: `of ${everything.length} URLs, those that the crawl did not get`,
    ...{ value: missing, unit: '', bar: 0, is: 'at most' },
  },
]);
