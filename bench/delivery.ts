// Webhooks: deliveries per second, the effect of hanging receivers on the others, and the gain from a second process.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFrom } from '../src/config.ts';
import { webhookDeliveries } from '../src/delivery/webhook-deliveries.ts';
import { LeasedWorker } from '../src/jobs/leased-worker.ts';
import { importArchive } from '../src/operations/archive/import.ts';
import { type Context, newContext } from '../src/operations/operation.ts';
import { openStore } from '../src/store/store.ts';
import { addDue, addWebhook } from '../test/delivery/outbox-rows.ts';
import { startPostgres } from '../test/support/databases/postgres-server.ts';
import { median, run } from './support/processes.ts';
import { startReceivers } from './support/receivers.ts';
import { type Row, report } from './support/report.ts';

const HEALTHY = 100;
const HANGING = 10;
const EACH = 40;
const TIMES = 3;
const SLOW = ['/50', '/50', '/50', '/50'];
const DUE = 2_000;
const SETTINGS = { WEBHOOK_ALLOW: '127.0.0.1' };
const BODY = JSON.stringify({ title: 'A piece', content_text: 'Words. '.repeat(600) });

const receivers = await startReceivers();

interface Place {
  dataDir: string;
  databaseUrl: string | null;
}

async function withContext<Result>(place: Place, work: (context: Context) => Promise<Result>) {
  const store = await openStore(place);
  try {
    return await work(newContext(store, configFrom(SETTINGS)));
  } finally {
    await store.close();
  }
}

/** Adds a writer for each receiver's path, and the given number of due deliveries for each writer. */
async function fill(context: Context, paths: string[], each: number): Promise<void> {
  const lines = paths.map((_, at) => ({ type: 'author', slug: `writer-${at}`, name: 'Writer' }));
  await importArchive(
    context,
    lines.map((line) => JSON.stringify(line)),
  );
  const ids: string[] = [];
  for (const [at, path] of paths.entries()) {
    const author = await context.store.authors.bySlug(`writer-${at}`);
    if (!author) throw new Error('The writers are missing.');
    await addWebhook(context, author.id, receivers.origin + path);
    ids.push(author.id);
  }
  await addDue(context, ids, each, BODY);
}

/** Deliveries per second to healthy receivers, while the given number of others hang. */
async function rate(hanging: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
  try {
    return await withContext({ dataDir, databaseUrl: null }, async (context) => {
      const paths = [
        ...Array.from({ length: hanging }, () => '/hang'),
        ...Array.from({ length: HEALTHY }, () => '/'),
      ];
      await fill(context, paths, EACH);
      const deliverer = new LeasedWorker(webhookDeliveries(context), console);
      const [came] = receivers.came(HEALTHY * EACH);
      const begun = performance.now();
      deliverer.start();
      await came;
      const seconds = (performance.now() - begun) / 1000;
      await deliverer.stop();
      return (HEALTHY * EACH) / seconds;
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Deliveries per second of several processes on PostgreSQL, to receivers that take 50 ms. */
async function shared(processes: number): Promise<number> {
  const postgres = await startPostgres();
  try {
    return await withContext({ dataDir: tmpdir(), databaseUrl: postgres.url }, async (context) => {
      await fill(context, SLOW, DUE / SLOW.length);
      const environment = { ...SETTINGS, DATABASE_URL: postgres.url };
      // Time is measured from the first delivery, because starting a process isn't part of delivering.
      const ended = Array.from({ length: processes }, () =>
        run(['src/cli.ts', 'deliver', '--once'], environment),
      );
      const [first, last] = receivers.came(1, DUE);
      await first;
      const begun = performance.now();
      await last;
      const seconds = (performance.now() - begun) / 1000;
      await Promise.all(ended);
      return DUE / seconds;
    });
  } finally {
    await postgres.stop();
  }
}

const alone: number[] = [];
const beside: number[] = [];
for (let at = 0; at < TIMES; at += 1) {
  alone.push(await rate(0));
  beside.push(await rate(HANGING));
}
const best = median(alone);
const share = median(beside) / best;
const one = await shared(1);
const two = await shared(2);
await receivers.stop();
const row = (what: string, value: number, unit: Row['unit'], bar: number): Row => ({
  what,
  value,
  unit,
  bar,
  is: 'at least',
});
report([
  row('SQLite: deliveries', best, 'a second', 500),
  row(`SQLite: of that, left beside ${HANGING} receivers that hang`, share, 'times', 0.9),
  row(
    `PostgreSQL: two processes, of the ${Math.round(one)} a second of one`,
    two / one,
    'times',
    1.7,
  ),
]);
