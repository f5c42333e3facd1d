// The cache's file of a service that is killed while it writes, whose file is damaged between starts, or whose disk is
// full: every start succeeds, and every body is that of a service without the file.

import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { smallDisk } from '../../full-disk/small-disk.ts';
import { author, piece } from '../../support/archive/records.ts';
import { freshPlace, type Place } from '../../support/databases/databases.ts';
import { contextAt, importLines } from '../../support/databases/existing-database.ts';
import type { Environment } from '../../support/processes/cli.ts';
import { type Served, serve } from '../../support/processes/served.ts';
import { noteFigure, rounds } from '../../support/soak.ts';

const KILLS = rounds(5, 20);
const READERS = 6;
const WRITERS = 4;
const PIECES = 160;

/** The file is smaller than all responses together, so that it is written at all times. */
const SETTINGS = {
  RATE_LIMITS: 'off',
  BASE_URL: 'https://press.example',
  CACHE_MB: '1',
  CACHE_DISK_MB: '8',
};

const idOf = (nth: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(nth).padStart(12, '0')}`;
const numbers = Array.from({ length: PIECES }, (_, nth) => nth);
const writers = Array.from({ length: WRITERS }, (_, nth) => `writer-${nth}`);
const PATHS = numbers.flatMap((nth) => [
  `/author/writer-${nth % WRITERS}/piece-${nth}`,
  `/api/public/pieces/${idOf(nth)}`,
]);

/** Words that don't compress to nothing. */
const words = () => Array.from({ length: 1_200 }, () => randomBytes(9).toString('hex')).join(' ');

const fill = async (place: Place) =>
  importLines(await contextAt(place), [
    ...writers.map((slug) => author(slug)),
    ...numbers.map((nth) =>
      piece(`writer-${nth % WRITERS}`, {
        ...{ id: idOf(nth), slug: `piece-${nth}` },
        body_md: words(),
      }),
    ),
  ]);

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

async function ask(url: string, encoding: string, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  get(url, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
    const { statusCode: status, headers } = response;
    buffer(response).then((body) => resolve({ status, headers, body }), reject);
  }).on('error', reject);
  return promise;
}

const ENCODINGS = ['identity', 'br'];

/** By encoding and path. */
type Known = ReadonlyMap<string, Answer>;

/** The answers of a service without a cache file. */
async function answersWithout(place: Place, settings: Environment): Promise<Known> {
  const service = await serve(place, { ...SETTINGS, ...settings, CACHE_DISK_MB: '0' });
  const known = new Map<string, Answer>();
  const agent = new Agent({ keepAlive: true });
  for (const encoding of ENCODINGS) {
    for (const path of PATHS) {
      const answer = await ask(service.origin + path, encoding, agent);
      assert.equal(answer.status, 200, path);
      known.set(`${encoding} ${path}`, answer);
    }
  }
  agent.destroy();
  await service.end('SIGTERM');
  return known;
}

/** Readers send requests until there are enough answers or the service has ended. Every answer is checked. */
async function read({ origin }: Served, known: Known, most: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const reader = async () => {
    while (count < most) {
      const path = PATHS[randomInt(PATHS.length)] ?? '';
      const encoding = ENCODINGS[randomInt(ENCODINGS.length)] ?? '';
      const answer = await ask(origin + path, encoding, agent).catch(() => null);
      if (!answer) return;
      const what = `${encoding} ${path}`;
      assert.equal(answer.status, 200, what);
      const expected = known.get(what);
      assert.deepEqual({ ...answer.headers, date: '' }, { ...expected?.headers, date: '' }, what);
      assert.ok(expected?.body.equals(answer.body), what);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  agent.destroy();
  return count;
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

async function overwrite(file: string, times: number, change: (bytes: Buffer) => void) {
  const size = await sizeOf(file);
  if (size === 0) return;
  const handle = await open(file, 'r+');
  const bytes = Buffer.alloc(1);
  for (let time = 0; time < times; time += 1) {
    const at = randomInt(size);
    await handle.read(bytes, 0, 1, at);
    change(bytes);
    await handle.write(bytes, 0, 1, at);
  }
  await handle.close();
}

const flipBit = (bytes: Buffer) => bytes.writeUInt8((bytes[0] ?? 0) ^ (1 << randomInt(8)));

/** A process that is killed after it gave up a file leaves none. */
async function cut(file: string, size: number): Promise<void> {
  if ((await sizeOf(file)) > 0) await truncate(file, size);
}

/** Damage to a file while no service has it open, one kind per turn. */
const DAMAGES: ((file: string, other: string) => Promise<unknown>)[] = [
  async () => {},
  (file) => overwrite(file, 1, flipBit),
  (file) => overwrite(`${file}-wal`, 20, flipBit),
  (file) => overwrite(file, 2_000, flipBit),
  async (file) => cut(file, randomInt((await sizeOf(file)) + 1)),
  (file) => rm(`${file}-wal`, { force: true }),
  (file, other) => copyFile(other, file),
  (file) => cut(file, 0),
  (file) => overwrite(`${file}-shm`, 200, flipBit),
];

test('kills, flipped bits and files of others: a start always succeeds, and no byte is wrong', async () => {
  const place = await freshPlace('sqlite');
  await fill(place);
  const known = await answersWithout(place, {});
  const file = join(place.dataDir, 'responses.db');
  const other = join(place.dataDir, 'other-version');
  const named = { SITE_NAME: 'The Ferry' };
  const otherKnown = await answersWithout(place, named);
  const first = await serve(place, { ...SETTINGS, ...named });
  await read(first, otherKnown, PATHS.length);
  await first.end('SIGTERM');
  await copyFile(file, other);
  let [answers, written] = [0, 0];
  for (let round = 0; round < KILLS; round += 1) {
    const service = await serve(place, SETTINGS);
    const reading = read(service, known, Number.POSITIVE_INFINITY);
    const killed = read(service, known, randomInt(50, 600)).then(() => service.end('SIGKILL'));
    answers += await reading;
    await killed;
    if ((await sizeOf(`${file}-wal`)) > 0) written += 1;
    await DAMAGES[round % DAMAGES.length]?.(file, other);
  }
  const last = await serve(place, SETTINGS);
  answers += await read(last, known, PATHS.length * 4);
  await last.end('SIGTERM');
  assert.ok(written > KILLS / 2, `${written} were killed with a file`);
  noteFigure('cache file: kills and damages, with every byte checked', KILLS, 'at least', 20);
  noteFigure('cache file: answers checked', answers, 'at least', 2_000);
});

test('a full disk: starts and answers go on, and no byte is wrong', async () => {
  const disk = await smallDisk(48);
  const place = { ...(await freshPlace('postgres')), dataDir: await disk.folder('data') };
  await fill(place);
  const known = await answersWithout(place, {});
  for (let round = 0; round < rounds(2, 10); round += 1) {
    const service = await serve(place, SETTINGS);
    await read(service, known, PATHS.length);
    assert.ok((await sizeOf(join(place.dataDir, 'responses.db'))) > 0);
    const reading = read(service, known, PATHS.length * 2);
    await disk.fill();
    await reading;
    await service.end(round % 2 ? 'SIGTERM' : 'SIGKILL');
    const onFull = await serve(place, SETTINGS);
    await read(onFull, known, PATHS.length);
    await disk.free();
    await read(onFull, known, PATHS.length);
    await onFull.end('SIGTERM');
  }
});
