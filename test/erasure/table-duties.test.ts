// The table that says what is done with each table: none is missing, and what it says is what happens.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { backUp } from '../../src/operations/backup/back-up.ts';
import { backupFolder } from '../../src/operations/backup/backup-folder.ts';
import { rebuild } from '../../src/operations/publishing/rebuild.ts';
import { MIGRATION_TABLES } from '../../src/store/migrations/migrations.ts';
import { TABLE_DUTIES } from '../../src/store/table-duties.ts';
import { exportText } from '../support/archive/archives.ts';
import { DATABASES, type DatabaseKind, emptyPlace } from '../support/databases/databases.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY } from '../support/desk/desk.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { erased, everyRow, startWorld } from './world.ts';

type Duties = (typeof TABLE_DUTIES)['pieces'];

const DUTIES = new Map<string, Duties>(Object.entries(TABLE_DUTIES));

const tablesWith = (holds: (duties: Duties) => boolean) =>
  [...DUTIES].filter(([, duties]) => holds(duties)).map(([table]) => table);

async function counts({ context }: Gate): Promise<Map<string, number>> {
  return new Map(Object.entries(await context.store.integrity.counts()));
}

/** SQLite has a view of parts, which it makes with a table of numbers. */
const isOn = (kind: DatabaseKind, table: string) =>
  table !== (kind === 'sqlite' ? 'piece_parts' : 'part_numbers');

for (const kind of DATABASES) {
  describe(`the duties of each table, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { gate } = world;

    test('are said of every table, and of no other', async () => {
      const ours = (await gate.context.store.integrity.tableNames()).filter(
        (name) => !Object.values(MIGRATION_TABLES).includes(name),
      );
      const said = [...DUTIES.keys()].filter((name) => isOn(kind, name));
      assert.deepEqual(ours.toSorted(), said.toSorted());
    });

    test('an import has what they say, and nothing else', async () => {
      const other = await startGate(kind);
      // Import refuses publication times in the future.
      other.clock.advance(DAY);
      const [there, fresh] = [await counts(gate), await counts(other)];
      const text = (await exportText(gate.context)).trim().split('\n');
      await importLines(
        other.context,
        text.map((line) => JSON.parse(line)),
      );
      for (const [table, count] of await counts(other)) {
        const { imported } = DUTIES.get(table) ?? {};
        if (imported === 'in part' || imported === 'its own' || imported === undefined) continue;
        const expected = imported === 'never' ? fresh.get(table) : there.get(table);
        assert.equal(count, expected, `${table}: ${imported}`);
      }
    });

    test('a rebuild makes again what they say', async () => {
      const before = await counts(gate);
      for (const table of ['publications', 'author_texts', 'piece_texts']) {
        await sqlAt(gate.place, `DELETE FROM ${table}`);
      }
      await rebuild(gate.context);
      const after = await counts(gate);
      for (const table of tablesWith(({ rebuilt }) => rebuilt === 'made again')) {
        assert.equal(after.get(table), before.get(table), table);
      }
    });

    test('an erased account leaves what they say', async () => {
      const before = await everyRow(world);
      await erased(world, { pieces: 'erase' });
      const own = new RegExp([world.accountId, world.published, world.draft].join('|'));
      const rows = await everyRow(world);
      const ownPieces = new RegExp([world.published, world.draft].join('|'));
      for (const [table, { erased: how }] of DUTIES) {
        if (how === 'kept') continue;
        // What stays of the account has its id, and no name; the job of the search index has its own time.
        if (['accounts', 'authors', 'author_texts', 'content_changes'].includes(table)) continue;
        // A piece of another writer's still says by id who approved it.
        const gone = how === 'removed or nameless' ? ownPieces : own;
        assert.doesNotMatch(rows.get(table) ?? '', gone, table);
      }
      const touched = tablesWith(({ erased: how }) => how === 'removed').filter((table) =>
        own.test(before.get(table) ?? ''),
      );
      assert.ok(touched.length >= 12, `a world with too little in it: ${touched}`);
    });
  });
}

test('a backup has every table', async () => {
  const { gate } = await startWorld('sqlite');
  const folder = backupFolder((await emptyPlace('sqlite')).dataDir);
  const { manifest } = await backUp(gate.context.config, folder, gate.clock.now());
  const missing = [...DUTIES.keys()].filter(
    (table) => isOn('sqlite', table) && manifest.database.rows[table] === undefined,
  );
  assert.deepEqual(missing, []);
});
