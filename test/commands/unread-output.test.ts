// Output that is not read: a full pipe at standard output or standard error stops nothing, and lines that are dropped
// are counted.

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freshPlace } from '../support/databases/databases.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { isFull } from '../support/full.ts';
import { CLI, type Environment, environmentOf, SOURCE } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ANSWERED_WITHIN_MS = 30_000;
const CONNECTIONS = 8;
const REQUESTS = rounds(1_200, 20_000);
const PATH = `/healthz?${'x'.repeat(7_000)}`;

interface Unread {
  child: ChildProcess;
  port: number;
  metricsPort: number;
}

interface Started {
  stderr?: number;
  cli?: string;
}

/** A service whose output goes to pipes that the test doesn't read yet. */
async function serveUnread(
  settings: Environment,
  { stderr, cli = CLI }: Started = {},
): Promise<Unread> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...environmentOf(await freshPlace('sqlite')),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    RATE_LIMITS: 'off',
    LOG_SAMPLE: '1',
    ...settings,
  };
  const stdio = ['ignore', 'pipe', stderr ?? 'pipe'] as const;
  const child = spawn(process.execPath, [cli, 'serve'], { env, stdio: [...stdio] });
  after(() => child.kill('SIGKILL'));
  const ready = async () => {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const answer = fetch(`http://127.0.0.1:${port}/readyz`, { signal });
    return (await answer.catch(() => null))?.ok;
  };
  for (let tries = 0; tries < 1_000 && !(await ready()); tries += 1) await setTimeout(50);
  return { child, port, metricsPort };
}

async function fullPipe(): Promise<number> {
  const path = join(await temporaryFolder('pipe'), 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  after(() => closeSync(pipe));
  try {
    for (;;) writeSync(pipe, 'x'.repeat(4_096));
  } catch {
    return pipe;
  }
}

/** Sends them one after another on a few connections. */
async function assertAnswered({ port }: Unread, requests: number): Promise<void> {
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
      const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, { signal });
      assert.equal(answer.status, 200, await answer.text());
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
}

const textOf = (stream: Readable | null) => (stream ? text(stream) : '');

const STREAMS = new URL('../../src/http/log/log-stream.ts', import.meta.url).href;

/** Loaded before the service's source, for a line at standard error for each request. */
const WRITES_LINES = `
  import { subscribe } from 'node:diagnostics_channel';
  import { standardError } from '${STREAMS}';
  subscribe('http.server.request.start', ({ request: { url } }) => {
    if (url.startsWith('/healthz?')) standardError.write(url + '\\n');
  });
`;
const LINES_AT_STDERR = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(WRITES_LINES)}`,
};

/** How many lines were dropped, and how many came, of those with these words. */
function countsIn(output: string, words: string) {
  const lines = output.split('\n');
  const dropped = lines.map((line) => /"dropped":(\d+)|^(\d+) lines were dropped/.exec(line));
  return {
    dropped: dropped.reduce((sum, found) => sum + Number(found?.[1] ?? found?.[2] ?? 0), 0),
    came: lines.filter((line) => line.includes(words)).length,
  };
}

for (const workers of isFull ? [1, 4] : []) {
  describe(`the output of a service with ${workers} workers, not read`, () => {
    for (const stream of ['stdout', 'stderr'] as const) {
      test(`at ${stream}: every request is answered, and every line written or counted`, async () => {
        const settings = { WORKERS: String(workers), ...(stream === 'stderr' && LINES_AT_STDERR) };
        const cli = stream === 'stderr' ? SOURCE : CLI;
        const service = await serveUnread(settings, { cli });
        service.child[stream === 'stderr' ? 'stdout' : 'stderr']?.resume();
        await assertAnswered(service, REQUESTS);
        const output = textOf(service.child[stream]);
        const metrics = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`);
        const counted = new RegExp(`^log_lines_dropped_total{stream="${stream}"} (\\d+)$`, 'm');
        const inMetrics = Number(counted.exec(await metrics.text())?.[1]);
        service.child.kill('SIGTERM');
        assert.deepEqual(await once(service.child, 'exit'), [0, null]);
        const { dropped, came } = countsIn(await output, '/healthz?');
        assert.equal(came + dropped, REQUESTS);
        assert.ok(dropped > 0);
        assert.equal(inMetrics, dropped);
      });
    }

    test('at stderr, by Node itself: every request is answered, and it ends when it is told to', async () => {
      // Node's own lines of each request.
      const settings = { WORKERS: String(workers), NODE_DEBUG: 'http' };
      // The source, unlike the bundle of the tests, starts the bundler, which inherits standard error.
      const cli = workers === 1 ? SOURCE : CLI;
      const service = await serveUnread(settings, { stderr: await fullPipe(), cli });
      service.child.stdout?.resume();
      await assertAnswered(service, REQUESTS / 4);
      service.child.kill('SIGTERM');
      assert.deepEqual(await once(service.child, 'exit'), [0, null]);
    });
  });
}

for (const name of ['standardOutput', 'standardError']) {
  test(`${name}: the lines that were dropped are counted where they are missing`, async () => {
    const program = `
      import * as streams from '${STREAMS}';
      const LINES = 20_000;
      for (let at = 1; at <= LINES; at += 1) streams.${name}.write('line ' + at + ' '.repeat(200) + '\\n');
      process.send('written');
      process.once('message', async () => {
        await streams.${name}.flushed();
        streams.${name}.write('line after\\n');
        process.disconnect();
      });
    `;
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: [...stdio],
    });
    await once(child, 'message');
    const output = name === 'standardOutput' ? child.stdout : child.stderr;
    const read = textOf(output);
    child.send('go on');
    const lines = (await read).trimEnd().split('\n');
    const came = lines.filter((line) => line.startsWith('line ')).length;
    const { dropped } = countsIn(lines.join('\n'), 'line');
    assert.equal(came - 1 + dropped, 20_000);
    assert.match(lines.at(-2) ?? '', /lines were dropped/);
    assert.equal(lines.at(-1), 'line after');
  });
}

test('a service that cannot start ends, though the reason is not read', async () => {
  const env = { ...environmentOf(await freshPlace('sqlite')), PORT: 'none' };
  const stdio = ['ignore', 'ignore', await fullPipe()] as const;
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: [...stdio] });
  after(() => child.kill('SIGKILL'));
  assert.deepEqual(await once(child, 'exit'), [1, null]);
});
