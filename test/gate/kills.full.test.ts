// Two processes on one database, killed at random moments: what was acknowledged is there, and whole.

import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertSound } from '../support/databases/consistency.ts';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { textFields } from '../support/desk/texts.ts';
import { addKey, addWriter, type Gate, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';
import { RemoteBrowser, type Served, serve } from '../support/processes/served.ts';
import { noteFigure, rounds } from '../support/soak.ts';

const CLIENTS = 4;
/** Acknowledged work in a round before the first process is killed. */
const BUSY = { least: 5, most: 40 };
const ROUNDS = rounds(2, 50);
const PROCESSES = 2;

/** The known states of a piece: after its acknowledged moves, and after moves that may have happened. */
interface State {
  status: string;
  working: number;
  live: number | null;
}

interface Sent {
  word: string;
  idempotencyKey: string;
  id: string | null;
  known: State;
  possible: State;
}

interface Client {
  key: string;
  browser: RemoteBrowser;
  sent: Sent[];
}

/** The processes that are up, and who is told of each acknowledgement. */
interface Round {
  origins: Set<string>;
  acknowledged(): void;
}

const DRAFT: State = { status: 'draft', working: 1, live: null };

const anyOf = ({ origins }: Round) => [...origins][randomInt(origins.size)] ?? '';

/** Null where the process died meanwhile or had no time; any other surprise is a failure. */
async function ask(
  round: Round,
  expected: number,
  request: () => Promise<{ status: number; body: string }>,
): Promise<string | null> {
  const answer = await request().catch(() => null);
  if (answer === null || answer.status === 503) return null;
  assert.equal(answer.status, expected, answer.body);
  round.acknowledged();
  return answer.body;
}

async function postDraft(origin: string, key: string, { word, idempotencyKey }: Sent) {
  const answer = await fetch(`${origin}/api/v1/pieces`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ headline: `Headline ${word}`, body_md: `Body ${word}.` }),
  });
  return { status: answer.status, body: await answer.text() };
}

/** Drafts until some process acknowledges it: sent again, it is the same draft. */
async function draft(round: Round, { key }: Client, sent: Sent): Promise<boolean> {
  while (round.origins.size > 0) {
    const body = await ask(round, 201, () => postDraft(anyOf(round), key, sent));
    if (body === null) continue;
    sent.id = String(at(JSON.parse(body), 'id'));
    return true;
  }
  return false;
}

/** One thing at the desk: acknowledged, or possible. */
async function step(
  round: Round,
  { browser }: Client,
  sent: Sent,
  path: string,
  fields: { [name: string]: string },
  then: State,
): Promise<boolean> {
  if (round.origins.size === 0) return false;
  sent.possible = then;
  const url = `${anyOf(round)}/desk/edit/pieces/${sent.id}${path}`;
  const body = await ask(round, 303, () => browser.post(url, fields));
  if (body !== null) sent.known = then;
  return body !== null;
}

/** Drafts, publishes, changes, publishes the changes and at times unpublishes, until all are dead. */
async function work(round: Round, client: Client): Promise<void> {
  while (round.origins.size > 0) {
    const word = randomUUID();
    const sent: Sent = {
      word,
      idempotencyKey: randomUUID(),
      id: null,
      known: DRAFT,
      possible: DRAFT,
    };
    client.sent.push(sent);
    const one = { status: 'approved', working: 1, live: 1 };
    const two = { status: 'approved', working: 2, live: 2 };
    const goes =
      (await draft(round, client, sent)) &&
      (await step(round, client, sent, '/publish', { version: '1' }, one)) &&
      (await step(round, client, sent, '', changed(word), { ...one, working: 2 })) &&
      (await step(round, client, sent, '/publish', { version: '2' }, two));
    if (!goes || randomInt(2) === 0) continue;
    await step(round, client, sent, '/unpublish', {}, { ...two, status: 'draft', live: null });
  }
}

/** A tag more: what is published again must differ from what is public. */
const changed = (word: string) => ({ ...textFields(word, 1), tags: 'changed' });

