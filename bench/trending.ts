// Trending pieces from a million rows of readers, on both databases: node bench/trending.ts [ROWS]

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFrom } from '../src/config.ts';
import { importArchive } from '../src/operations/archive/import.ts';
import { type Context, newContext } from '../src/operations/operation.ts';
import { trendingPieces } from '../src/operations/views/trending.ts';
import { hourOf } from '../src/schemas/trending.ts';
import { CATEGORIES, FILTER_CATEGORIES, TRENDING_WINDOWS } from '../src/schemas/vocabulary.ts';
import { openStore } from '../src/store/store.ts';
import { startPostgres } from '../test/support/databases/postgres-server.ts';
import { median } from './support/processes.ts';
import { type Row, report } from './support/report.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const PIECES = 5_000;
const HOURS = 720;
const HOUR_MS = 3_600_000;
const AT_ONCE = 10_000;
const TIMES = 20;

const rows: Row[] = [];
const note = (what: string, value: number, bar: number) =>
  rows.push({ what, value, unit: 'ms', bar, is: 'at most' });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function* archive(ids: string[]): Generator<string> {
  yield JSON.stringify({ type: 'author', slug: 'ada', name: 'Ada' });
  for (const [at, id] of ids.entries()) {
    const category = CATEGORIES[at % CATEGORIES.length];
    const published_at = new Date(Date.UTC(2026, 0, 1) + at * 60_000);
    const words = { headline: `Piece ${at}`, body_md: 'Words.', category };
    const piece = { type: 'piece', id, author: 'ada', ...words, status: 'approved', published_at };
    yield JSON.stringify(piece);
  }
}

/** Every piece has readers in as many hours of the month as are needed for that number of rows. */
async function addReaders({ store, now }: Context, ids: string[]): Promise<void> {
  const each = Math.ceil(count / ids.length);
  const last = Date.parse(hourOf(now()));
  const all = ids.flatMap((piece_id, at) =>
    Array.from({ length: Math.min(each, HOURS) }, (_, step) => {
      const hour = new Date(last - ((step * HOURS) / each + (at % 3)) * HOUR_MS);
      return { piece_id, hour: hourOf(hour), views: 1 + ((at * 31 + step * 17) % 40) };
    }),
  );
  const unique = new Map(all.map((row) => [`${row.piece_id} ${row.hour}`, row]));
  const readers = [...unique.values()];
  await store.transaction(async (tx) => {
    for (let at = 0; at < readers.length; at += AT_ONCE) {
      await tx.views.insertHours(readers.slice(at, at + AT_ONCE));
    }
  });
  await store.settle();
  console.log(`${readers.length} rows of readers of ${ids.length} pieces`);
}

async function measure(name: string, context: Context): Promise<void> {
  const { store, now } = context;
  const ids = Array.from({ length: PIECES }, () => randomUUID());
  await importArchive(context, archive(ids));
  await addReaders(context, ids);
  const ask = (input: object) => trendingPieces.run(context, trendingPieces.check(input));
  const summed = await timed(() => ask({ window: 'month' }));
  note(`${name}: a month, summed up when asked, at the turn of an hour`, summed, 5_000);
  const made = await timed(() => store.transaction((tx) => tx.viewScores.refresh(hourOf(now()))));
  note(`${name}: the scores, once an hour`, made, 15_000);
  const medians: number[] = [];
  const all: number[] = [];
  for (const window of TRENDING_WINDOWS) {
    for (const category of [undefined, ...FILTER_CATEGORIES]) {
      const input = { window, limit: 50, ...(category && { category }) };
      const times: number[] = [];
      for (let at = 0; at < TIMES; at += 1) times.push(await timed(() => ask(input)));
      medians.push(median(times));
      all.push(...times);
    }
  }
  note(`${name}: what trends, slowest median of any window and category`, Math.max(...medians), 50);
  note(`${name}: what trends, slowest of all`, Math.max(...all), 50);
}

async function measureAt(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
  const store = await openStore({ dataDir, databaseUrl });
  try {
    const at = new Date();
    await measure(
      name,
      newContext(store, configFrom({}), () => at),
    );
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await measureAt('SQLite', null);
const postgres = await startPostgres();
try {
  await measureAt('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
report(rows);
