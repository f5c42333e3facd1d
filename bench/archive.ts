// Response times with a large archive, on both databases, without the response cache: node bench/archive.ts [COUNT]
// [BYTES] [sqlite | postgres]

import { Agent, get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { DATABASES, type DatabaseKind, type Place } from '../test/support/databases/databases.ts';
import { sqlAt } from '../test/support/databases/sql.ts';
import { ArchiveGenerator, AUTHORS, TAGS } from './support/archive-generator.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { median, percentile, startServer } from './support/processes.ts';
import { type Row, report } from './support/report.ts';
import { worstSearches } from './support/worst-searches.ts';

const count = Number(process.argv[2] ?? 100_000);
const bytes = Number(process.argv[3] ?? 4_000);
const SMALL = 1_000;
const BEAT_MS = 5;
const ROUNDS = 200;
/** Searches of each kind before the measured ones, with other words and authors, as in a service in use. */
const WARMING = 300;
const MEASURED = 25;
const GROWTH = 1.5;
/** Bars for searches apply to 100,000 pieces, and grow with the number of pieces. */
const SIZE = Math.max(1, count / 100_000);
const WORST_MS = { sqlite: 500, postgres: 1_000 };

const rows: Row[] = [];
const note = (what: string, value: number, unit: Row['unit'], bar: number) =>
  rows.push({ what, value, unit, bar, is: 'at most' });

const agent = new Agent({ keepAlive: true });

/** Milliseconds from the request to the last byte; `fetch` would add almost one. */
async function timed(url: string): Promise<number> {
  const begun = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent }, resolve).on('error', reject);
  const answer = await promise;
  await finished(answer.resume());
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  return performance.now() - begun;
}

async function timings(base: string, paths: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) times.push(await timed(base + path));
  return times;
}

/** Bar for filtered searches: one SQL statement serves every filter, and the database's planner chooses how. */
const FILTERED_MS = 50;

const search = (query: string, filters: Filters = {}) =>
  `/api/public/pieces/search?${new URLSearchParams({ q: query, ...filters })}`;

interface Filters {
  [name: string]: string;
}

/** Filters that match few pieces, filters that match many, and combined filters. */
const filtersFor = (words: readonly string[]): { [what: string]: (at: number) => Filters } => ({
  author: (at) => ({ author: authorAt(at) }),
  tag: (at) => ({ tag: tagAt(words, at) }),
  'rare language': () => ({ locale: 'de' }),
  language: () => ({ locale: 'en' }),
  month: (at) => ({ since: `2021-03-${10 + (at % 15)}`, until: `2021-04-${10 + (at % 15)}` }),
  'author and tag': (at) => ({ author: authorAt(at), tag: tagAt(words, at) }),
});

const authorAt = (at: number) => `writer-${(at * 17) % AUTHORS}`;
const tagAt = (words: readonly string[], at: number) => words[1_000 + (at % TAGS)] ?? '';

async function measureSearches(kind: DatabaseKind, base: string, place: Place): Promise<void> {
  const { words } = new ArchiveGenerator();
  const of = (make: (at: number) => string) =>
    Array.from({ length: MEASURED }, (_, at) => make(at));
  const known = words.filter((word) => word.length >= 3);
  const searches: [what: string, queries: string[], bar: number][] = [
    ['common word', of((at) => known[at] ?? ''), 5],
    ['rare word', of((at) => `zyxwv${at * 1000 + 7}quark`), 10],
    ['no match', of((at) => `qqxj${at}`), 5],
    ['2 characters', words.slice(-MEASURED).map((word) => word.slice(0, 2)), 5],
  ];
  // V8 compiles code after some requests, so each kind of search is warmed up separately.
  const filters = filtersFor(words);
  for (const make of [() => ({}), ...Object.values(filters)]) {
    const others = words
      .slice(50, 50 + WARMING)
      .map((query, at) => search(query, make(MEASURED + at)));
    await timings(base, others);
  }
  for (const [what, queries, bar] of searches) {
    note(
      `${kind}: ${what}, median`,
      median(
        await timings(
          base,
          queries.map((query) => search(query)),
        ),
      ),
      'ms',
      bar * SIZE,
    );
  }
  const kinds = searches.filter(([what]) => what !== '2 characters');
  for (const [filter, make] of Object.entries(filters)) {
    for (const [what, queries] of kinds) {
      const paths = queries.map((query, at) => search(query, make(at)));
      const time = median(await timings(base, paths));
      note(`${kind}: ${what} by ${filter}, median`, time, 'ms', FILTERED_MS * SIZE);
    }
  }
  const pairs = of((at) => `${known[at + 20] ?? ''} ${known[at] ?? ''}`);
  const eachWord = pairs.map((query) => search(query, { match: 'words' }));
  // Two words are searched for, so this may take as long as two searches.
  note(`${kind}: two words, median`, median(await timings(base, eachWord)), 'ms', 10 * SIZE);
  await measureWorst(kind, base, place);
}

