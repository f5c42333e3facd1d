// Several workers: they share the work and the data, and none of them is missed when it dies.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { assertOneLine, cliAt, environmentOf, runCli } from '../support/processes/cli.ts';
import { RemoteBrowser } from '../support/processes/served.ts';
import { rounds } from '../support/soak.ts';
import {
  ADA,
  fetchAnew,
  listening,
  postDraft,
  startWorkers,
  workersThat,
} from './several-workers.ts';

const WORKERS = 3;
const CLIENTS = 8;

async function untilAll(origin: string, words: RegExp): Promise<void> {
  const answers = () =>
    Promise.all(
      Array.from({ length: 2 * WORKERS }, () => fetchAnew(`${origin}/api/public/authors/ada`)),
    );
  while (!(await answers()).every(({ body }) => words.test(body))) await setTimeout(20);
}

for (const kind of DATABASES) {
  describe(`several workers on ${kind}`, async () => {
    const world = await startWorkers(kind, WORKERS, { METRICS: 'on' });

    test('all of them write at once, and nothing is lost or refused', async () => {
      const each = rounds(15, 200);
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let at = 0; at < each; at += 1) await postDraft(world, `${client}-${at}`);
      });
      await Promise.all(clients);
      const [row] = await sqlAt(world.place, 'SELECT count(*) AS n FROM pieces');
      assert.equal(Number(row?.['n']), CLIENTS * each);
    });

    test('what one of them, or a command, changes, all of them show', async () => {
      const { origin } = world.served;
      await untilAll(origin, /"name":"Ada"/);
      // Signed in at one of them, known to all.
      const browser = new RemoteBrowser();
      await browser.signIn(origin, ADA.email, ADA.password);
      const page = '/desk/edit/profile';
      await browser.open(origin + page);
      const saved = await browser.post(origin + page, { name: 'Ada Lovelace', slug: 'ada' });
      assert.equal(saved.status, 303, saved.body);
      await untilAll(origin, /"name":"Ada Lovelace"/);
      await cliAt(world.place, 'writer', 'verify', 'ada');
      await untilAll(origin, /"identity_verified":true/);
    });

    test('they have one set of figures', async () => {
      const { origin } = world.served;
      for (let at = 0; at < 2 * WORKERS; at += 1) await fetchAnew(`${origin}/healthz`);
      const { body } = await fetchAnew(`${origin}/metrics`);
      const counted = /^http_request_duration_seconds_count\{.*"\/healthz".*\} (\d+)$/m.exec(body);
      assert.equal(counted?.[1], String(2 * WORKERS));
    });

    test('another at the same port is refused in one line', async () => {
      const { port } = new URL(world.served.origin);
      const settings = { ...environmentOf(world.place), WORKERS: '2', PORT: port };
      assertOneLine(await runCli(settings, ['serve']), port, 'PORT');
    });

    test('they end well on a signal, and have said their address once', async () => {
      const { code, stderr, stdout } = await world.served.end('SIGTERM');
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.equal(stdout.match(/Standfirst is at/g)?.length, 1);
      assert.deepEqual([...workersThat(world.served, 'POST')].toSorted(), [1, 2, 3]);
      if (kind === 'sqlite') {
        const left = (await readdir(world.place.dataDir)).toSorted();
        assert.deepEqual(left, ['responses.db', 'standfirst.db']);
      }
    });
  });
}

describe('several workers', () => {
  test('when they die as soon as they start, it says so and ends', async () => {
    const { served } = await startWorkers('sqlite', 2);
    const killed = new Set<number>();
    const kill = async () => {
      for (const { pid = 0 } of listening(served).filter(({ pid = 0 }) => !killed.has(pid))) {
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
      }
      await setTimeout(20);
    };
    let isOver = false;
    void served.ended.then(() => {
      isOver = true;
    });
    while (!isOver) await kill();
    const { code, stderr } = await served.ended;
    assert.equal(code, 1);
    assert.match(stderr, /\nWorkers keep crashing at startup \(worker \d+: SIGKILL\)\..*\n$/);
  });
});
