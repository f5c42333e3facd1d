// A record without its entries, or with another headline, author, status or text than its entries name, is not intact.

import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { faultsIn, recordFrom } from '../../src/operations/provenance/verify-record.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../support/desk/editing.ts';

const TEXT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };

/** Published, changed twice and published each time: three signed entries. */
async function published({ writer, drafted, save }: Editing): Promise<string> {
  const page = await drafted(TEXT);
  leadsTo(await writer.submit(`${page}/publish`, { version: '1', declaration: 'machine' }));
  for (const [over, words] of [
    [1, 'I have seen it.'],
    [2, 'I see it daily.'],
  ] as const) {
    await save(page, over, { ...TEXT, body_md: `${TEXT.body_md} ${words}` });
    const declaration = 'assisted';
    leadsTo(await writer.submit(`${page}/publish`, { version: `${over + 1}`, declaration }));
  }
  return page;
}

for (const kind of DATABASES) {
  describe(`a record and its entries, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer, stranger } = editing;
    const sql = (statement: string) => sqlAt(gate.place, statement);
    const recordOf = async (page: string, by = writer) => {
      const answer = await by.open(`${page}/record.json`);
      assert.equal(answer.statusCode, 200, answer.body);
      return recordFrom(JSON.parse(answer.body));
    };
    const faultsAt = async (page: string) => faultsIn(await recordOf(page));
    const signed = (page: string) => `piece_id = '${idOf(page)}' AND signature IS NOT NULL`;

    test('it is intact as the service left it, in each state', async () => {
      const page = await published(editing);
      assert.deepEqual(await faultsAt(page), []);
      leadsTo(await writer.submit(`${page}/unpublish`, {}));
      assert.deepEqual(await faultsAt(page), []);
      leadsTo(await writer.submit(`${page}/publish`, { version: '3', declaration: 'assisted' }));
      assert.deepEqual(await faultsAt(page), []);
      assert.deepEqual(await faultsAt(await editing.piece()), []);
    });

    test('all entries are removed, or all that are signed', async () => {
      const page = await published(editing);
      await sql(`DELETE FROM piece_moves WHERE ${signed(page)}`);
      assert.match((await faultsAt(page)).join(), /but no entry says that it was published/);
      assert.match(
        (await faultsAt(page)).join(),
        /status is “approved”, but the log ends with “draft”/,
      );
      const shown = await writer.open(`${page}/record`);
      assert.match(shown.body, /no entry says that it was published/);
      // The entry that is left is made to say that the piece was approved from the start.
      await sql(`UPDATE piece_moves SET to_status = 'approved' WHERE piece_id = '${idOf(page)}'`);
      assert.match((await faultsAt(page)).join(), /but no entry says that it was published/);
      await sql(`DELETE FROM piece_moves WHERE piece_id = '${idOf(page)}'`);
      assert.match((await faultsAt(page)).join(), /The log has no entries/);
    });

    test('the last entry is removed, and one from the middle, numbered again or not', async () => {
      const last = await published(editing);
      await sql(`DELETE FROM piece_moves WHERE number = 4 AND ${signed(last)}`);
      assert.match((await faultsAt(last)).join(), /Version 2 was published last, but another one/);
      const middle = await published(editing);
      await sql(`DELETE FROM piece_moves WHERE number = 3 AND ${signed(middle)}`);
      assert.match((await faultsAt(middle)).join(), /has number 4: an entry before it was removed/);
      await sql(`UPDATE piece_moves SET number = 3 WHERE number = 4 AND ${signed(middle)}`);
      assert.match((await faultsAt(middle)).join(), /does not match its signature/);
      const unsigned = await published(editing);
      await sql(`DELETE FROM piece_moves WHERE piece_id = '${idOf(unsigned)}' AND act = 'create'`);
      assert.match((await faultsAt(unsigned)).join(), /an entry before it was removed/);
      await sql(
        `UPDATE piece_moves SET number = number - 1 WHERE number = 2 AND ${signed(unsigned)}`,
      );
      await sql(
        `UPDATE piece_moves SET number = number - 1 WHERE number = 3 AND ${signed(unsigned)}`,
      );
      await sql(
        `UPDATE piece_moves SET number = number - 1 WHERE number = 4 AND ${signed(unsigned)}`,
      );
      assert.match(
        (await faultsAt(unsigned)).join(),
        /“publish” of .* does not match its signature/,
      );
    });

    test('the headline, the author, the status and the words of a piece are changed', async () => {
      const page = await published(editing);
      const id = idOf(page);
      const during = async (change: string, back: string) => {
        await sql(change);
        const found = await faultsAt(page);
        await sql(back);
        return found.join();
      };
      const headline = (table: string, where: string, words: string) =>
        `UPDATE ${table} SET headline = '${words}' WHERE piece_id = '${id}' ${where}`;
      assert.match(
        await during(
          headline('publications', '', 'Mine'),
          headline('publications', '', 'On tides'),
        ),
        /differs from version 3 in: headline.*The headline is “Mine”, but “On tides” was published/,
      );
      const third = 'AND number = 3';
      assert.match(
        await during(
          headline('piece_versions', third, 'Mine'),
          headline('piece_versions', third, 'On tides'),
        ),
        /Version 3 was altered.*“publish_changes” of .* does not match its signature/,
      );
      const status = (name: string) => `UPDATE pieces SET status = '${name}' WHERE id = '${id}'`;
      assert.match(
        await during(status('draft'), status('approved')),
        /status is “draft”, but the log ends with “approved”.*Readers see the piece, although/,
      );
      const [words] = await sql(
        `SELECT html_json, text_json FROM publication_bodies WHERE piece_id = '${id}'`,
      );
      const text = (column: string, value: unknown) =>
        `UPDATE publication_bodies SET ${column} = '${value}' WHERE piece_id = '${id}'`;
      for (const column of ['html_json', 'text_json']) {
        assert.match(
          await during(
            text(column, String(words?.[column]).replace('moon', 'sun')),
            text(column, words?.[column]),
          ),
          /What readers see differs from version 3 in: text/,
        );
      }
      const [other] = await sql(`SELECT id FROM authors WHERE slug = 'bob'`);
      const [own] = await sql(`SELECT id FROM authors WHERE slug = 'ada'`);
      const author = (table: string, column: string, value: unknown) =>
        sql(`UPDATE ${table} SET author_id = '${value}' WHERE ${column} = '${id}'`);
      await author('publications', 'piece_id', other?.['id']);
      assert.match((await faultsAt(page)).join(), /Readers see another author/);
      await author('pieces', 'id', other?.['id']);
      const found = faultsIn(await recordOf(page, stranger)).join();
      assert.match(found, /“publish” of .* is by ada, but the author is bob/);
      await author('pieces', 'id', own?.['id']);
      await author('publications', 'piece_id', own?.['id']);
      assert.deepEqual(await faultsAt(page), []);
    });

    test('entries signed in the first form stay valid', async () => {
      const page = await editing.drafted(TEXT);
      leadsTo(await writer.submit(`${page}/publish`, { version: '1', declaration: 'machine' }));
      const [key] = await sql(`SELECT value FROM settings WHERE name = 'record_key'`);
      const { piece, moves } = await recordOf(page);
      const move = moves.at(-1);
      const bytes = JSON.stringify([
        ...['standfirst-publication/1', piece.id, move?.at, move?.act],
        ...[move?.by.kind, move?.by.name, move?.by.id, move?.version, move?.version_hash],
        ...[move?.declaration, move?.machine_share, null],
      ]);
      const first = sign(null, Buffer.from(bytes), String(key?.['value'])).toString('base64url');
      await sql(`UPDATE piece_moves SET signature = '${first}' WHERE ${signed(page)}`);
      assert.deepEqual(await faultsAt(page), []);
      await sql(`UPDATE piece_moves SET declaration = 'human' WHERE ${signed(page)}`);
      assert.match((await faultsAt(page)).join(), /does not match its signature/);
    });

    test('the same, in the file', async () => {
      const record = await recordOf(await published(editing));
      const { piece } = record;
      const because = (changed: object) => faultsIn(recordFrom({ ...record, ...changed })).join();
      const [create] = record.moves;
      assert.match(because({ moves: [create] }), /no entry says that it was published/);
      assert.match(because({ moves: record.moves.slice(0, -1) }), /was published last/);
      assert.match(because({ piece: { ...piece, headline: 'Mine' } }), /The headline is “Mine”/);
      assert.match(because({ piece: { ...piece, author: 'eve' } }), /The author is eve/);
      assert.match(because({ piece: { ...piece, status: 'draft' } }), /The status is “draft”/);
      const renumbered = record.moves.map((move, at) => ({ ...move, number: at + 1, to: 'draft' }));
      assert.match(because({ moves: renumbered }), /does not match its signature/);
    });
  });
}
