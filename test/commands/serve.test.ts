// serve: comes up, answers, and stops in good order. What takes more processes is in serve.full.test.ts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { emptyPlace, SQLITE_OR_BOTH } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { isFull } from '../support/full.ts';
import { assertDone, cliAt, createWriterAt, startAsNpm } from '../support/processes/cli.ts';
import { RawConnection, startServing, untilNotListening } from '../support/processes/serving.ts';
import { filesIn, placeWithPiece, RECENT, WHOLE, WRITER } from './serve-world.ts';

const SIGNALS = isFull ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const);

test('npm start serves, in the process that it was itself', async () => {
  const {
    url,
    process: child,
    ended,
  } = await startServing(
    await emptyPlace('sqlite'),
    // The operator's own NODE_OPTIONS still apply.
    { NODE_OPTIONS: '--title=of-the-operator' },
    startAsNpm,
  );
  assert.equal((await fetch(url + RECENT)).status, 200);
  assert.match(await readFile(`/proc/${child.pid}/cmdline`, 'utf8'), /^of-the-operator/);
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

for (const kind of SQLITE_OR_BOTH) {
  describe(`serve on ${kind}`, () => {
    for (const signal of SIGNALS) {
      test(`makes its database, answers, and ends well on ${signal}`, async () => {
        const place = await emptyPlace(kind);
        const { url, process: child, ended } = await startServing(place);
        for (const path of ['/healthz', '/readyz', RECENT]) {
          const answer = await fetch(url + path);
          assert.equal(answer.status, 200, path);
          assert.equal(JSON.parse(await answer.text()).ok, true);
        }
        // Another process writes, and a search thread reads: the stop leaves one whole file.
        assertDone(await createWriterAt(place, WRITER));
        await fetch(`${url}/api/public/pieces/search?q=bridge`);
        // An idle connection, kept alive by the client, does not hold up the end.
        child.kill(signal);
        const { code, signal: killedBy, stdout, stderr } = await ended;
        assert.deepEqual({ code, killedBy, stderr }, { code: 0, killedBy: null, stderr: '' });
        assert.match(stdout, /^Standfirst is at http:\/\/localhost:\d+\n/);
        if (kind === 'sqlite') assert.deepEqual(await filesIn(place), WHOLE);
        assertDone(await cliAt(place, 'doctor'));
      });
    }

    test('finishes a request that is running when it is told to stop', async () => {
      const place = await placeWithPiece(kind);
      const created = ['key', 'create', '--writer', 'ada', '--name', 'program'];
      const key = (await cliAt(place, ...created)).stdout.trim();
      const { port, process: child, ended } = await startServing(place);
      const body = JSON.stringify({ headline: 'Just in time', body_md: 'Words.' });
      const connection = new RawConnection(port);
      connection.send(
        'POST /api/v1/pieces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
          `Authorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n` +
          'Expect: 100-continue\r\n\r\n',
      );
      await connection.until('100 Continue');
      child.kill('SIGTERM');
      await untilNotListening(port);
      connection.send(body);
      await connection.closed();
      assert.match(connection.received, /HTTP\/1.1 201 Created\r\n.*"status":"draft"/s);
      assert.equal((await ended).code, 0);
      const drafts = await sqlAt(place, `SELECT id FROM pieces WHERE status = 'draft'`);
      assert.equal(drafts.length, 1);
    });
  });
}
