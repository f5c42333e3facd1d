// The service killed at random moments while a writer publishes: nothing public is missed, nothing else told.

import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { configFrom } from '../../src/config.ts';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { type Context, newContext } from '../../src/operations/operation.ts';
import { piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { HOUR } from '../support/desk/desk.ts';
import { idOf } from '../support/desk/editing.ts';
import { deliverDue } from '../support/due-jobs.ts';
import { at } from '../support/json.ts';
import { RemoteBrowser, type Served, serve } from '../support/processes/served.ts';
import { noteFigure, rounds } from '../support/soak.ts';
import { type Received, startReceiver } from './receiver.ts';

const ROUNDS = { sqlite: rounds(2, 100), postgres: rounds(2, 30) };
const PIECES_A_ROUND = 12;
/** About as long as one publication with its delivery takes. */
const LONGEST_MS = 60;
const ADA = { slug: 'ada', email: 'ada@press.example', password: 'the password of ada' };
const SETTINGS = { WEBHOOK_ALLOW: '127.0.0.1', RATE_LIMITS: 'off' };

/**
 * Publishes one after another until the service is gone, which it is some moment after a chosen
 * number; those that it said were published. So every round publishes, however slow the machine.
 */
async function publishUntilKilled(
  browser: RemoteBrowser,
  { origin, end }: Served,
  ids: string[],
): Promise<string[]> {
  const done: string[] = [];
  const enough = randomInt(1, ids.length);
  let killed: Promise<unknown> | undefined;
  try {
    for (const id of ids) {
      const url = `${origin}/desk/edit/pieces/${id}/publish`;
      const { status, body } = await browser.post(url, { version: '1' });
      assert.equal(status, 303, body);
      done.push(id);
      if (done.length === enough) killed = soon().then(() => end('SIGKILL'));
    }
  } catch (error) {
    // The connection broke: it was killed.
    if (error instanceof assert.AssertionError) throw error;
  }
  await killed;
  return done;
}

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, randomInt(LONGEST_MS)));

/** An hour later, the leases of the killed process have ended. */
const deliverTheRest = ({ store }: Context) =>
  deliverDue(newContext(store, configFrom(SETTINGS), () => new Date(Date.now() + HOUR)));

const pieceOf = ({ body }: Received) => idOf(String(at(JSON.parse(String(body)), 'id')));

for (const kind of DATABASES) {
  describe(`a service that is killed while a writer publishes, on ${kind}`, () => {
    test('has told of every piece that became public, and of no other', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      const { store } = context;
      await createWriter(context, { ...ADA, name: 'Ada', admin: false, identityVerified: false });
      const ids = Array.from({ length: ROUNDS[kind] * PIECES_A_ROUND }, () => randomUUID());
      await importLines(
        context,
        ids.map((id) => piece('ada', { id, status: 'draft', published_at: undefined })),
      );
      const receiver = await startReceiver();
      const browser = new RemoteBrowser();
      const said: string[] = [];
      for (let round = 0; round < ROUNDS[kind]; round += 1) {
        const served = await serve(place, SETTINGS);
        const { origin } = served;
        if (round === 0) {
          await browser.signIn(origin, ADA.email, ADA.password);
          const url = `${origin}/desk/edit/online-presence/webhook`;
          const { status } = await browser.post(url, { url: receiver.url });
          assert.equal(status, 200);
        }
        const some = ids.slice(round * PIECES_A_ROUND, (round + 1) * PIECES_A_ROUND);
        said.push(...(await publishUntilKilled(browser, served, some)));
      }
      await deliverTheRest(context);
      const publicNow: string[] = [];
      for (const id of ids) if (await store.publications.byPieceId(id)) publicNow.push(id);
      const told = new Map<string, Set<string>>();
      for (const each of receiver.received) {
        const known = told.get(pieceOf(each)) ?? new Set();
        told.set(pieceOf(each), known.add(String(each.headers['webhook-id'])));
      }
      assert.deepEqual([...told.keys()].toSorted(), publicNow.toSorted());
      assert.ok([...told.values()].every((deliveryIds) => deliveryIds.size === 1));
      assert.deepEqual(
        said.filter((id) => !publicNow.includes(id)),
        [],
      );
      assert.ok(publicNow.length >= ROUNDS[kind]);
      noteFigure(`${kind}: processes killed while publishing`, ROUNDS[kind], 'at least', 30);
      noteFigure(`${kind}: pieces public, each delivered once`, publicNow.length, 'at least', 30);
    });
  });
}