/** Worst searches, with reads of /healthz at the same time, which the searches must not delay. */
async function measureWorst(kind: DatabaseKind, base: string, place: Place): Promise<void> {
  const sample = 'SELECT body FROM piece_texts WHERE position % 97 = 0 LIMIT 500';
  const bodies = (await sqlAt(place, sample)).map(({ body }) => String(body));
  const beats: number[] = [];
  let searching = true;
  const heart = (async () => {
    while (searching) {
      beats.push(await timed(`${base}/healthz`));
      // Without a pause, reading /healthz would itself take a core from the searches.
      await setTimeout(BEAT_MS);
    }
  })();
  const hard = worstSearches(bodies);
  const worst = await timings(
    base,
    hard.map((query) => search(query)),
  );
  const filters = Object.values(filtersFor(new ArchiveGenerator().words));
  const filtered = hard.map((query, at) => search(query, filters[at % filters.length]?.(at)));
  const worstFiltered = await timings(base, filtered);
  searching = false;
  await heart;
  note(`${kind}: worst search found`, Math.max(...worst), 'ms', WORST_MS[kind] * SIZE);
  note(`${kind}: the same with filters`, Math.max(...worstFiltered), 'ms', WORST_MS[kind] * SIZE);
  note(`${kind}: /healthz meanwhile, 99th percentile`, percentile(beats, 99), 'ms', 50);
}

/** Paths that are read in each archive: the same kinds, in turn for several writers or pieces. */
async function readsOf(place: Place): Promise<{ [what: string]: (at: number) => string }> {
  const ids = await sqlAt(place, 'SELECT piece_id FROM publications ORDER BY piece_id LIMIT 100');
  return {
    newest: () => '/api/public/pieces/recent',
    get: (at) => `/api/public/pieces/${ids[at % ids.length]?.['piece_id']}`,
    author: (at) => `/api/public/authors/writer-${at % 500}`,
    feed: () => '/feed.json',
  };
}

/** Archives are measured in turn, so that other load on the machine affects both. */
async function measureGrowth(kind: DatabaseKind, large: Served, small: Served): Promise<void> {
  const largeReads = await readsOf(large.place);
  const smallReads = await readsOf(small.place);
  for (const [what, path] of Object.entries(largeReads)) {
    const times = { large: [0], small: [0] };
    for (let at = 0; at < ROUNDS; at += 1) {
      times.large.push(await timed(large.base + path(at)));
      times.small.push(await timed(small.base + (smallReads[what]?.(at) ?? '')));
    }
    const ratio = median(times.large) / median(times.small);
    note(`${kind}: ${what}, ${count} pieces ÷ ${SMALL}`, ratio, 'times', GROWTH);
  }
}

interface Served {
  base: string;
  place: Place;
}

async function withService(place: Place, work: (served: Served) => Promise<void>): Promise<void> {
  const settings = { ...environmentOf(place), CACHE_MB: '0', RATE_LIMITS: 'off' };
  const server = await startServer(settings);
  try {
    await work({ base: server.base, place });
  } finally {
    await server.stop();
  }
}

const archives = await Archives.open();
try {
  for (const kind of DATABASES.filter((each) => each === (process.argv[4] ?? each))) {
    const { place, cost } = await archives.imported(kind, count, bytes);
    if (cost) {
      note(`${kind}: import`, cost.seconds, 's', 600 * SIZE);
      note(`${kind}: import, peak memory`, cost.peakMegabytes, 'MB', 1000);
    }
    const small = await archives.imported(kind, SMALL);
    await withService(place, async (served) => {
      await measureSearches(kind, served.base, place);
      await withService(small.place, (other) => measureGrowth(kind, served, other));
    });
  }
} finally {
  agent.destroy();
  await archives.close();
}
report(rows);
