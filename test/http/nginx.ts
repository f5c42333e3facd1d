// Behind a real nginx, as docs/scaling.md sets it up: rolling restarts that lose nothing, and what its
// cache does with public responses.

import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import {
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { debianProgram, runUntilEnd } from '../support/processes/debian-program.ts';
import { type Serving, startServing } from '../support/processes/serving.ts';
import { noteFigure } from '../support/soak.ts';

const CLIENTS = 8;
const RECENT = '/api/public/pieces/recent';
const GUIDE = new URL('../../docs/scaling.md', import.meta.url);

/** The configuration that the guide shows under this comment, for these ports. */
async function configured(title: string, ports: number[], port: number): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8');
  const block = guide.split('```nginx\n').find((each) => each.startsWith(`# ${title}`));
  assert.ok(block, `${title} is not in the guide`);
  const [text = ''] = block.split('```');
  return text
    .replace(/10\.0\.0\.1:3000/, `127.0.0.1:${ports[0]}`)
    .replace(/10\.0\.0\.2:3000/, `127.0.0.1:${ports[1] ?? ports[0]}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${port};`);
}

async function startNginx(title: string, ports: number[]): Promise<string> {
  const nginx = await debianProgram('nginx', 'nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-nginx-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const site = (await configured(title, ports, port)).replace(
    '/var/cache/nginx',
    `${folder}/cache`,
  );
  await mkdir(join(folder, 'cache'));
  for (const each of [folder, join(folder, 'cache')]) await chmod(each, 0o777);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary.map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')}
${site}
}`,
  );
  await runUntilEnd(nginx, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], port);
  return `http://127.0.0.1:${port}`;
}

async function placeWithKey(kind: DatabaseKind): Promise<{ place: Place; key: string }> {
  const place = await freshPlace(kind);
  const context = await contextAt(place);
  const ada = { name: 'Ada', slug: 'ada', email: 'ada@press.example', password: 'long enough' };
  await createWriter(context, { ...ada, admin: false, identityVerified: false });
  const made = { writer: 'ada', name: 'program', scope: 'pieces:write', expiresAt: null } as const;
  const { key } = await createKey(context, made);
  await context.store.close();
  return { place, key };
}

const draft = (key: string) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ headline: 'A headline', body_md: 'A body.' }),
});

function testRestarts(restarts: number, kind: DatabaseKind, workers: string): void {
  test(`no request is lost in ${restarts} restarts, on ${kind} with WORKERS=${workers}`, async () => {
    const { place, key } = await placeWithKey(kind);
    const settings = { DRAIN_SECONDS: '1', RATE_LIMITS: 'off', WORKERS: workers };
    const hosts: Serving[] = [];
    for (let at = 0; at < 2; at += 1) hosts.push(await startServing(place, settings));
    const ports = hosts.map(({ port }) => port);
    const url = await startNginx('two hosts', ports);
    let isOver = false;
    const statuses: (number | string)[] = [];
    const client = async (at: number) => {
      while (!isOver) {
        const sent = at % 2 === 0 ? fetch(url + RECENT) : fetch(`${url}/api/v1/pieces`, draft(key));
        const answer = await sent.catch((error: unknown) => String(error));
        statuses.push(typeof answer === 'string' ? answer : answer.status);
        if (typeof answer !== 'string') await answer.text();
        await setTimeout(5);
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(at));
    for (let at = 0; at < restarts; at += 1) {
      const host = hosts[at % 2];
      assert.ok(host);
      host.process.kill('SIGTERM');
      assert.equal((await host.ended).code, 0);
      hosts[at % 2] = await startServing(place, { ...settings, PORT: String(ports[at % 2]) });
    }
    isOver = true;
    await Promise.all(clients);
    const lost = statuses.filter((status) => status !== 200 && status !== 201);
    assert.deepEqual(lost, [], `of ${statuses.length}`);
    const drafts = await sqlAt(place, `SELECT count(*) AS n FROM pieces`);
    assert.equal(Number(drafts[0]?.['n']), statuses.filter((status) => status === 201).length);
    const where = `${kind}, WORKERS=${workers}`;
    noteFigure(`${where}: rolling restarts`, restarts, 'at least', 20);
    noteFigure(`${where}: requests meanwhile, none lost`, statuses.length, 'at least', 1_000);
  });
}

export function testBehindNginx(restarts: number): void {
  describe('rolling restarts behind nginx', () => {
    for (const kind of DATABASES) testRestarts(restarts, kind, '1');
    testRestarts(restarts, 'sqlite', '2');
  });
  describe('the cache of nginx', testCache);
}

/** Two reads, and then one by a client that has the response already. */
async function read(url: string) {
  const first = await fetch(url + RECENT);
  const etag = first.headers.get('etag') ?? '';
  const second = await fetch(url + RECENT);
  const known = await fetch(url + RECENT, { headers: { 'if-none-match': etag } });
  const cached = [first, second, known].map(({ headers }) => headers.get('x-cache'));
  return { cached, status: known.status };
}

function testCache(): void {
  test('stores nothing while PUBLIC_MAX_AGE is 0', async () => {
    const { place } = await placeWithKey('sqlite');
    const { port } = await startServing(place, { PUBLIC_MAX_AGE: '0' });
    const url = await startNginx('a cache', [port]);
    assert.deepEqual(await read(url), { cached: ['MISS', 'MISS', 'MISS'], status: 200 });
    const plain = await startNginx('two hosts', [port, port]);
    assert.equal((await read(plain)).status, 304);
  });

  test('answers by itself with an age, and revalidates when it is over', async () => {
    const { place } = await placeWithKey('sqlite');
    const { port } = await startServing(place, { PUBLIC_MAX_AGE: '1' });
    const url = await startNginx('a cache', [port]);
    assert.deepEqual(await read(url), { cached: ['MISS', 'HIT', 'HIT'], status: 304 });
    await setTimeout(2_100);
    assert.equal((await fetch(url + RECENT)).headers.get('x-cache'), 'REVALIDATED');
    // Responses that are not public are not cached by the proxy.
    const page = await fetch(`${url}/desk/sign-in`);
    assert.notEqual(page.headers.get('x-cache'), 'HIT');
    assert.equal(page.headers.get('cache-control'), 'no-store');
  });
}
