// On a disk that is really full: every kind of write is refused in a way that a client can wait for, every
// read goes on, nothing acknowledged is lost, and all of it works again once there is room.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startReceiver } from '../delivery/receiver.ts';
import { responsesAt } from '../store/cached-responses/stored.ts';
import { author, piece } from '../support/archive/records.ts';
import { assertSound } from '../support/databases/consistency.ts';
import {
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { at } from '../support/json.ts';
import {
  assertDone,
  assertOneLine,
  cliAt,
  createWriterAt,
  environmentOf,
  runCli,
  startAsNpm,
} from '../support/processes/cli.ts';
import { RemoteBrowser } from '../support/processes/served.ts';
import { startServing } from '../support/processes/serving.ts';
import { noteFigure } from '../support/soak.ts';
import { type Act, type Answered, actsOf, type Desk, draft } from './acts.ts';
import { placeOn } from './places.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

const ADA = { slug: 'ada', name: 'Ada', email: 'ada@press.example', password: 'a long password' };
const SETTINGS = { RATE_LIMITS: 'off', SIGNUPS: 'open', WEBHOOK_ALLOW: '127.0.0.1' };
const CLIENTS = 8;
/** A few pages, but too little to fill the disk with acknowledged requests. */
const SOME_PAGES = 'A sentence that is not like the others. '.repeat(250);

interface World {
  disk: SmallDisk;
  place: Place;
  desk: Desk;
  /** How many deliveries have come. */
  received(): number;
  /** Everything full: no page in the write-ahead log can be used again. */
  fill(): Promise<void>;
}

async function start(kind: DatabaseKind): Promise<World> {
  const { disk, place } = await placeOn(kind);
  const { url: origin } = await startServing(place, SETTINGS, startAsNpm);
  assertDone(await createWriterAt(place, ADA));
  await sqlAt(place, 'UPDATE accounts SET is_admin = 1');
  const { stdout } = await cliAt(place, 'key', 'create', '--writer', 'ada', '--name', 'laptop');
  const writer = new RemoteBrowser();
  await writer.signIn(origin, ADA.email, ADA.password);
  const receiver = await startReceiver();
  const webhook = `${origin}/desk/edit/online-presence/webhook`;
  assert.equal((await writer.post(webhook, { url: receiver.url })).status, 200);
  const desk = { origin, key: stdout.trim(), person: ADA, writer, receiver: receiver.url };
  const fill = async () => {
    // Where it is full already, there is nothing to be used again.
    if (kind === 'sqlite') await sqlAt(place, 'PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {});
    await disk.fill();
  };
  return { disk, place, desk, received: () => receiver.received.length, fill };
}

function assertRefused(what: string, { status, headers, body }: Answered): void {
  assert.equal(status, 503, `${what}: ${status} ${body}`);
  assert.match(body, /disk is full/, what);
  assert.match(String(headers.get('retry-after')), /^[1-9]\d*$/, what);
  assert.doesNotMatch(body, /ENOSPC|No space|sqlite|pg_/i, what);
}

/** PostgreSQL has room in pages that it has, and needs none for what is small. */
function assertRefusedOrDone(kind: DatabaseKind, { what, done }: Act, answer: Answered): boolean {
  if (kind === 'postgres' && answer.status === done) return false;
  assertRefused(what, answer);
  return true;
}

const READS = ['/', '/feed.json', '/feed.xml', '/api/public/pieces/recent', '/search?q=headline'];
const ALWAYS = [...READS, '/healthz', '/readyz', '/desk/sign-in', '/llms.txt', '/author/ada'];

async function assertReads({ origin, key, writer }: Desk): Promise<void> {
  for (const path of ALWAYS) assert.equal((await fetch(origin + path)).status, 200, path);
  assert.equal((await writer.open(`${origin}/desk`)).status, 200);
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(`${origin}/api/v1/pieces/me`, { headers })).status, 200);
}

