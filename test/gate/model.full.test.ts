// Random walks through everything that writers, admins and keys can do, compared with a simple model.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { type Rows, rowsAt } from '../support/databases/rows.ts';
import { DeskBrowser } from '../support/desk/desk-browser.ts';
import { publishDue } from '../support/due-jobs.ts';
import {
  addKey,
  addWriter,
  browserOf,
  type Gate,
  gateAt,
  listOwn,
  startGate,
} from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { rounds } from '../support/soak.ts';
import { ADMIN, byCreation, Model, type Piece, type Slug } from './model.ts';
import { PEOPLE, type Person, type Step, steps, take, type Walk } from './model-steps.ts';

interface Stage {
  gate: Gate;
  rows: Rows;
  people: Map<Slug, Person>;
  apps: Walk['apps'];
}

/** One database under two processes: one with review, one without. */
async function stageOn(kind: DatabaseKind): Promise<Stage> {
  const gate = await startGate(kind);
  const other = await gateAt(gate.place, { REVIEW: 'on' }, gate.clock);
  const people = new Map<Slug, Person>();
  for (const slug of PEOPLE) {
    const off = await browserOf(gate, await addWriter(gate, slug, { admin: slug === ADMIN }));
    const on = new DeskBrowser(other.app);
    for (const [name, value] of off.cookies) on.cookies.set(name, value);
    const { key } = await addKey(gate, slug, { name: slug });
    await listOwn(gate, key);
    people.set(slug, { slug, key, token: await off.csrfToken('/desk'), browsers: { off, on } });
  }
  const apps = { off: gate.app, on: other.app };
  return { gate, people, apps, rows: await rowsAt(gate.place) };
}

async function read({ gate }: Stage, url: string): Promise<Json> {
  const answer = await gate.app.inject(url);
  assert.equal(answer.statusCode, 200, answer.body);
  return JSON.parse(answer.body);
}

const idsIn = (list: Json[]) => list.map((each) => String(at(each, 'id')).slice(-36));

const newestFirst = (one: Piece, two: Piece) =>
  String(two.published).localeCompare(String(one.published));

const liveText = ({ texts, live }: Piece) => texts[(live ?? 0) - 1];

/** Only what is approved, in the order of first publication, with the text of the last. */
async function assertPublic(stage: Stage, { model }: Walk): Promise<void> {
  const visible = model.visible.toSorted(newestFirst);
  const ids = visible.map(({ id }) => id);
  const recent = listAt(await read(stage, '/api/public/pieces/recent?limit=100'), 'items');
  assert.deepEqual(idsIn(recent), ids);
  assert.deepEqual(
    recent.map((each) => at(each, 'title')),
    visible.map((piece) => liveText(piece)?.headline),
  );
  const found = listAt(
    await read(stage, '/api/public/pieces/search?q=headline&limit=100'),
    'results',
  );
  assert.deepEqual(idsIn(found), ids);
  for (const piece of visible) {
    assert.partialDeepStrictEqual(
      at(await read(stage, `/api/public/pieces/${piece.id}`), 'piece'),
      {
        title: liveText(piece)?.headline,
        content_text: liveText(piece)?.body,
        date_published: piece.published,
        date_modified: piece.modified,
      },
    );
  }
  const hidden = [...model.pieces, ...model.trash, ...model.gone].filter(
    (each) => !visible.includes(each),
  );
  for (const { id } of hidden) {
    assert.equal((await stage.gate.app.inject(`/api/public/pieces/${id}`)).statusCode, 404);
  }
}

/** The words of the newest text are found exactly where that text is public. */
async function assertWordsFound(stage: Stage, { model, texts }: Walk): Promise<void> {
  const word = `w${String(texts).padStart(4, '0')}`;
  const holders = model.visible.filter((piece) => liveText(piece)?.word === word);
  const found = listAt(await read(stage, `/api/public/pieces/search?q=${word}`), 'results');
  assert.deepEqual(
    idsIn(found),
    holders.map(({ id }) => id),
  );
}

