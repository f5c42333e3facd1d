// serve: several processes together, requests that are still running, ports that are taken, and orderly stops.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DATABASES, emptyPlace } from '../support/databases/databases.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import {
  assertDone,
  assertOneLine,
  cliAt,
  createWriterAt,
  environmentOf,
  runCli,
} from '../support/processes/cli.ts';
import { RawConnection, startServing, untilNotListening } from '../support/processes/serving.ts';
import { filesIn, placeWithPiece, RECENT, WHOLE, WRITER } from './serve-world.ts';

/** Waits for another process's change, which is visible within a second; a busy machine may take longer. */
async function untilGone(url: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { status } = await fetch(url);
    if (status === 404) return;
    assert.equal(status, 200);
    assert.ok(performance.now() < deadline, 'It is still there.');
    await setTimeout(10);
  }
}

for (const kind of DATABASES) {
  describe(`serve on ${kind}`, () => {
    test('ends well while a client has sent half of what it wants, and cuts it off', async () => {
      const place = await placeWithPiece(kind);
      const { port, process: child, ended } = await startServing(place);
      const connection = new RawConnection(port);
      connection.send('GET / HTTP/1.1\r\nHo');
      await fetch(`http://127.0.0.1:${port}/healthz`);
      child.kill('SIGINT');
      assert.equal((await ended).code, 0);
      if (kind === 'sqlite') assert.deepEqual(await filesIn(place), WHOLE);
      await connection.closed();
    });

    test('answers crawlers that wait for their turn when it is told to stop', async () => {
      const settings = { RATE_LIMITS: 'off', DRAIN_SECONDS: '0' };
      const {
        url,
        process: child,
        ended,
      } = await startServing(await placeWithPiece(kind), settings);
      const headers = { 'user-agent': 'SomeBot/1.0', connection: 'close' };
      const crawl = (at: number) => fetch(`${url}/author/ada?n=${at}`, { headers });
      const answers = Array.from({ length: 100 }, (_, at) => crawl(at));
      await Promise.race(answers);
      child.kill('SIGTERM');
      assert.deepEqual(
        new Set((await Promise.all(answers)).map(({ status }) => status)),
        new Set([200]),
      );
      assertDone(await ended);
    });

    test('says once that a setting of earlier versions does nothing, and goes on', async () => {
      const {
        url,
        process: child,
        ended,
      } = await startServing(await emptyPlace(kind), {
        CRAWLER_LIMIT: 'fifty',
        WORKERS: '2',
      });
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
      child.kill('SIGTERM');
      const { code, stderr } = await ended;
      const words = 'CRAWLER_LIMIT no longer has any effect: remove it.\n';
      assert.deepEqual({ code, stderr }, { code: 0, stderr: words });
    });

    test('two of them, started together on nothing, serve the same', async () => {
      const place = await emptyPlace(kind);
      const both = await Promise.all([startServing(place), startServing(place)]);
      assertDone(await createWriterAt(place, WRITER));
      for (const { url } of both) {
        const answer = await fetch(`${url}/api/public/authors/bo`);
        assert.equal(answer.status, 200);
      }
      assertDone(await cliAt(place, 'writer', 'suspend', 'bo'));
      for (const { url, process: child, ended } of both) {
        await untilGone(`${url}/api/public/authors/bo`);
        child.kill('SIGTERM');
        assert.equal((await ended).code, 0);
      }
    });

    test('a port that is taken is one line, and whoever has it goes on', async () => {
      const place = await placeWithPiece(kind);
      const first = await startServing(place);
      const settings = { ...environmentOf(place), PORT: String(first.port) };
      const second = await runCli(settings, ['serve']);
      assertOneLine(second, String(first.port), 'PORT');
      assert.equal(second.stdout, '');
      assert.equal((await fetch(first.url + RECENT)).status, 200);
    });
  });
}

describe('serve', () => {
  test('lets a query that waits in PostgreSQL end before it closes the database', async () => {
    const place = await placeWithPiece('postgres');
    const { url, port, process: child, ended } = await startServing(place);
    const answer = await withSql(place, async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE publications IN ACCESS EXCLUSIVE MODE');
      const asked = fetch(url + RECENT);
      const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
      while ((await sqlAt(place, waiting)).length === 0);
      child.kill('SIGTERM');
      await untilNotListening(port);
      await query('COMMIT');
      return asked;
    });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /Bridges/);
    assert.equal((await ended).code, 0);
  });

  test('an address that is not of this machine is one line', async () => {
    const settings = { ...environmentOf(await emptyPlace('sqlite')), HOST: '192.0.2.1' };
    assertOneLine(await runCli(settings, ['serve']), 'HOST', '192.0.2.1');
  });
});
