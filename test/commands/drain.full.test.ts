// SIGTERM: the process says that it is not ready, still answers for a while, and loses no request.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { author, piece } from '../support/archive/records.ts';
import { emptyPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { cliAt } from '../support/processes/cli.ts';
import { startServing } from '../support/processes/serving.ts';

const RECENT = '/api/public/pieces/recent';
const CLIENTS = 20;
const BODY = JSON.stringify({ headline: 'A headline', body_md: 'A body.' });

async function placeWithKey(): Promise<{ place: Place; key: string }> {
  const place = await emptyPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada')]);
  await context.store.close();
  const made = await cliAt(place, 'key', 'create', '--writer', 'ada', '--name', 'program');
  return { place, key: made.stdout.trim() };
}

/** Sends one request on the agent's connection; null if no process accepts connections any more. */
async function send(agent: Agent, url: string, key: string | null): Promise<number | null> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const sent = request(url, key === null ? { agent } : { agent, method: 'POST', headers });
  sent.end(key === null ? undefined : BODY);
  try {
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    answer?.resume();
    if (answer) await once(answer, 'end');
    return answer?.statusCode ?? 0;
  } catch (error) {
    const isNew = !sent.reusedSocket;
    // The connection was not accepted, or it was still in the queue of a closed socket. Nothing was carried out, or
    // there would be more drafts than answers.
    if (isNew && error instanceof Error && 'syscall' in error) return null;
    throw error;
  }
}

/** A client that is never idle, until no process accepts its connections. */
async function keepSending(url: string, key: string | null): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (;;) {
    const status = await send(agent, url, key);
    if (status === null) return statuses;
    statuses.push(status);
  }
}

describe('on SIGTERM', () => {
  for (const workers of ['1', '2']) {
    test(`with WORKERS=${workers}, every request that was sent is answered`, async () => {
      const { place, key } = await placeWithKey();
      const settings = { WORKERS: workers, DRAIN_SECONDS: '1', RATE_LIMITS: 'off' };
      const { url, process: child, ended } = await startServing(place, settings);
      const sending = Array.from({ length: CLIENTS }, (_, at) =>
        at % 2 === 0 ? keepSending(url + RECENT, null) : keepSending(`${url}/api/v1/pieces`, key),
      );
      await setTimeout(200);
      child.kill('SIGTERM');
      const statuses = (await Promise.all(sending)).flat();
      const { code, stderr } = await ended;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      const count = (status: number) => statuses.filter((each) => each === status).length;
      assert.ok(count(200) >= CLIENTS / 2 && count(201) >= CLIENTS / 2);
      assert.equal(count(200) + count(201), statuses.length);
      const [row] = await sqlAt(place, `SELECT count(*) AS n FROM pieces WHERE status = 'draft'`);
      assert.equal(Number(row?.['n']), count(201));
    });
  }

  for (const workers of ['1', '2']) {
    test(`with WORKERS=${workers}, it is not ready, closes connections, and ends at once on a second`, async () => {
      const { place } = await placeWithKey();
      const settings = { WORKERS: workers, DRAIN_SECONDS: '60' };
      const { url, process: child, ended } = await startServing(place, settings);
      const before = await fetch(url + RECENT);
      assert.equal(before.headers.get('connection'), 'keep-alive');
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      child.kill('SIGTERM');
      for (let refusals = 0; refusals < 8; ) {
        refusals = (await fetch(`${url}/readyz`)).ok ? 0 : refusals + 1;
      }
      const ready = await fetch(`${url}/readyz`);
      assert.equal(ready.status, 503);
      assert.match(String(ready.headers.get('retry-after')), /^[1-9]\d*$/);
      for (const path of [RECENT, '/healthz', '/desk/sign-in']) {
        const answer = await fetch(url + path);
        assert.equal(answer.status, 200, path);
        assert.equal(answer.headers.get('connection'), 'close', path);
      }
      // npm sends what it gets once more: what comes at the same moment is not a second signal.
      await setTimeout(300);
      child.kill('SIGTERM');
      assert.equal((await ended).code, 1);
    });
  }
});