/** Clients at work while one process after the other is killed; how much was acknowledged. */
async function killedAtWork(servers: Served[], clients: Client[]): Promise<number> {
  let acknowledged = 0;
  let left = randomInt(BUSY.least, BUSY.most);
  const alive = [...servers];
  const round: Round = {
    origins: new Set(alive.map(({ origin }) => origin)),
    acknowledged() {
      acknowledged += 1;
      left -= 1;
      const server = left <= 0 ? alive.shift() : undefined;
      if (!server) return;
      left = randomInt(1, BUSY.most);
      void killed(server);
    },
  };
  const ends = servers.map(async ({ origin, ended }) => {
    await ended;
    round.origins.delete(origin);
  });
  try {
    await Promise.all(clients.map((client) => work(round, client)));
  } finally {
    for (const server of servers) void server.end('SIGKILL');
    await Promise.all(ends);
  }
  return acknowledged;
}

/** Not at the acknowledgement itself: somewhere in the midst of what is then under way. */
async function killed(server: Served): Promise<void> {
  for (let turns = randomInt(200); turns > 0; turns -= 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await server.end('SIGKILL');
}

async function stateOf({ context }: Gate, id: string): Promise<State | null> {
  const piece = await context.store.pieces.byId(id);
  if (!piece) return null;
  const { status, working_version: working, live_version: live } = piece;
  return { status, working, live };
}

async function assertKept(gate: Gate, { word, id, known, possible }: Sent): Promise<void> {
  if (id === null) return;
  const state = await stateOf(gate, id);
  const isKnown = [known, possible].some((each) => JSON.stringify(each) === JSON.stringify(state));
  assert.ok(isKnown, JSON.stringify({ id, known, possible, state }));
  for (let number = 1; number <= known.working; number += 1) {
    const version = await gate.context.store.pieces.version(id, number);
    assert.equal(version?.headline, `Headline ${word}`);
    assert.equal(version?.body_md, `Body ${word}.`);
  }
  const shown = await gate.app.inject(`/api/public/pieces/${id}`);
  assert.equal(shown.statusCode, state?.status === 'approved' ? 200 : 404);
}

/** Asserts that requests without an answer created a draft once or not at all. */
async function assertOnce(gate: Gate, clients: Client[]): Promise<void> {
  const drafted = await sqlAt(
    gate.place,
    'SELECT headline, count(*) AS times FROM piece_versions WHERE number = 1 GROUP BY headline',
  );
  const words = new Set(clients.flatMap(({ sent }) => sent.map(({ word }) => `Headline ${word}`)));
  for (const { headline, times } of drafted) {
    assert.ok(words.has(String(headline)), String(headline));
    assert.equal(Number(times), 1, String(headline));
  }
}

async function clientsOf(gate: Gate, origin: string): Promise<Client[]> {
  const clients: Client[] = [];
  for (let each = 0; each < CLIENTS; each += 1) {
    const { email, password } = await addWriter(gate, `writer-${each}`);
    const { key } = await addKey(gate, `writer-${each}`);
    const browser = new RemoteBrowser();
    await browser.signIn(origin, email, password);
    clients.push({ key, browser, sent: [] });
  }
  return clients;
}

async function rehearse(kind: DatabaseKind): Promise<void> {
  const gate = await startGate(kind);
  let clients: Client[] | null = null;
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const servers = await Promise.all([serve(gate.place), serve(gate.place)]);
    clients ??= await clientsOf(gate, servers[0].origin);
    acknowledged += await killedAtWork(servers, clients);
    await assertSound(gate.place);
    for (const sent of clients.flatMap((client) => client.sent)) await assertKept(gate, sent);
    await assertOnce(gate, clients);
    await gate.context.store.checkSearchIndex();
  }
  noteFigure(`${kind}: processes killed under mixed load`, ROUNDS * PROCESSES, 'at least', 100);
  noteFigure(`${kind}: acknowledged writes, all there and whole`, acknowledged, 'at least', 500);
  assert.ok(clients?.some(({ sent }) => sent.some(({ known }) => known.status === 'approved')));
}

describe('killed processes', () => {
  for (const kind of DATABASES) {
    test(`lose nothing and leave nothing half done, on ${kind}`, () => rehearse(kind));
  }
});
