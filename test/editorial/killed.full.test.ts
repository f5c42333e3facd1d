// A writer autosaves and two keys revise the same piece until the process is killed: every acknowledged save is a
// version or a proposal, and repeated requests count once.

import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertSound } from '../support/databases/consistency.ts';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { addKey, addWriter, type Gate, post, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';
import { RemoteBrowser, type Served, serve } from '../support/processes/served.ts';
import { noteFigure, rounds } from '../support/soak.ts';

const ROUNDS = rounds(1, 25);
/** Acknowledged words before the process is killed. */
const BUSY = { least: 15, most: 40 };
const REPEATED = 20;

/** Unlike any other, so that no autosave of it is a step between two others. */
const newWords = () => Array.from({ length: 5 }, () => randomUUID()).join(' ');

interface Round {
  origin: string;
  id: string;
  isOver: boolean;
  acknowledge(words: string): void;
}

/** Null where the process is gone. */
const asked = (request: Promise<Response>) =>
  request
    .then(async (answer) => ({ status: answer.status, body: await answer.text() }))
    .catch(() => null);

async function versionOf({ origin, id }: Round, key: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await asked(fetch(`${origin}/api/v1/pieces/${id}`, { headers }));
  return answer?.status === 200 ? Number(at(JSON.parse(answer.body), 'piece', 'version')) : null;
}

/** Each revision is sent several times in parallel, with one Idempotency-Key. */
async function revise(round: Round, key: string, times: number): Promise<void> {
  while (!round.isOver) {
    const version = await versionOf(round, key);
    const words = newWords();
    const request = {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'if-match': `"v${version}"`,
        'idempotency-key': words,
      },
      body: JSON.stringify({ headline: 'Raced', body_md: words }),
    };
    const send = () => asked(fetch(`${round.origin}/api/v1/pieces/${round.id}`, request));
    for (const answer of await Promise.all(Array.from({ length: times }, send))) {
      if (answer === null || answer.status === 503) continue;
      assert.ok([200, 202, 412].includes(answer.status), answer.body);
      if (answer.status < 300) round.acknowledge(words);
    }
  }
}

async function autosave(round: Round, browser: RemoteBrowser, key: string): Promise<void> {
  while (!round.isOver) {
    const version = await versionOf(round, key);
    const words = newWords();
    const fields = { headline: 'Raced', body_md: words, version, by_hand: false };
    const url = `${round.origin}/desk/edit/pieces/${round.id}/save`;
    const answer = await browser.call(url, fields).catch(() => null);
    if (answer === null || answer.status === 503) continue;
    assert.ok([200, 409].includes(answer.status), answer.body);
    if (answer.status === 200) round.acknowledge(words);
  }
}

/** The requests that were acknowledged before the process was killed. */
async function killedAtWork(
  server: Served,
  id: string,
  { browser, keys }: { browser: RemoteBrowser; keys: string[] },
): Promise<Set<string>> {
  const words = new Set<string>();
  const most = randomInt(BUSY.least, BUSY.most);
  const round: Round = {
    ...{ origin: server.origin, id, isOver: false },
    acknowledge(each) {
      words.add(each);
      if (words.size >= most) void server.end('SIGKILL');
    },
  };
  const over = server.ended.then(() => {
    round.isOver = true;
  });
  const [one = '', two = ''] = keys;
  await Promise.all([
    over,
    autosave(round, browser, one),
    revise(round, one, 1),
    revise(round, two, REPEATED),
  ]);
  return words;
}

async function assertAllThere({ context, place }: Gate, id: string, words: Set<string>) {
  await assertSound(place);
  const { store } = context;
  const versions = await store.versions.page(id, 1_000_000, 10_000);
  const stored = [...versions, ...(await store.proposals.whole(id))].map(({ body_md }) => body_md);
  for (const each of words) assert.ok(stored.includes(each), each);
  assert.equal(new Set(stored).size, stored.length, 'each is there once');
}

async function rehearse(kind: DatabaseKind): Promise<void> {
  const gate = await startGate(kind);
  const { email, password } = await addWriter(gate, 'ada');
  const made = await Promise.all(['one', 'two'].map((name) => addKey(gate, 'ada', { name })));
  const keys = made.map(({ key }) => key);
  const browser = new RemoteBrowser();
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const draft = await post(gate, keys[0] ?? '', { headline: 'Raced', body_md: newWords() });
    const id = String(at(JSON.parse(draft.body), 'id'));
    const server = await serve(gate.place);
    if (round === 0) await browser.signIn(server.origin, email, password);
    const words = await killedAtWork(server, id, { browser, keys });
    await assertAllThere(gate, id, words);
    acknowledged += words.size;
  }
  noteFigure(
    `${kind}: raced versions and proposals acknowledged before a kill`,
    acknowledged,
    'at least',
    300,
  );
}

describe('revising and autosaving until a kill', () => {
  for (const kind of DATABASES) test(`lose nothing, on ${kind}`, () => rehearse(kind));
});
