// The service killed while many programs send drafts: what was acknowledged is there, and whole.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertSound } from '../support/databases/consistency.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { addKey, addWriter, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';
import { type Served, serve } from '../support/processes/served.ts';
import { noteFigure, rounds } from '../support/soak.ts';

const CONNECTIONS = 64;
/** Acknowledged drafts before it is killed. */
const BUSY = { least: 20, most: 1_000 };
const ROUNDS = rounds(1, 30);

/** The words of the draft; null where the service was gone before it answered. */
async function post(origin: string, key: string, headline: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline, body_md: `Body of ${headline}.` }),
  }).catch(() => null);
  const body = await answer?.text().catch(() => null);
  if (!answer || typeof body !== 'string') return null;
  assert.equal(answer.status, 201, body);
  return String(at(JSON.parse(body), 'id'));
}

/** Sends drafts until the process is killed; returns the acknowledged ones, headline by id. */
async function killedAtWork(server: Served, key: string, round: number) {
  const acknowledged = new Map<string, string>();
  const enough = randomInt(BUSY.least, BUSY.most);
  const client = async (_: unknown, number: number) => {
    for (let sent = 0; ; sent += 1) {
      const headline = `Draft ${round} ${number} ${sent}`;
      const id = await post(server.origin, key, headline);
      if (id === null) return;
      acknowledged.set(id, headline);
      if (acknowledged.size === enough) void server.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await server.ended;
  return acknowledged;
}

const STORED = `
  SELECT p.id, v.headline, v.body_md FROM pieces p
  JOIN piece_versions v ON v.piece_id = p.id AND v.number = p.working_version
  JOIN piece_moves m ON m.piece_id = p.id AND m.act = 'create'`;

for (const kind of DATABASES) {
  describe(`a service that is killed under a load of drafts, on ${kind}`, () => {
    test('has every draft that it acknowledged, and no half of one', async () => {
      const gate = await startGate(kind);
      await addWriter(gate, 'ada');
      const { key } = await addKey(gate, 'ada');
      const acknowledged = new Map<string, string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const now = await killedAtWork(await serve(gate.place), key, round);
        for (const [id, headline] of now) acknowledged.set(id, headline);
      }
      await assertSound(gate.place);
      const stored = new Map((await sqlAt(gate.place, STORED)).map((row) => [row['id'], row]));
      for (const [id, headline] of acknowledged) {
        assert.equal(stored.get(id)?.['headline'], headline);
        assert.equal(stored.get(id)?.['body_md'], `Body of ${headline}.`);
      }
      const [pieces] = await sqlAt(gate.place, 'SELECT count(*) AS n FROM pieces');
      assert.equal(Number(pieces?.['n']), stored.size);
      noteFigure(`${kind}: processes killed under a load of drafts`, ROUNDS, 'at least', 30);
      noteFigure(`${kind}: acknowledged drafts, all there`, acknowledged.size, 'at least', 600);
    });
  });
}
