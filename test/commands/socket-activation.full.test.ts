// Restarts on a socket that the service manager holds: whatever arrives meanwhile waits for the next process.

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
import { startOnHeldSocket } from '../support/processes/held-socket.ts';
import { rounds } from '../support/soak.ts';

const CLIENTS = 8;
const RESTARTS = rounds(2, 5);
/** Two hundred requests a second, by all clients together. */
const EVERY_MS = 40;
const RECENT = '/api/public/pieces/recent';
const BODY = JSON.stringify({ headline: 'A headline', body_md: 'A body.' });

async function placeWithKey(): Promise<{ place: Place; key: string }> {
  const place = await emptyPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada')]);
  await context.store.close();
  const made = await cliAt(place, 'key', 'create', '--writer', 'ada', '--name', 'program');
  return { place, key: made.stdout.trim() };
}

async function send(agent: Agent, url: string, key: string | null): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const sent = key === null ? { agent } : { agent, method: 'POST', headers };
  const exchange = request(key === null ? url + RECENT : `${url}/api/v1/pieces`, sent);
  exchange.end(key === null ? undefined : BODY);
  const [answer]: IncomingMessage[] = await once(exchange, 'response');
  answer?.resume();
  if (answer) await once(answer, 'end');
  return answer?.statusCode ?? 0;
}

describe('a service on a socket that its service manager holds', () => {
  for (const workers of ['1', '4']) {
    test(`is restarted without a lost request, with WORKERS=${workers}`, async () => {
      const { place, key } = await placeWithKey();
      const settings = { WORKERS: workers, DRAIN_SECONDS: '1', RATE_LIMITS: 'off' };
      const service = await startOnHeldSocket(place, settings);
      const stop = new AbortController();
      const client = async (at: number) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const statuses: (number | string)[] = [];
        while (!stop.signal.aborted) {
          const sent = send(agent, service.url, at % 2 === 0 ? null : key);
          statuses.push(await sent.catch((error) => String(error)));
          await setTimeout(EVERY_MS);
        }
        agent.destroy();
        return statuses;
      };
      const clients = Array.from({ length: CLIENTS }, (_, at) => client(at));
      for (let at = 0; at < RESTARTS; at += 1) await service.restart();
      stop.abort();
      const statuses = (await Promise.all(clients)).flat();
      const count = (status: number) => statuses.filter((each) => each === status).length;
      const lost = statuses.filter((status) => typeof status === 'string' || status >= 300);
      assert.deepEqual(lost, [], `of ${statuses.length}`);
      assert.ok(count(200) > 0 && count(201) > 0);
      const [row] = await sqlAt(place, `SELECT count(*) AS n FROM pieces WHERE status = 'draft'`);
      assert.equal(Number(row?.['n']), count(201));
      assert.deepEqual((await service.end()).stderr, '');
    });
  }
});
