// An erased account: nothing tells who it was, nothing of it is public but under the name that the writer chose, and
// every record holds.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkRecords } from '../../src/operations/doctor/records.ts';
import { askErasure } from '../../src/operations/erasure/ask-erasure.ts';
import { eraseAccount, eraseDue } from '../../src/operations/erasure/erase-due.ts';
import { faultsIn, recordFrom } from '../../src/operations/provenance/verify-record.ts';
import { anyRecord } from '../../src/operations/publishing/piece-record.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY, isSignedIn, signIn } from '../support/desk/desk.ts';
import { DeskBrowser } from '../support/desk/desk-browser.ts';
import { startGate } from '../support/gate.ts';
import { skip, verdictsByPython } from '../support/python-verifier.ts';
import { asked, erased, everyRow, MARK, page, startWorld, type World } from './world.ts';

const publicPiece = ({ gate }: World, id: string) => gate.app.inject(`/api/public/pieces/${id}`);

async function nameless(world: World): Promise<void> {
  for (const [table, rows] of await everyRow(world)) {
    assert.doesNotMatch(rows, new RegExp(MARK, 'i'), table);
  }
}

for (const kind of DATABASES) {
  describe(`an erased account whose pieces stay, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { gate, published, approved } = world;
    const before = (await everyRow(world)).get('publications') ?? '';
    await erased(world, { pieces: 'keep', keep_as: 'A Friend' });

    test('no row of any table names her', () => nameless(world));

    test('readers see the piece as it was, under the other name', async () => {
      const { piece } = (await publicPiece(world, published)).json();
      assert.equal(piece.authors[0].name, 'A Friend');
      assert.equal(piece.authors[0].slug, 'a-friend');
      assert.match(JSON.stringify(piece), /I have seen it/);
      assert.equal((await gate.app.inject('/author/a-friend')).statusCode, 200);
      const rows = (await everyRow(world)).get('publications') ?? '';
      assert.equal(rows, before);
    });

    test('no old URL leads anywhere, and nobody gets an old slug', async () => {
      for (const slug of [MARK, 'zorah-z']) {
        assert.equal((await gate.app.inject(`/author/${slug}`)).statusCode, 404, slug);
        assert.equal((await gate.app.inject(`/api/public/authors/${slug}`)).statusCode, 404, slug);
        assert.ok(await gate.context.store.erasures.isSlugErased(slug));
      }
    });

    test('drafts, the trash and everything that gives access are gone', async () => {
      assert.equal(await isSignedIn(world.zorah), false);
      const rows = await everyRow(world);
      for (const table of [
        ...['passkeys', 'api_keys', 'connected_apps', 'oauth_records', 'webhooks', 'deliveries'],
        ...['products', 'piece_proposals', 'piece_previews', 'invitations', 'sign_ups'],
        ...['account_tokens', 'fetched_cards', 'key_images', 'erased_images', 'piece_schedules'],
      ]) {
        const own = rows.get(table) ?? '';
        assert.equal(own.includes(world.accountId), false, `${table}: ${own}`);
      }
      assert.match(rows.get('erased_pieces') ?? '', new RegExp(world.draft));
      const files = await readdir(join(gate.context.config.dataDir, 'media')).catch(() => []);
      assert.deepEqual(
        files.filter((name) => !name.startsWith('.')),
        [],
      );
    });

    test('the piece that she approved stays, and its record holds without her name', async () => {
      assert.equal((await publicPiece(world, approved)).statusCode, 200);
      const record = await recordOfOther(world);
      assert.deepEqual(faultsIn(record), []);
      const approval = record.moves.find(({ act }) => act === 'approve');
      assert.deepEqual(approval?.by, { kind: 'writer', name: 'erased', id: null });
      assert.equal(record.notes[0]?.by.name, 'A Friend');
    });

    test('the record of the piece that stays holds: its words, and hashes of all others', async () => {
      const record = await anyRecord(gate.context, published);
      assert.deepEqual(faultsIn(record), []);
      assert.deepEqual(
        record.versions.map(({ state, saved_by }) => [state, saved_by.kind, saved_by.name]),
        [
          ['pruned', 'key', 'erased'],
          ['stored', 'writer', 'erased'],
          ['pruned', 'writer', 'erased'],
        ],
      );
      const [act, by] = [record.moves.at(-1)?.act, record.moves.at(-1)?.by];
      assert.deepEqual([act, by], ['erase', { kind: 'operator', name: 'erased', id: null }]);
      for (const column of ['saved_at', 'origin', 'hash']) {
        const [first, ...others] = record.versions;
        const versions = [{ ...first, [column]: '2026-01-01T00:00:00.000Z' }, ...others];
        assert.notDeepEqual(faultsIn(recordFrom({ ...record, versions })), [], column);
      }
      const unsigned = record.moves.filter((move) => move.act !== 'erase');
      assert.notDeepEqual(faultsIn(recordFrom({ ...record, moves: unsigned })), []);
    });

    test('the records of what was erased hold, and show a hand', async () => {
      const record = await anyRecord(gate.context, world.draft);
      assert.deepEqual(faultsIn(record), []);
      const [first] = record.versions;
      const altered = { ...record, versions: [{ ...first, saved_at: '2026-01-01T00:00:00.000Z' }] };
      assert.match(faultsIn(recordFrom(altered)).join(' '), /covers something that was altered/);
    });

    test('another program finds the same records intact, and each change', { skip }, async () => {
      const kept = await anyRecord(gate.context, published);
      const gone = await anyRecord(gate.context, world.draft);
      const intact = [kept, gone, await recordOfOther(world)];
      assert.deepEqual(verdictsByPython(intact), ['intact', 'intact', 'intact']);
      const [first, erasure] = [gone.moves[0], gone.moves.at(-1)];
      const changed = [
        ...[{ at: 'x' }, { headline: 'Mine' }, { version: 7 }, { number: 2 }].map((values) => ({
          ...gone,
          moves: gone.moves.with(0, { ...(first ?? assert.fail()), ...values }),
        })),
        ...[{ at: 'x' }, { version: 7 }, { erased_hash: 'x' }, { signature: null }].map(
          (values) => ({
            ...gone,
            moves: gone.moves.with(-1, { ...(erasure ?? assert.fail()), ...values }),
          }),
        ),
        { ...gone, moves: gone.moves.slice(0, -1) },
        { ...gone, versions: gone.versions.slice(1) },
        { ...kept, versions: kept.versions.slice(0, -1) },
        { ...kept, piece: { ...kept.piece, headline: 'Mine' } },
      ];
      for (const [at, verdict] of verdictsByPython(changed).entries()) {
        assert.notEqual(verdict, 'intact', String(at));
        assert.notDeepEqual(faultsIn(changed[at] ?? assert.fail()), [], String(at));
      }
    });

    test('once more changes nothing', async () => {
      const rows = await everyRow(world);
      await eraseDue(gate.context);
      assert.deepEqual(await everyRow(world), rows);
    });
  });

  describe(`an account that is erased with its pieces, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { gate, published, approved } = world;
    await asked(world, { pieces: 'erase' });

    test('until the day, nothing changes but what was scheduled', async () => {
      await eraseDue(gate.context);
      assert.equal((await publicPiece(world, published)).statusCode, 200);
      assert.equal(await isSignedIn(world.zorah), true);
      assert.equal(await gate.context.store.schedules.ofPiece(world.draft), undefined);
    });

    test('a run that is stopped has hidden everything, and the next one finishes', async () => {
      gate.clock.advance(15 * DAY);
      const row = await gate.context.store.erasures.of(world.accountId);
      assert.ok(row);
      await eraseAccount(gate.context, row, AbortSignal.abort());
      assert.equal((await publicPiece(world, published)).statusCode, 404);
      assert.equal(await isSignedIn(world.zorah), false);
      assert.equal((await gate.context.store.erasures.of(world.accountId))?.finished_at, null);
      const found = await checkRecords(gate.context);
      assert.deepEqual(
        found.filter(({ isWell }) => !isWell),
        [],
      );
      await eraseDue(gate.context);
      assert.notEqual((await gate.context.store.erasures.of(world.accountId))?.finished_at, null);
    });

    test('no row of any table names her', () => nameless(world));

    test('what she wrote is gone, and what she approved is not', async () => {
      assert.equal((await publicPiece(world, published)).statusCode, 404);
      assert.equal((await publicPiece(world, approved)).statusCode, 200);
      const record = await recordOfOther(world);
      assert.deepEqual(faultsIn(record), []);
      assert.equal(record.notes[0]?.by.name, 'a former member');
      assert.deepEqual(faultsIn(await anyRecord(gate.context, published)), []);
      await sqlAt(
        gate.place,
        `UPDATE piece_moves SET at = '2026-01-01T00:00:00.000Z' WHERE piece_id = '${approved}' AND act = 'approve'`,
      );
      assert.match(
        faultsIn(await recordOfOther(world)).join(' '),
        /covers something that was altered/,
      );
    });
  });
}

test('of a suspended writer, nothing becomes public under another name', async () => {
  const { context } = await startGate('sqlite');
  const id = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000000';
  const suspended_at = '2026-06-01T00:00:00.000Z';
  await importLines(context, [author('eve', { id, suspended_at }), piece('eve')]);
  const asked = { accountId: id, by: 'operator', actor: null } as const;
  const row = await askErasure(context, asked, { pieces: 'keep', keep_as: 'A Friend' });
  await eraseAccount(context, row);
  assert.equal(await context.store.publications.count(), 0);
  assert.equal(await context.store.authors.publicBySlug('a-friend'), undefined);
  assert.equal(await context.store.erasedTexts.approvedOf(id), 1);
});

async function recordOfOther({ gate, approved }: World) {
  const ben = new DeskBrowser(gate.app);
  await signIn(ben, { slug: 'ben', email: 'ben@press.example', password: 'the password of ben' });
  const answer = await ben.open(page(approved, '/record.json'));
  assert.equal(answer.statusCode, 200, answer.body);
  return recordFrom(answer.json());
}
