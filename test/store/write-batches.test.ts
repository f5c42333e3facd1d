// Batches of writes: each is written whole or not at all, whatever else is written meanwhile.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { KeyActor } from '../../src/operations/actor.ts';
import type { Context } from '../../src/operations/operation.ts';
import { contentFrom } from '../../src/operations/pieces/api-drafts.ts';
import { newDraft } from '../../src/operations/pieces/saving/save-piece.ts';
import type { WholePiece } from '../../src/store/pieces/whole-piece.ts';
import { author } from '../support/archive/records.ts';
import { assertSound } from '../support/databases/consistency.ts';
import {
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { databaseFile, sqlAt } from '../support/databases/sql.ts';
import { rounds } from '../support/soak.ts';

interface World {
  context: Context;
  place: Place;
  /** A draft to be stored, under this id if there is one. */
  draft(id?: string, body?: string): WholePiece;
  ids(): Promise<string[]>;
}

async function startWorld(kind: DatabaseKind): Promise<World> {
  const place = await freshPlace(kind);
  const context = await contextAt(place);
  await importLines(context, [author('ada')]);
  const ada = await context.store.authors.bySlug('ada');
  const actor: KeyActor = {
    ...{ kind: 'key', keyId: 'k', keyName: 'agent', slug: 'ada', mayWrite: true },
    accountId: ada?.id ?? '',
  };
  return {
    context,
    place,
    draft: (id = randomUUID(), body = 'A body.') =>
      newDraft(context, actor, contentFrom({ headline: 'A', body_md: body }), { id }),
    ids: async () =>
      (await sqlAt(place, 'SELECT id FROM pieces ORDER BY id')).map(({ id }) => String(id)),
  };
}

const stop = new Error('stopped by the test');

for (const kind of DATABASES) {
  describe(`batches of writes on ${kind}`, () => {
    test('one that fails leaves nothing of itself', async () => {
      const { context, draft, ids } = await startWorld(kind);
      const { store } = context;
      const [one, two] = [draft(), draft()];
      await assert.rejects(store.pieces.insertWithoutImages([one, two, one]), /unique/i);
      assert.deepEqual(await ids(), []);
      await store.pieces.insertWithoutImages([one, two]);
      assert.deepEqual(await ids(), [one.piece.id, two.piece.id].toSorted());
    });

    test('one that fails among others fails alone', async () => {
      const { context, draft, ids, place } = await startWorld(kind);
      const all = Array.from({ length: 40 }, () => randomUUID());
      const outcomes = await Promise.allSettled(
        [...all, ...all].map((id) => context.store.pieces.insert(draft(id))),
      );
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.equal(failed.length, all.length);
      for (const { reason } of failed) assert.match(String(reason), /unique/i);
      assert.deepEqual(await ids(), all.toSorted());
      await assertSound(place);
    });

    test('inside a transaction it is part of it', async () => {
      const { context, draft, ids } = await startWorld(kind);
      const work = context.store.transaction(async (tx) => {
        const { piece, ...rest } = draft();
        await tx.pieces.insert({ piece, ...rest });
        assert.ok(await tx.pieces.byId(piece.id));
        throw stop;
      });
      await assert.rejects(work, stop);
      assert.deepEqual(await ids(), []);
    });

    test('transactions beside them end with what is theirs, and nothing more', async () => {
      const { context, draft, ids, place } = await startWorld(kind);
      const { store } = context;
      const kept: string[] = [];
      const keep = async (whole: WholePiece) => {
        await store.pieces.insert(whole);
        kept.push(whole.piece.id);
      };
      const transaction = async (ends: boolean) => {
        const [one, two] = [draft(), draft()];
        const work = store.transaction(async (tx) => {
          await tx.pieces.insert(one);
          await tx.pieces.lock(one.piece.id);
          await tx.pieces.insert(two);
          if (!ends) throw stop;
        });
        if (!ends) return assert.rejects(work, stop);
        await work;
        kept.push(one.piece.id, two.piece.id);
      };
      for (let round = 0; round < rounds(3, 50); round += 1) {
        await Promise.all(
          Array.from({ length: 60 }, (_, each) =>
            each % 3 === 0 ? transaction(each % 2 === 0) : keep(draft()),
          ),
        );
      }
      assert.deepEqual(await ids(), kept.toSorted());
      await assertSound(place);
    });

    test('as many and as large as they come, all are stored', async () => {
      const { context, draft, ids } = await startWorld(kind);
      // Waiting five seconds for a connection is an error, so more requests would fail on a slow machine.
      const short = Array.from({ length: rounds(200, 600) }, () => draft());
      const long = Array.from({ length: rounds(20, 60) }, () =>
        draft(randomUUID(), 'word '.repeat(19_000)),
      );
      const all = [...short, ...long];
      await Promise.all(all.map((whole) => context.store.pieces.insert(whole)));
      assert.deepEqual(await ids(), all.map(({ piece }) => piece.id).toSorted());
      const [last] = long;
      const version = await context.store.pieces.version(last?.piece.id ?? '', 1);
      assert.equal(version?.body_md, last?.versions[0]?.body_md);
    });
  });
}

describe('batches of writes on SQLite, which share one writer', () => {
  test('each is stored or refused when the store closes', async () => {
    const { context, draft, ids } = await startWorld('sqlite');
    const { store } = context;
    const all = Array.from({ length: 50 }, () => draft());
    const insert = (whole: WholePiece) => store.pieces.insert(whole);
    const outcomes = Promise.allSettled([
      ...all.slice(0, 25).map(insert),
      store.transaction((tx) => tx.pieces.insert(draft())),
      ...all.slice(25).map(insert),
    ]);
    await store.close();
    const kept = (await outcomes).filter(({ status }) => status === 'fulfilled');
    assert.equal((await ids()).length, kept.length);
    await assert.rejects(insert(draft()), /closed/);
  });

  test('while another process writes, they wait for it', async () => {
    const { context, draft, ids, place } = await startWorld('sqlite');
    const all = Array.from({ length: 20 }, () => draft());
    const other = new DatabaseSync(databaseFile(place));
    other.exec('BEGIN IMMEDIATE');
    const work = Promise.all(all.map((whole) => context.store.pieces.insert(whole)));
    // To another thread and back: the batches were sent before.
    await context.store.snapshot((moment) => moment.accounts.count());
    assert.deepEqual(await ids(), []);
    other.exec('COMMIT');
    other.close();
    await work;
    assert.deepEqual(await ids(), all.map(({ piece }) => piece.id).toSorted());
  });
});