async function testActs(kind: DatabaseKind): Promise<void> {
  const world = await start(kind);
  const acts = actsOf(world.desk);
  const ready = await Array.fromAsync(acts, async (act) => ({
    act,
    first: (await act.prepare?.()) ?? '',
    second: (await act.prepare?.()) ?? '',
  }));
  await world.desk.writer.open(`${world.desk.origin}/desk`);
  await world.fill();
  let refused = 0;
  for (const { act, first } of ready) {
    if (assertRefusedOrDone(kind, act, await act.run(first))) refused += 1;
  }
  await assertReads(world.desk);
  await world.disk.free();
  for (const { act, second } of ready) {
    const { status, body } = await act.run(second);
    assert.equal(status, act.done, `${act.what}: ${body}`);
  }
  await assertSound(world.place);
  const least = kind === 'sqlite' ? acts.length : 8;
  noteFigure(`${kind}: kinds of write, refused and then done`, refused, 'at least', least);
}

/** Clients that draft while the disk fills up and is freed: what was acknowledged is there. */
async function testFilling(kind: DatabaseKind, times: number): Promise<void> {
  const { disk, place, desk, fill } = await start(kind);
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const { status, headers, body } = await draft(
        desk,
        { 'idempotency-key': randomUUID() },
        SOME_PAGES,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) acknowledged.push(String(at(JSON.parse(body), 'id')));
      else assertRefused('draft', { status, headers, body });
      await setTimeout(20);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  let failure: unknown;
  clients.catch((error) => {
    failure = error;
  });
  /** A client that has failed would otherwise be waited for without end. */
  const pause = async (ms: number) => {
    if (failure) throw failure;
    await setTimeout(ms);
  };
  for (let time = 0; time < times; time += 1) {
    await disk.fill();
    const soFar = statuses.get(503) ?? 0;
    while ((statuses.get(503) ?? 0) < soFar + CLIENTS) {
      await fill();
      await pause(10);
    }
    await disk.free();
    const done = acknowledged.length;
    while (acknowledged.length < done + CLIENTS) await pause(5);
  }
  isOver = true;
  await clients;
  const stored = new Set((await sqlAt(place, 'SELECT id FROM pieces')).map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
  assert.equal(stored.size, acknowledged.length, 'what was refused is not there');
  await assertSound(place);
  noteFigure(`${kind}: times that the disk filled up under load`, times, 'at least', 20);
  noteFigure(`${kind}: drafts acknowledged meanwhile, all there`, stored.size, 'at least', 100);
}

/** Background work tries again when there is space, and nothing is lost. */
async function testBackground(kind: DatabaseKind): Promise<void> {
  const { disk, place, desk, received, fill } = await start(kind);
  const { origin } = desk;
  const acts = new Map(actsOf(desk).map((act) => [act.what, act]));
  const publish = acts.get('publish') ?? assert.fail();
  const id = (await publish.prepare?.()) ?? '';
  const before = received();
  const read = { method: 'POST', headers: { origin, 'user-agent': 'Mozilla/5.0 Firefox/140.0' } };
  assert.equal((await publish.run(id)).status, publish.done);
  // The first view of a day writes the day's salt.
  assert.equal((await fetch(`${origin}/read/${randomUUID()}`, read)).status, 204);
  await fill();
  assert.equal((await fetch(`${origin}/read/${id}`, read)).status, 204);
  // Two rounds of what writes views.
  await setTimeout(6_500);
  assert.equal((await fetch(`${origin}/healthz`)).status, 200);
  await disk.free();
  const views = async () => {
    const [row] = await sqlAt(place, 'SELECT coalesce(sum(views), 0) AS n FROM view_hours');
    return Number(row?.['n']);
  };
  const open = async () => {
    const statement = `SELECT count(*) AS n FROM deliveries WHERE finished_at IS NULL`;
    return Number((await sqlAt(place, statement))[0]?.['n']);
  };
  const deadline = performance.now() + 80_000;
  while (((await open()) > 0 || (await views()) === 0) && performance.now() < deadline) {
    await setTimeout(200);
  }
  assert.ok(received() > before, 'the webhook came');
  assert.equal(await open(), 0, 'the delivery is recorded');
  assert.equal(await views(), 1, 'the view is counted');
  noteFigure(`${kind}: deliveries and views kept until there was room`, 2, 'at least', 2);
}

/** The operator's commands: one line each, and nothing half done is left. */
async function testCommands(): Promise<void> {
  const { disk, place, fill } = await start('sqlite');
  const archive = await disk.folder('archive');
  const lines = [author('bo'), ...Array.from({ length: 50 }, () => piece('bo'))];
  const file = join(archive, 'in.ndjson');
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const target = await disk.folder('target');
  const empty: Place = { dataDir: await disk.folder('empty'), databaseUrl: null };
  const stopped: Place = { dataDir: await disk.folder('stopped'), databaseUrl: null };
  assertDone(await cliAt(stopped, 'migrate'));
  await fill();
  const commands = [
    ['import', file],
    ['export', join(target, 'out.ndjson')],
    ['backup', join(target, 'copy.db')],
    ['backup', `${target}/`],
    ['key', 'create', '--writer', 'ada', '--name', 'second'],
    ['writer', 'verify', 'ada'],
  ];
  for (const command of commands) {
    const ended = await cliAt(place, ...command);
    assertOneLine(ended, /^(?!Unexpected)/, /full|space/i);
  }
  // The disk of the database has room: only that of temporary files is full.
  const elsewhere = await freshPlace('sqlite');
  const importing = { ...environmentOf(elsewhere), TMPDIR: target };
  assertOneLine(await runCli(importing, ['import', file]), 'temporary files', target, 'is full');
  assertOneLine(await runCli(environmentOf(empty), ['migrate']), /^(?!Unexpected)/, /full|space/i);
  for (const each of [empty, stopped]) {
    const started = await runCli({ ...environmentOf(each), PORT: '65535' }, ['serve']);
    assertOneLine(started, /^(?!Unexpected)/, /full|space/i);
  }
  assert.deepEqual(await readdir(target), []);
  await disk.free();
  for (const command of commands) assertDone(await cliAt(place, ...command));
  assertDone(await cliAt(empty, 'migrate'));
  const [whole] = await sqlAt(place, 'PRAGMA integrity_check');
  assert.deepEqual(whole, { integrity_check: 'ok' });
  const count = commands.length + 3;
  noteFigure('sqlite: commands, refused in one line', count, 'at least', count);
}

/** The cache's file leaves the database its room, however small the disk is. */
async function testCacheFile(megabytes: number): Promise<void> {
  const disk = await smallDisk(megabytes);
  const folder = await disk.folder('cache');
  const bytesFree = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  const before = await bytesFree();
  const file = responsesAt(join(folder, 'responses.db'), { bytes: 1024 ** 3 });
  const body = Buffer.alloc(64 * 1024, 'x');
  /** Stores more than there is room for; whether the last is there. */
  const overfill = async () => {
    const count = Math.ceil((2 * before) / body.length);
    for (let nth = 0; nth < count; nth += 1) {
      await file.look();
      file.put(`${nth}`, { head: '[]', reads: [], body });
    }
    await file.look();
    return file.get(`${count - 1}`) !== undefined;
  };
  assert.equal(await overfill(), true);
  const share = (before - (await bytesFree())) / before;
  assert.ok(share > 0.1 && share <= 0.36, `${share} of ${megabytes} MB`);
  await disk.fill();
  // Others need its room.
  await file.look();
  assert.ok((await bytesFree()) / before > share / 2);
  await disk.free();
  assert.equal(await overfill(), true);
  // The cache has not checked since, so this write meets a full disk.
  await disk.fill();
  file.put('met', { head: '[]', reads: [], body });
  await file.look();
  await disk.free();
  assert.equal(await overfill(), true);
  await file.close();
  noteFigure(
    `the cache's file on a disk of ${megabytes} MB, of what was free`,
    share,
    'at most',
    0.36,
  );
}

export function testOnFullDisk(times: number): void {
  for (const kind of DATABASES) {
    describe(`a full disk, on ${kind}`, () => {
      test('refuses every kind of write, and does it when there is room', () => testActs(kind));
      test(`loses nothing when it fills up ${times} times`, () => testFilling(kind, times));
      test('delivers and counts when there is room', () => testBackground(kind));
    });
  }
  for (const megabytes of [40, 100]) {
    test(`the cache's file takes a third of ${megabytes} MB`, () => testCacheFile(megabytes));
  }
  test('commands on a full disk say so in one line and leave nothing', testCommands);
}
