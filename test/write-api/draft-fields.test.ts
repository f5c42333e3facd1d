// POST /api/v1/pieces, field by field, through the whole service and down into the database.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import {
  addKey,
  addWriter,
  BASE_URL,
  type Gate,
  listOwn,
  post,
  startGate,
} from '../support/gate.ts';
import { at, isObject, type Json, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { type Case, DRAFT_CASES } from './draft-cases.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Sender {
  gate: Gate;
  key: string;
  ownerId: string;
}

async function newest({ gate, key }: Sender): Promise<Json | undefined> {
  return listAt(JSON.parse((await listOwn(gate, key, '?limit=1')).body), 'pieces')[0];
}

async function assertRefused(sender: Sender, { send, refuses, because = /./ }: Case) {
  const before = at(await newest(sender), 'id');
  const { statusCode, body: text } = await post(sender.gate, sender.key, send);
  assert.equal(statusCode, 400, text);
  const body: Json = JSON.parse(text);
  const judge = await judgeOf(sender.gate.app);
  judge.assertFailure(body);
  assert.equal(at(body, 'ok'), false);
  assert.match(String(at(body, 'reason')), /\S/);
  const errors = listAt(body, 'errors');
  assert.deepEqual(
    errors.map((error) => at(error, 'field')),
    refuses,
  );
  for (const error of errors) assert.match(String(at(error, 'reason')), because);
  assert.equal(at(await newest(sender), 'id'), before, 'something was stored');
}

async function assertKept(sender: Sender, send: Case['send'], keeps: NonNullable<Case['keeps']>) {
  const { gate, key, ownerId } = sender;
  const { store } = gate.context;
  const { statusCode, body: text } = await post(gate, key, send);
  assert.equal(statusCode, 201, text);
  const body: Json = JSON.parse(text);
  const id = String(at(body, 'id'));
  const now = gate.clock.now().toISOString();
  assert.deepEqual(body, {
    ok: true,
    id,
    status: 'draft',
    created_at: now,
    edit_url: `${BASE_URL}/desk/edit/pieces/${id}`,
    profile_url: `${BASE_URL}/author/ada`,
  });
  assert.match(id, UUID_V4);
  const version = await store.pieces.version(id, 1);
  assert.partialDeepStrictEqual({ ...version, tags: JSON.parse(version?.tags ?? '') }, keeps);
  assert.deepEqual(
    { ...(await store.pieces.byId(id)) },
    {
      id,
      author_id: ownerId,
      status: 'draft',
      slug: null,
      working_version: 1,
      live_version: null,
      created_at: now,
      updated_at: now,
      published_at: null,
      modified_at: null,
      publisher_id: null,
      position: null,
      trashed_at: null,
      edited_at: now,
      has_changes: 0,
      is_machine_draft: 1,
      revision_asked_at: null,
      provenance: null,
    },
  );
  const listed = await newest(sender);
  assert.equal(at(listed, 'id'), id);
  const shown = isObject(listed) ? Object.entries(keeps).filter(([field]) => field in listed) : [];
  for (const [field, value] of shown) assert.deepEqual(at(listed, field), value, field);
  assert.equal((await gate.app.inject(`/api/public/pieces/${id}`)).statusCode, 404);
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the fields of a draft, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { id: ownerId } = await addWriter(gate, 'ada');
    await addWriter(gate, 'bob');
    const { key } = await addKey(gate, 'ada');
    const sender = { gate, key, ownerId };

    for (const each of DRAFT_CASES) {
      test(each.name, async () => {
        gate.clock.advance(1);
        if (each.keeps) await assertKept(sender, each.send, each.keeps);
        else await assertRefused(sender, each);
      });
    }

    test('after all that nothing is public', async () => {
      const recent = await gate.app.inject('/api/public/pieces/recent');
      assert.equal(at(JSON.parse(recent.body), 'count'), 0);
      assert.equal(await gate.context.store.publications.count(), 0);
    });
  });
}