async function assertAuthors(stage: Stage, { model }: Walk): Promise<void> {
  for (const slug of PEOPLE) {
    const own = model.visible.filter(({ owner }) => owner === slug).toSorted(newestFirst);
    const author = at(await read(stage, `/api/public/authors/${slug}`), 'author', 'stats');
    assert.deepEqual(author, {
      pieces_count: own.length,
      last_published_at: own[0]?.published ?? null,
    });
  }
}

async function assertOwnLists(stage: Stage, { model, people }: Walk): Promise<void> {
  for (const { slug, key } of people.values()) {
    const listed = listAt(JSON.parse((await listOwn(stage.gate, key, '?limit=50')).body), 'pieces');
    const own = model.pieces.filter(({ owner }) => owner === slug).toReversed();
    assert.deepEqual(
      listed.map((each) => [at(each, 'id'), at(each, 'status'), at(each, 'headline')]),
      own.map(({ id, status, texts }) => [id, status, texts.at(-1)?.headline]),
    );
  }
}

/** Every piece, every version and every move that was ever made, and no other. */
async function assertRecords({ rows }: Stage, { model }: Walk): Promise<void> {
  const all = [...model.pieces, ...model.trash].toSorted(byCreation);
  const pieces = await rows.query(`
    SELECT p.id, a.slug AS owner, p.status, p.created_at, p.published_at, p.modified_at,
      p.working_version, p.live_version
    FROM pieces p JOIN authors a ON a.id = p.author_id ORDER BY p.created_at`);
  assert.deepEqual(
    pieces.map((row) => Object.values(row)),
    all.map((each) => [
      each.id,
      each.owner,
      each.status,
      each.created,
      each.published,
      each.modified,
      each.texts.length,
      each.live,
    ]),
  );
  const versions = await rows.query(`
    SELECT v.piece_id, v.number, v.headline, v.body_md, v.saved_by_kind, v.saved_by_name
    FROM piece_versions v JOIN pieces p ON p.id = v.piece_id ORDER BY p.created_at, v.number`);
  assert.deepEqual(
    versions.map((row) => Object.values(row)),
    all.flatMap(({ id, owner, texts }) =>
      texts.map(({ headline, body, by }, index) => [id, index + 1, headline, body, by, owner]),
    ),
  );
  const moves = await rows.query(`
    SELECT m.piece_id, m.number, m.act, m.from_status, m.to_status, m.by_kind, m.by_name, m.version,
      CASE WHEN m.session_id IS NULL THEN 'key' ELSE 'writer' END AS session
    FROM piece_moves m JOIN pieces p ON p.id = m.piece_id ORDER BY p.created_at, m.number`);
  assert.deepEqual(
    moves.map((row) => Object.values(row)),
    all.flatMap((each) =>
      each.moves.map(({ act, from, to, kind, by, version }, index) => [
        each.id,
        index + 1,
        act,
        from,
        to,
        kind,
        by,
        version,
        kind,
      ]),
    ),
  );
}

/** Asserts that all proposals and notes are stored, and that none of them is public. */
async function assertConversations(stage: Stage, { model }: Walk): Promise<void> {
  const all = [...model.pieces, ...model.trash].toSorted(byCreation);
  const proposals = await stage.rows.query(`
    SELECT r.piece_id, r.status, r.headline FROM piece_proposals r JOIN pieces p ON p.id = r.piece_id
    ORDER BY p.created_at, r.number`);
  assert.deepEqual(
    proposals.map((row) => Object.values(row)),
    all.flatMap(({ id, proposals: made }) =>
      made.map(({ status, text }) => [id, status, text.headline]),
    ),
  );
  const said = await stage.rows.query(`
    SELECT p.id, (SELECT count(*) FROM piece_notes n WHERE n.piece_id = p.id) AS notes,
      (SELECT count(*) FROM note_replies r WHERE r.piece_id = p.id) AS replies
    FROM pieces p ORDER BY p.created_at`);
  assert.deepEqual(
    said.map((row) => [row['id'], Number(row['notes']), Number(row['replies'])]),
    all.map(({ id, notes, replies }) => [id, notes, replies]),
  );
  const pages = ['/feed.json', '/', ...model.pieces.flatMap(({ preview }) => preview ?? [])];
  for (const url of pages) {
    assert.doesNotMatch((await stage.gate.app.inject(url)).body, /Secretly/, url);
  }
}

