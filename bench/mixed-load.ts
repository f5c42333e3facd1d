// The service under mixed load for a long time, as npm start runs it: memory, open files and the time of /healthz
// must not grow, and nothing acknowledged may be lost. node bench/mixed-load.ts [--minutes=60] [--rate=40]
// [--database=sqlite|postgres]

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { configFrom } from '../src/config.ts';
import { createWriter } from '../src/operations/accounts/writers.ts';
import { createKey } from '../src/operations/api-keys/api-keys.ts';
import { newContext } from '../src/operations/operation.ts';
import { openStore } from '../src/store/store.ts';
import { assertSound } from '../test/support/databases/consistency.ts';
import { startPostgres } from '../test/support/databases/postgres-server.ts';
import { sqlAt } from '../test/support/databases/sql.ts';
import { RemoteBrowser } from '../test/support/processes/served.ts';
import { ArchiveGenerator } from './support/archive-generator.ts';
import { environmentOf } from './support/archives.ts';
import { FLAT, quartersOf } from './support/flatness.ts';
import { type Send, Traffic } from './support/mixed-traffic.ts';
import { startProbe } from './support/probe.ts';
import { percentile, run, startServer } from './support/processes.ts';
import { readersOf, refreshPieces, type Site } from './support/readers.ts';
import { type Row, report } from './support/report.ts';
import { countWebhooks } from './support/webhook-count.ts';
import { type Acknowledged, anyAddress, type Writer, writersOf } from './support/writers.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '40' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const ms = Number(values.minutes) * 60_000;
const PIECES = 1_000;
const WRITERS = 20;
const SAMPLE_MS = Math.min(10_000, ms / 40);
const IDLE_MS = Math.min(60_000, ms / 4);
const DELIVERED_MS = 120_000;
/** Factor by which /healthz may be slower under load than without; both times are short. */
const HEALTHZ = 10;

const rows: Row[] = [];
const atMost = (what: string, value: number, unit: Row['unit'], bar: number) =>
  rows.push({ what, value, unit, bar, is: 'at most' });
const atLeast = (what: string, value: number, bar: number) =>
  rows.push({ what, value, unit: '', bar, is: 'at least' });

const folder = await mkdtemp(join(tmpdir(), 'standfirst-soak-'));
const postgres = values.database === 'postgres' ? await startPostgres() : null;
const place = { dataDir: join(folder, 'data'), databaseUrl: postgres?.url ?? null };
const hooks = await countWebhooks();

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const send: Send = async (url, init = {}) => {
  const headers = { 'user-agent': AGENT, 'x-forwarded-for': anyAddress(), ...init.headers };
  const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
  return { status: answer.status, body: await answer.text() };
};

async function fill(): Promise<void> {
  const archive = join(folder, 'archive.ndjson');
  await run(['bench/generate.ts', archive, String(PIECES)], {});
  await run(['src/cli.ts', 'import', archive], environmentOf(place));
}

/** Adds accounts that can sign in, each with an API key. */
async function addWriters(): Promise<Omit<Writer, 'browser'>[]> {
  const store = await openStore(place);
  const context = newContext(store, configFrom({}));
  const made = [];
  for (let at = 0; at < WRITERS; at += 1) {
    const slug = `soak-${at}`;
    const person = { email: `${slug}@press.example`, password: `the password of ${slug}` };
    await createWriter(context, {
      ...{ ...person, slug, name: slug },
      ...{ admin: false, identityVerified: false },
    });
    const given = { writer: slug, name: 'soak', scope: 'pieces:write', expiresAt: null } as const;
    made.push({ ...person, key: (await createKey(context, given)).key });
  }
  await store.close();
  return made;
}

async function signedIn(base: string, person: Omit<Writer, 'browser'>): Promise<Writer> {
  const browser = new RemoteBrowser({ 'x-forwarded-for': anyAddress() });
  await browser.signIn(base, person.email, person.password);
  await browser.post(`${base}/desk/edit/online-presence/webhook`, { url: hooks.url });
  return { ...person, browser };
}

