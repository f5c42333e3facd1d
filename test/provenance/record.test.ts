// The record of a piece: valid after everything the service does, and broken by any other change.

import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Given } from '../../src/commands/command.ts';
import { recordCommands } from '../../src/commands/record.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { faultsIn, recordFrom } from '../../src/operations/provenance/verify-record.ts';
import { exportText } from '../support/archive/archives.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../support/desk/editing.ts';
import { LATER } from '../support/service.ts';

const DRAFT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };

/** A key's draft, edited twice and published; then changed and published again. */
async function written({ writer, drafted, save }: Editing): Promise<string> {
  const page = await drafted(DRAFT);
  await save(page, 1, { ...DRAFT, body_md: `${DRAFT.body_md} I have seen it.` });
  await save(page, 2, { ...DRAFT, body_md: `${DRAFT.body_md} I have seen it often.` });
  leadsTo(await writer.submit(`${page}/publish`, { version: '3', declaration: 'assisted' }));
  await save(page, 3, { ...DRAFT, body_md: `${DRAFT.body_md} I see it daily.` });
  leadsTo(await writer.submit(`${page}/publish`, { version: '4', declaration: '' }));
  return page;
}

const recordAt = async (writer: DeskBrowser, page: string) => {
  const answer = await writer.open(`${page}/record.json`);
  assert.equal(answer.statusCode, 200, answer.body);
  return recordFrom(JSON.parse(answer.body));
};

for (const kind of DATABASES_IN_FULL) {
  describe(`the record of a piece, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer, stranger, piece } = editing;

    test('it is whole, for its writer alone, and names the key of the service', async () => {
      const page = await written(editing);
      const record = await recordAt(writer, page);
      assert.deepEqual(faultsIn(record), []);
      assert.deepEqual(
        record.versions.map(({ previous_hash }) => previous_hash),
        [null, ...record.versions.slice(0, -1).map(({ hash }) => hash)],
      );
      const signed = record.moves.filter(({ signature }) => signature !== null);
      assert.deepEqual(
        signed.map(({ act, declaration }) => [act, declaration]),
        [
          ['publish', 'assisted'],
          ['publish_changes', 'assisted'],
        ],
      );
      const { keys } = (await gate.app.inject('/.well-known/standfirst-record-keys.json')).json();
      assert.deepEqual(
        keys.map((each: { x: string }) => each.x),
        [signed[0]?.signed_with],
      );
      const shown = await writer.open(`${page}/record`);
      assert.match(shown.body, /The record is intact/);
      assert.match(shown.body, /Declared: “Drafted with a machine/);
      for (const place of ['record', 'record.json']) {
        assert.equal((await stranger.open(`${page}/${place}`)).statusCode, 404);
        assert.notEqual((await gate.app.inject(`${page}/${place}`)).statusCode, 200);
      }
    });

    test('a text that was altered shows on its page', async () => {
      const page = await written(editing);
      await sqlAt(
        gate.place,
        `UPDATE piece_versions SET body_md = 'Mine' WHERE piece_id = '${idOf(page)}' AND number = 1`,
      );
      assert.match(
        (await writer.open(`${page}/record`)).body,
        /has been altered since it was saved.*Version 1/s,
      );
    });

    test('versions from before there were hashes get theirs', async () => {
      const page = await piece();
      await sqlAt(
        gate.place,
        `UPDATE piece_versions SET hash = NULL, previous_hash = NULL WHERE piece_id = '${idOf(page)}'`,
      );
      await editing.save(page, 1);
      const record = await recordAt(writer, page);
      assert.equal(record.versions.length, 2);
      assert.deepEqual(faultsIn(record), []);
    });

    test('a pruned autosave leaves its hash', async () => {
      const page = await piece();
      for (const over of [1, 2, 3]) {
        gate.clock.advance(10_000);
        const text = `Some words, and more of them ${'.'.repeat(over)}`;
        const fields = { headline: 'A headline', body_md: text, version: over };
        const form_token = await writer.csrfToken(page);
        const saved = await writer.call(`${page}/save`, { ...fields, form_token });
        assert.equal(saved.statusCode, 200, saved.body);
      }
      const record = await recordAt(writer, page);
      assert.ok(record.versions.some(({ state }) => state === 'pruned'));
      assert.deepEqual(faultsIn(record), []);
      await sqlAt(gate.place, `DELETE FROM pruned_versions WHERE piece_id = '${idOf(page)}'`);
      assert.match(faultsIn(await recordAt(writer, page)).join('\n'), /a version is missing/);
    });

    test('an export and an import keep it whole, and the file can be checked', async () => {
      const page = await written(editing);
      const text = await exportText(gate.context);
      const other = await startEditing(kind);
      const lines = text.split('\n').filter((line) => line.includes(idOf(page)));
      await importArchive({ ...other.gate.context, now: () => LATER }, lines);
      const record = await recordAt(other.writer, page);
      assert.deepEqual(faultsIn(record), []);
      assert.deepEqual(record.versions, (await recordAt(writer, page)).versions);
      const read = await other.gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      assert.equal(read.json().piece.provenance.declaration, 'assisted');
      const folder = await mkdtemp(join(tmpdir(), 'record-'));
      const file = join(folder, 'record.json');
      const [verify] = recordCommands;
      await writeFile(file, JSON.stringify(record));
      await verify?.run(new Given({}, [file]));
      await assert.rejects(
        async () => verify?.run(new Given({ key: ['another'] }, [file])),
        /another key/,
      );
      const [first] = record.versions;
      if (first) first.saved_at = '2026-01-01T00:00:00.000Z';
      await writeFile(file, JSON.stringify(record));
      await assert.rejects(async () => verify?.run(new Given({}, [file])), /Version 1 was altered/);
    });
  });
}