/** Urls that were given out show the newest text, until they end; the gone show nothing. */
async function assertPreviews({ gate }: Stage, { model }: Walk): Promise<void> {
  for (const { preview, texts } of model.pieces) {
    if (!preview) continue;
    const { statusCode, body } = await gate.app.inject(preview);
    assert.equal(statusCode, 200, preview);
    assert.ok(body.includes(texts.at(-1)?.word ?? '?'), body);
  }
  const inTrash = model.trash.flatMap(({ preview }) => preview ?? []);
  for (const address of [...model.ended, ...inTrash]) {
    assert.equal((await gate.app.inject(address)).statusCode, 404, address);
  }
}

/** Asserts that every scheduled piece is a draft, in the version that its writer was shown. */
async function assertSchedules({ rows }: Stage, { model }: Walk): Promise<void> {
  const found = await rows.query(
    `SELECT s.piece_id, s.due_at, s.version FROM piece_schedules s JOIN pieces p ON p.id = s.piece_id
    WHERE s.state = 'scheduled' ORDER BY p.created_at`,
  );
  assert.deepEqual(
    found.map((row) => Object.values(row)),
    model.pieces.flatMap(({ id, schedule }) =>
      schedule ? [[id, schedule.due, schedule.version]] : [],
    ),
  );
}

async function assertAll(stage: Stage, walk: Walk): Promise<void> {
  await assertPublic(stage, walk);
  await assertWordsFound(stage, walk);
  await assertAuthors(stage, walk);
  await assertOwnLists(stage, walk);
  await assertRecords(stage, walk);
  await assertConversations(stage, walk);
  await assertPreviews(stage, walk);
  await assertSchedules(stage, walk);
}

const OWN = { piece: 0, who: 'owner', off: 0 } as const;

/** Too long a way for chance: what was saved since does not ride along, at its time and before. */
const PINNED: Step[] = [
  { do: 'new', who: 'ada', blank: 'nothing' },
  { do: 'schedule', ...OWN, minutes: 2 },
  { do: 'save', ...OWN, blank: 'nothing' },
  { do: 'move', ...OWN, minutes: 3 },
  { do: 'cancel', ...OWN, who: 'stranger' },
  { do: 'wait', minutes: 2 },
  { do: 'wait', minutes: 3 },
  { do: 'schedule', ...OWN, minutes: 1 },
  { do: 'unpublish', ...OWN },
  { do: 'schedule', ...OWN, minutes: 1 },
  { do: 'save', ...OWN, blank: 'nothing' },
  { do: 'now', ...OWN, off: 1 },
  { do: 'now', ...OWN },
];

for (const kind of DATABASES) {
  describe(`random walks, on ${kind}`, async () => {
    const stage = await stageOn(kind);

    test('only what is approved is ever visible, and the records are as the model has them', async () => {
      const walks = fc.array(steps, { minLength: 20, maxLength: 50, size: 'max' });
      const property = fc.asyncProperty(fc.boolean(), walks, async (review, walked) => {
        await stage.rows.restore();
        const { people, apps, gate } = stage;
        const walk: Walk = {
          ...{ model: new Model(review), people, apps, clock: gate.clock, texts: 0 },
          publishDue: () => publishDue(gate.context),
        };
        for (const step of walked) {
          await take(walk, step);
          await assertAll(stage, walk);
        }
      });
      // So that a failure is told before it is found in its shortest form.
      const interruptAfterTimeLimit = rounds(90_000, 900_000);
      await fc.assert(property, {
        ...{ numRuns: rounds(8, 300), interruptAfterTimeLimit },
        examples: [[false, PINNED]],
      });
    });
  });
}
