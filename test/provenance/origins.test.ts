// Records of other origins: of a database from before there were any, of another service, of an app, of a key that
// was rotated.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Given } from '../../src/commands/command.ts';
import { recordCommands } from '../../src/commands/record.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { rotateRecordKey } from '../../src/operations/provenance/record-key.ts';
import { faultsIn, recordFrom } from '../../src/operations/provenance/verify-record.ts';
import { statementsIn } from '../../src/store/migrations/migration-statements.ts';
import { exportText } from '../support/archive/archives.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { withSql } from '../support/databases/sql.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../support/desk/editing.ts';
import { connected, draft } from '../support/oauth.ts';
import { LATER } from '../support/service.ts';

const DRAFT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };

const recordAt = async (writer: DeskBrowser, page: string) => {
  const answer = await writer.open(`${page}/record.json`);
  assert.equal(answer.statusCode, 200, answer.body);
  return recordFrom(JSON.parse(answer.body));
};

const readAt = async ({ gate }: Editing, page: string) =>
  (await gate.app.inject(`/api/public/pieces/${idOf(page)}`)).json().piece;

/** A key's draft, edited, published, changed and published again. */
async function written({ writer, drafted, save }: Editing): Promise<string> {
  const page = await drafted(DRAFT);
  await save(page, 1, { ...DRAFT, body_md: `${DRAFT.body_md} I have seen it.` });
  leadsTo(await writer.submit(`${page}/publish`, { version: '2', declaration: 'assisted' }));
  await save(page, 2, { ...DRAFT, body_md: `${DRAFT.body_md} I see it daily.` });
  leadsTo(await writer.submit(`${page}/publish`, { version: '3', declaration: '' }));
  return page;
}

const lineOf = async ({ gate }: Editing, page: string) => {
  const lines = (await exportText(gate.context)).split('\n');
  return lines.filter((line) => line.includes(idOf(page)) && line.includes('"versions"'))[0] ?? '';
};

async function verified(record: object, keys: string[] = []): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'record-')), 'record.json');
  await writeFile(file, JSON.stringify(record));
  await recordCommands[0]?.run(new Given({ key: keys }, [file]));
}

/** Undoes 0024-provenance and later migrations, since a column that is added again becomes its table's last. */
const BEFORE = [
  ...['erased_images', 'erased_pieces', 'erased_slugs', 'erasures'].map(
    (each) => `DROP TABLE ${each}`,
  ),
  'ALTER TABLE piece_moves DROP COLUMN erased_hash',
  ...['piece_versions', 'piece_proposals', 'publications'].map(
    (each) => `ALTER TABLE ${each} DROP COLUMN image`,
  ),
  ...['hash', 'previous_hash'].map((each) => `ALTER TABLE piece_versions DROP COLUMN ${each}`),
  ...['declaration', 'machine_share', 'version_hash', 'signed_with', 'signature'].map(
    (each) => `ALTER TABLE piece_moves DROP COLUMN ${each}`,
  ),
  ...['pieces', 'publications'].map((each) => `ALTER TABLE ${each} DROP COLUMN provenance`),
  ...['writing_policy', 'shows_human'].map((each) => `ALTER TABLE authors DROP COLUMN ${each}`),
  'DROP TABLE pruned_versions',
];

const MIGRATIONS = ['0024-provenance.sql', '0030-covers.sql', '0036-erasures.sql'].map(
  (name) => new URL(`../../migrations/${name}`, import.meta.url),
);

