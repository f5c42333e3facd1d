// nginx and Caddy in front of the service, with the files of deploy/ and TRUST_PROXY as they say.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get as getPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { author, piece } from '../support/archive/records.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { debianProgram } from '../support/deploy/debian-package.ts';
import { ROOT } from '../support/deploy/production-install.ts';
import { PROXY_NAME } from '../support/processes/tls-proxy.ts';
import { startService } from '../support/service.ts';

const TLS = join(ROOT, 'test/support/processes/tls');
const CERTIFICATE = join(TLS, 'certificate.pem');
const KEY = join(TLS, 'key.pem');
const RECENT = '/api/public/pieces/recent';

interface Ports {
  service: number;
  http: number;
  https: number;
}

interface Proxy {
  name: string;
  program: string | undefined;
  /** Its settings, with ports and certificate of the test, and how it is started. */
  prepare(folder: string, ports: Ports, program: string): Promise<string[]>;
}

/** Each has to be there: a file that was changed must not be tested as another. */
function replaced(file: string, changes: [from: string, to: string][]): string {
  return changes.reduce((content, [from, to]) => {
    assert.ok(content.includes(from), from);
    return content.replaceAll(from, to);
  }, file);
}

/** Whether it needs what the file says about versions before 1.25. */
function isOldNginx(program: string): boolean {
  const { stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  const [, major, minor] = /nginx\/(\d+)\.(\d+)/.exec(stderr) ?? [];
  return Number(major) === 1 && Number(minor) < 25;
}

async function prepareNginx(
  folder: string,
  { service, http, https }: Ports,
  program: string,
): Promise<string[]> {
  const isOld = isOldNginx(program);
  const site = replaced(await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl;', `listen 127.0.0.1:${https} ssl${isOld ? ' http2' : ''};`],
    ['listen [::]:443 ssl;', ''],
    ['http2 on;', isOld ? '' : 'http2 on;'],
    ['127.0.0.1:3000', `127.0.0.1:${service}`],
    ['/etc/letsencrypt/live/press.example/fullchain.pem', CERTIFICATE],
    ['/etc/letsencrypt/live/press.example/privkey.pem', KEY],
  ]);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
  const around = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log ${folder}/access.log;\n${temporary}\n${site} }`;
  const path = join(folder, 'nginx.conf');
  await writeFile(path, around);
  return ['-p', folder, '-e', 'stderr', '-c', path];
}

async function prepareCaddy(folder: string, { service, http, https }: Ports): Promise<string[]> {
  const site = replaced(await readFile(join(ROOT, 'deploy/Caddyfile'), 'utf8'), [
    ['press.example {', `press.example {\n\tbind 127.0.0.1\n\ttls ${CERTIFICATE} ${KEY}`],
    ['127.0.0.1:3000', `127.0.0.1:${service}`],
  ]);
  // The file begins with Caddy's own options, after its comment.
  const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n`;
  const path = join(folder, 'Caddyfile');
  await writeFile(path, site.replace('{\n', options));
  return ['run', '--config', path, '--adapter', 'caddyfile'];
}

const PROXIES: Proxy[] = [
  {
    name: 'nginx',
    program: await debianProgram('nginx', '/usr/sbin/nginx'),
    prepare: prepareNginx,
  },
  { name: 'Caddy', program: await debianProgram('caddy', '/usr/bin/caddy'), prepare: prepareCaddy },
];

async function start({ program = '', prepare }: Proxy) {
  const service = await startService('sqlite', {
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_EXEMPT: '',
  });
  await service.add(author('ada'), piece('ada', { headline: 'Bridges' }));
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const servicePort = Number(new URL(url).port);
  const ports = { service: servicePort, http: await freePort(), https: await freePort() };
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-proxy-'));
  const args = await prepare(folder, ports, program);
  if (program.endsWith('nginx')) assertAccepted(program, args);
  const child = spawn(program, args, { env: { HOME: folder, PATH: '/usr/bin:/bin' } });
  const said = text(child.stderr);
  after(async () => {
    child.kill('SIGKILL');
    await said;
    await rm(folder, { recursive: true, force: true });
  });
  const ended = once(child, 'exit').then(async () => assert.fail(await said));
  await Promise.race([untilListening(ports.https), ended]);
  ended.catch(() => {});
  return ports;
}

/** Without a warning either. */
function assertAccepted(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, ['-t', ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /\[(?:warn|error)\]/);
}

async function untilListening(port: number): Promise<void> {
  const probe = connect(port, '127.0.0.1');
  const isOpen = await Promise.race([
    once(probe, 'connect').then(() => true),
    once(probe, 'error').then(() => false),
  ]).catch(() => false);
  probe.destroy();
  if (isOpen) return;
  await setTimeout(20);
  await untilListening(port);
}

async function send(port: number, options: RequestOptions, body?: Buffer) {
  const { headers, ...others } = options;
  const asked = request({
    host: '127.0.0.1',
    port,
    servername: PROXY_NAME,
    ca: await readFile(CERTIFICATE),
    agent: false,
    ...others,
    headers: { host: PROXY_NAME, ...headers },
  });
  asked.end(body);
  const [answer] = await once(asked, 'response');
  // If the answer comes before the whole body was sent, the proxy may reset the connection.
  asked.on('error', () => {});
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

for (const proxy of PROXIES) {
  const skip = proxy.program === undefined && `${proxy.name} is not here and cannot be unpacked.`;
  describe(`${proxy.name} in front`, { skip }, async () => {
    if (skip) return;
    const ports = await start(proxy);

    test('sends readers from http to https', async () => {
      const options = { host: '127.0.0.1', port: ports.http, headers: { host: PROXY_NAME } };
      const [answer] = await once(getPlain({ ...options, path: '/a?b=c' }), 'response');
      answer.resume();
      assert.ok([301, 308].includes(answer.statusCode), answer.statusCode);
      const target = new URL(answer.headers.location);
      assert.equal(`${target.hostname}${target.pathname}${target.search}`, 'press.example/a?b=c');
      assert.equal(target.protocol, 'https:');
    });

    test('passes responses on as they are, compressed and revalidated', async () => {
      const asked = { path: '/', headers: { 'accept-encoding': 'gzip' } };
      const first = await send(ports.https, asked);
      assert.equal(first.status, 200);
      assert.equal(first.headers['content-encoding'], 'gzip');
      assert.equal(first.headers['strict-transport-security'], 'max-age=31536000');
      const headers = { ...asked.headers, 'if-none-match': first.headers.etag };
      assert.equal((await send(ports.https, { path: '/', headers })).status, 304);
    });

    test('nobody gets more by saying that they are somebody else', async () => {
      const left = async (claimed: string) => {
        const headers = { 'x-forwarded-for': claimed, forwarded: `for=${claimed}` };
        const answer = await send(ports.https, { path: RECENT, headers });
        return Number(answer.headers['ratelimit-remaining']);
      };
      const before = await left('203.0.113.1');
      assert.ok(before > 0);
      assert.equal(await left('203.0.113.2'), before - 1);
    });

    test('an upload of an image’s size gets to the service', async () => {
      const body = Buffer.alloc(11 * 1024 * 1024);
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const answer = await send(
        ports.https,
        { path: '/api/v1/pieces', method: 'POST', headers },
        body,
      );
      assert.equal(JSON.parse(answer.body).ok, false);
    });
  });
}