interface Looks {
  memory: number[];
  heap: number[];
  files: number[];
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function look(server: Server, looks: Looks): Promise<void> {
  looks.memory.push(await server.residentMegabytes());
  looks.files.push(await server.openFiles());
  const metrics = await (await fetch(`${server.base}/metrics`)).text();
  const heap = /^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1];
  looks.heap.push(Number(heap) / 1024 ** 2);
}

async function missing({ drafts }: Acknowledged): Promise<number> {
  const stored = new Set((await sqlAt(place, 'SELECT id FROM pieces')).map(({ id }) => id));
  return [...drafts].filter((id) => !stored.has(id)).length;
}

async function undelivered({ published }: Acknowledged): Promise<number> {
  const deadline = performance.now() + DELIVERED_MS;
  while (hooks.ids.size < published.size && performance.now() < deadline) await setTimeout(100);
  return published.size - hooks.ids.size;
}

async function measure(server: Server, people: Omit<Writer, 'browser'>[]): Promise<void> {
  const writers: Writer[] = [];
  for (const person of people) writers.push(await signedIn(server.base, person));
  const { words } = new ArchiveGenerator();
  const slugs = Array.from({ length: 500 }, (_, at) => `writer-${at}`);
  const site: Site = {
    ...{ base: server.base, send, words },
    ...{ writers: slugs, pieces: [], images: [] },
  };
  await refreshPieces(site);
  const acknowledged: Acknowledged = { drafts: new Set(), published: new Set() };
  const traffic = new Traffic([...readersOf(site), ...writersOf(site, writers, acknowledged)]);
  const probe = startProbe(server.base);
  await setTimeout(IDLE_MS);
  const idle = probe.take();
  const looks: Looks = { memory: [], heap: [], files: [] };
  const sampling = setInterval(async () => {
    await look(server, looks);
    await refreshPieces(site);
  }, SAMPLE_MS);
  const before = await server.processorSeconds();
  await traffic.run(Number(values.rate), ms);
  const busy = (await server.processorSeconds()) - before;
  const loaded = probe.take();
  clearInterval(sampling);
  await probe.stop();
  console.log(Object.fromEntries([...traffic.answers].toSorted()));
  console.log(`CPU: ${((busy * 100_000) / ms).toFixed(0)}% of one core`);
  console.log(
    `memory by quarter: ${[0, 1, 2, 3].map((at) => medianOf(looks.memory, at)).join(' ')} MB`,
  );
  atLeast(
    'requests',
    traffic.count(() => true),
    1,
  );
  atMost(
    'answers with 5xx, or none',
    traffic.count((status) => status === 0 || status >= 500),
    '',
    0,
  );
  atMost(
    'other refusals',
    traffic.count((status) => status >= 400 && status < 500),
    '',
    0,
  );
  atMost('not sent, because the service was behind', traffic.skipped, '', 0);
  atLeast('drafts and pieces acknowledged', acknowledged.drafts.size, 1);
  atMost('of them missing', await missing(acknowledged), '', 0);
  atLeast('pieces published', acknowledged.published.size, 1);
  atMost('webhooks missing', await undelivered(acknowledged), '', 0);
  atMost('memory, last quarter ÷ second', quartersOf(looks.memory).growth, 'times', FLAT);
  atMost('heap in use, last quarter ÷ second', quartersOf(looks.heap).growth, 'times', FLAT);
  atMost('open files, last quarter ÷ second', quartersOf(looks.files).growth, 'times', FLAT);
  const [slow, quick] = [percentile(loaded, 99), percentile(idle, 99)];
  atMost('/healthz, 99th percentile, of idle', slow / quick, 'times', HEALTHZ);
}

const medianOf = (list: number[], quarter: number) => {
  const size = Math.ceil(list.length / 4);
  return percentile(list.slice(quarter * size, (quarter + 1) * size), 50).toFixed(0);
};

try {
  await fill();
  const server = await startServer({
    ...environmentOf(place),
    ...{ METRICS: 'on', TRUST_PROXY: '1', WEBHOOK_ALLOW: '127.0.0.1' },
  });
  try {
    await measure(server, await addWriters());
  } finally {
    await server.stop();
  }
  await assertSound(place);
} finally {
  hooks.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
report(rows);