for (const kind of DATABASES_IN_FULL) {
  describe(`records of other origins, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer } = editing;
    const other = await startEditing(kind === 'sqlite' ? 'postgres' : 'sqlite');

    test('a database from before: nothing is said, and the chain begins cleanly', async () => {
      const old = await startEditing(kind);
      const page = await written(old);
      await withSql(old.gate.place, async (query) => {
        for (const statement of BEFORE) await query(statement);
        for (const file of MIGRATIONS) {
          for (const each of statementsIn(await readFile(file, 'utf8'))) await query(each);
        }
      });
      const piece = await readAt(old, page);
      assert.equal(piece.provenance, undefined);
      for (const place of [new URL(piece.url).pathname, '/feed.xml', '/feed.json']) {
        const { body } = await old.gate.app.inject(place);
        assert.doesNotMatch(body, /provenance|digitalSource|with a machine/, place);
      }
      const before = await recordAt(old.writer, page);
      assert.deepEqual([before.piece.provenance, before.versions.length], [null, 3]);
      assert.ok(before.moves.every(({ signature }) => signature === null));
      await verified(before);
      assert.match((await old.writer.open(`${page}/record`)).body, /The record is intact/);
      // The writer is asked with the next publication, and statements are signed from then on.
      await old.save(page, 3, { ...DRAFT, body_md: `${DRAFT.body_md} I see it hourly.` });
      const asked = await old.writer.submit(`${page}/publish`, { version: '4', declaration: '' });
      assert.equal(asked.statusCode, 400);
      const answer = { version: '4', declaration: 'assisted' };
      leadsTo(await old.writer.submit(`${page}/publish`, answer));
      assert.equal((await readAt(old, page)).provenance.declaration, 'assisted');
      const now = await recordAt(old.writer, page);
      await verified(now);
      assert.deepEqual(now.versions.slice(0, 3), before.versions);
      assert.equal(now.moves.filter(({ signature }) => signature !== null).length, 1);
    });

    test('another service, on the other database: whole, and signed with the key of the first', async () => {
      const page = await written(editing);
      await importArchive({ ...other.gate.context, now: () => LATER }, [
        await lineOf(editing, page),
      ]);
      const [first, second] = [await recordAt(writer, page), await recordAt(other.writer, page)];
      const { author_id } = first.piece;
      const { piece, publication } = second;
      assert.deepEqual(
        {
          ...{ ...second, made_at: first.made_at, piece: { ...piece, author_id } },
          publication: publication && { ...publication, author_id },
        },
        { ...first, keys_url: second.keys_url },
      );
      await verified(second);
      assert.deepEqual(
        (await readAt(other, page)).provenance,
        (await readAt(editing, page)).provenance,
      );
      const shown = (await other.writer.open(`${page}/record`)).body;
      assert.match(shown, /The record is intact/);
      assert.match(shown, /a key that isn’t this service’s/);
      assert.doesNotMatch((await writer.open(`${page}/record`)).body, /a key that isn’t/);
      // Pieces published there are signed with that service's key.
      await other.save(page, 3, { ...DRAFT, body_md: `${DRAFT.body_md} And here.` });
      leadsTo(await other.writer.submit(`${page}/publish`, { version: '4', declaration: '' }));
      const third = await recordAt(other.writer, page);
      await verified(third);
      const keys = third.moves.flatMap(({ signed_with }) => signed_with ?? []);
      assert.equal(new Set(keys).size, 2);
      await verified(third, keys);
      await assert.rejects(verified(third, keys.slice(0, 1)), /signed with another key/);
    });

    test('an archive with a forged declaration is taken, and its record says so', async () => {
      const forgeries: [RegExp, (line: ReturnType<typeof JSON.parse>) => void][] = [
        [
          /differs from what was declared/,
          (line) => Object.assign(line.provenance, { declaration: 'human' }),
        ],
        [/differs from what was declared/, (line) => delete line.provenance],
        [
          /does not match its signature/,
          (line) => Object.assign(line.moves[1], { declaration: 'human' }),
        ],
        [/or an earlier entry was removed/, (line) => line.moves.splice(1, 1)],
        [/Version 1 was altered/, (line) => Object.assign(line.versions[0], { sub: 'Mine' })],
        [/a version is missing/, (line) => line.versions.splice(0, 1)],
        [
          /Version 2 was altered/,
          (line) => Object.assign(line.versions[1].saved_by, { name: 'bob' }),
        ],
      ];
      for (const [found, forge] of forgeries) {
        const page = await written(editing);
        const line = JSON.parse(await lineOf(editing, page));
        forge(line);
        await importArchive({ ...other.gate.context, now: () => LATER }, [JSON.stringify(line)]);
        const record = await recordAt(other.writer, page);
        assert.match(faultsIn(record).join('\n'), found);
        await assert.rejects(verified(record), found);
      }
    });

    test('an app that the writer connected is a program like any other', async () => {
      const { access } = await connected(gate.app, writer);
      const made = (await draft(gate, access)).json();
      const page = `/desk/edit/pieces/${idOf(JSON.stringify(made))}`;
      assert.match(
        (await writer.open(`${page}/publish`)).body,
        /as a program saved it, word for word/,
      );
      const answer = { version: '1', declaration: 'human' };
      assert.equal((await writer.submit(`${page}/publish`, answer)).statusCode, 409);
      leadsTo(await writer.submit(`${page}/publish`, { ...answer, declaration: 'machine' }));
      const { provenance, url } = await readAt(editing, page);
      assert.deepEqual([provenance.drafted_by, provenance.machine_share], ['api_program', 100]);
      const record = await recordAt(writer, page);
      assert.equal(record.versions[0]?.saved_by.kind, 'app');
      await verified(record);
      assert.match((await writer.open(`${page}/record`)).body, /app “Assistant”/);
      const read = (await gate.app.inject(new URL(url).pathname)).body;
      assert.match(read, /Written by a machine, published as it is\..*by a program that sends/s);
    });

    test('a rotated key stays published, and what it signed stays good', async () => {
      const page = await written(editing);
      const keysOf = async () =>
        (await gate.app.inject('/.well-known/standfirst-record-keys.json'))
          .json()
          .keys.map(({ x }: { x: string }) => x);
      const before = await keysOf();
      await rotateRecordKey(gate.context.store);
      await rotateRecordKey(gate.context.store);
      const [newest, ...retired] = await keysOf();
      assert.equal(retired.length, 2);
      assert.deepEqual(retired.slice(-1), before);
      assert.doesNotMatch((await writer.open(`${page}/record`)).body, /a key that isn’t/);
      await editing.save(page, 3, { ...DRAFT, body_md: `${DRAFT.body_md} Once more.` });
      leadsTo(await writer.submit(`${page}/publish`, { version: '4', declaration: '' }));
      const record = await recordAt(writer, page);
      assert.equal(record.moves.at(-1)?.signed_with, newest);
      await verified(record, [newest, ...retired]);
      await assert.rejects(verified(record, [newest]), /signed with another key/);
    });
  });
}
