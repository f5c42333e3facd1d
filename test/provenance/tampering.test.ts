// Any manual change to the tables behind a record is detected: each column is changed in turn and then restored.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { faultsIn, recordFrom } from '../../src/operations/provenance/verify-record.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../support/desk/editing.ts';

const DRAFT = { headline: 'On tides', body_md: 'The moon pulls the water twice a day.' };

/** Columns that are not part of a record: a piece's states, sessions and reviewers' notes are not public. */
const OUTSIDE = ['piece_id', 'from_status', 'to_status', 'session_id', 'note'];

/** Rows, and what they are called here. */
const ROWS: [table: string, which: string, name: string][] = [
  ['piece_versions', 'number = 1', 'a version before the publication'],
  ['piece_versions', 'number = 4', 'the published version'],
  ['pruned_versions', 'number = 2', 'a tombstone'],
  ['piece_moves', `act = 'publish'`, 'the publication'],
  ['piece_moves', `act = 'publish_changes'`, 'the changes published'],
];

/** Drafted by a key, autosaved twice, edited, published, changed, and published again. */
async function written({ gate, writer, drafted, save }: Editing): Promise<string> {
  const page = await drafted(DRAFT);
  for (const over of [1, 2]) {
    gate.clock.advance(10_000);
    const body_md = `${DRAFT.body_md} So they say${'.'.repeat(over)}`;
    const form_token = await writer.csrfToken(page);
    const saved = await writer.call(`${page}/save`, {
      ...{ headline: DRAFT.headline, body_md, version: over, form_token },
    });
    assert.equal(saved.statusCode, 200, saved.body);
  }
  await save(page, 3, { ...DRAFT, body_md: `${DRAFT.body_md} I have seen it.` });
  leadsTo(await writer.submit(`${page}/publish`, { version: '4', declaration: 'assisted' }));
  await save(page, 4, { ...DRAFT, body_md: `${DRAFT.body_md} I see it daily.` });
  leadsTo(await writer.submit(`${page}/publish`, { version: '5', declaration: '' }));
  return page;
}

const literal = (value: unknown) => {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? `${value}` : `'${String(value).replaceAll(`'`, `''`)}'`;
};

const NULLABLE = ['declaration', 'version_hash', 'signed_with', 'signature'];

/** Something else, of the same kind; and nothing, where that may be. */
function others(table: string, column: string, value: unknown): unknown[] {
  const nothing = table === 'piece_moves' && NULLABLE.includes(column) ? [null] : [];
  if (column === 'declaration') return ['human', ...nothing];
  if (typeof value === 'number') return [value + 50];
  return [value === null ? 'x' : column === 'cards' ? '[{}]' : `${value}!`, ...nothing];
}

for (const kind of DATABASES_IN_FULL) {
  describe(`a record that was tampered with, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer } = editing;
    const page = await written(editing);
    const other = await written(editing);
    const [id, otherId] = [idOf(page), idOf(other)];
    const sql = (statement: string) => sqlAt(gate.place, statement);
    const faults = async (of = page) => {
      const answer = await writer.open(`${of}/record.json`);
      assert.equal(answer.statusCode, 200, answer.body);
      return faultsIn(recordFrom(JSON.parse(answer.body)));
    };
    /** The record's verdict while the change is in place. */
    const during = async (change: string, back: string) => {
      await sql(change);
      try {
        return await faults();
      } finally {
        await sql(back);
      }
    };

    for (const [table, which, name] of ROWS) {
      test(`${name}: every column`, async () => {
        const where = `WHERE piece_id = '${id}' AND ${which}`;
        const [row = {}] = await sql(`SELECT * FROM ${table} ${where}`);
        // Only the order of the log counts: the last entry stays the last.
        const isLast = which.includes('changes');
        const columns = Object.keys(row).filter(
          (column) => !OUTSIDE.includes(column) && !(isLast && column === 'number'),
        );
        assert.ok(columns.length > 8, columns.join());
        for (const column of columns) {
          for (const changed of others(table, column, row[column])) {
            const set = (value: unknown, from: string) =>
              `UPDATE ${table} SET ${column} = ${literal(value)} ${from}`;
            // A row whose key was changed is found by its new value.
            const there = which.startsWith(column)
              ? `WHERE piece_id = '${id}' AND ${column} = ${literal(changed)}`
              : where;
            const found = await during(set(changed, where), set(row[column], there));
            assert.notDeepEqual(found, [], `${table}.${column} = ${changed}`);
          }
        }
        assert.deepEqual(await faults(), []);
      });
    }

    test('what readers are told, and which version they have', async () => {
      const [piece] = await sql(`SELECT * FROM pieces WHERE id = '${id}'`);
      const told = String(piece?.['provenance']);
      const lie = told.replace('assisted', 'human');
      for (const [table, column] of [
        ['pieces', 'id'],
        ['publications', 'piece_id'],
      ]) {
        const set = (value: string | null) =>
          `UPDATE ${table} SET provenance = ${literal(value)} WHERE ${column} = '${id}'`;
        assert.deepEqual(await during(set(lie), set(told)), [
          'What readers are told differs from what was declared.',
        ]);
        assert.notDeepEqual(await during(set(null), set(told)), []);
      }
      const live = (number: number) =>
        `UPDATE pieces SET live_version = ${number} WHERE id = '${id}'`;
      assert.match((await during(live(4), live(5))).join(), /Version 5 was published last/);
      const working = (number: number) =>
        `UPDATE pieces SET working_version = ${number} WHERE id = '${id}'`;
      assert.notDeepEqual(await during(working(4), working(5)), []);
    });

    test('signatures that were swapped, and one of somebody else’s', async () => {
      const moves = await sql(
        `SELECT number, signature, signed_with FROM piece_moves WHERE piece_id = '${id}' AND signature IS NOT NULL ORDER BY number`,
      );
      const [first, second] = moves;
      assert.equal(moves.length, 2);
      const set = (number: unknown, signature: unknown) =>
        sql(
          `UPDATE piece_moves SET signature = '${signature}' WHERE piece_id = '${id}' AND number = ${number}`,
        );
      await set(first?.['number'], second?.['signature']);
      await set(second?.['number'], first?.['signature']);
      assert.equal((await faults()).length, 2);
      await set(first?.['number'], first?.['signature']);
      await set(second?.['number'], second?.['signature']);
      assert.deepEqual(await faults(), []);
      const { publicKey } = generateKeyPairSync('ed25519');
      const strange = String(publicKey.export({ format: 'jwk' }).x);
      const key = (value: unknown) =>
        `UPDATE piece_moves SET signed_with = '${value}' WHERE piece_id = '${id}' AND act = 'publish'`;
      assert.notDeepEqual(await during(key(strange), key(first?.['signed_with'])), []);
    });

    test('a publication that was taken out of the log, or made as if from before', async () => {
      const page = await written(editing);
      const where = `WHERE piece_id = '${idOf(page)}' AND act = 'publish_changes'`;
      await sql(
        `UPDATE piece_moves SET declaration = NULL, version_hash = NULL, signature = NULL,
         signed_with = NULL, machine_share = NULL ${where}`,
      );
      assert.match((await faults(page)).join(), /“publish_changes” of .* is not signed/);
      await sql(`DELETE FROM piece_moves ${where}`);
      assert.match(
        (await faults(page)).join(),
        /What readers are told differs from what was declared/,
      );
      const early = await written(editing);
      await sql(`DELETE FROM piece_moves WHERE piece_id = '${idOf(early)}' AND act = 'publish'`);
      assert.match((await faults(early)).join(), /or an earlier entry was removed/);
    });

    test('versions that were removed with a tombstone, changed places or are another piece’s', async () => {
      const of = async (number: number) =>
        (
          await sql(`SELECT * FROM piece_versions WHERE piece_id = '${id}' AND number = ${number}`)
        )[0];
      const [one, four] = [await of(1), await of(4)];
      const place = (row: typeof one, text: unknown) =>
        `UPDATE piece_versions SET body_md = ${literal(text)} WHERE piece_id = '${id}' AND number = ${row?.['number']}`;
      await sql(place(one, four?.['body_md']));
      assert.match(
        (await during(place(four, one?.['body_md']), place(four, four?.['body_md']))).join(),
        /Version 1 was altered.*Version 4 was altered/s,
      );
      await sql(place(one, one?.['body_md']));
      assert.deepEqual(await faults(), []);
      // Removes a public version, as the service's pruning would if it did so.
      const page = await written(editing);
      const lost = idOf(page);
      const { content_hash } = JSON.parse((await writer.open(`${page}/record.json`)).body)
        .versions[3];
      await sql(
        `INSERT INTO pruned_versions SELECT piece_id, number, saved_at, saved_by_kind, saved_by_name,
         saved_by_id, origin, '${content_hash}', hash, previous_hash
         FROM piece_versions WHERE piece_id = '${lost}' AND number = 4`,
      );
      await sql(`DELETE FROM piece_versions WHERE piece_id = '${lost}' AND number = 4`);
      assert.match(
        (await faults(page)).join(),
        /Version 4 was removed, but only autosaves are pruned/,
      );
      await sql(
        `UPDATE pruned_versions SET origin = 'autosaved' WHERE piece_id = '${lost}' AND number = 4`,
      );
      assert.match((await faults(page)).join(), /versions that others could see are never pruned/);
      await sql(`DELETE FROM piece_versions WHERE piece_id = '${otherId}' AND number = 1`);
      await sql(
        `UPDATE piece_versions SET piece_id = '${otherId}' WHERE piece_id = '${lost}' AND number = 1`,
      );
      assert.match((await faults(other)).join(), /Version 1 was altered/);
      assert.match((await faults(page)).join(), /Before version 2, a version is missing/);
    });
  });

  test(`with REVIEW on, what was declared at Submit is signed, on ${kind}`, async () => {
    const { gate, writer, stranger, drafted } = await startEditing(kind, { REVIEW: 'on' });
    const page = await drafted(DRAFT);
    leadsTo(await writer.submit(`${page}/publish`, { version: '1', declaration: 'machine' }));
    const review = `/desk/review/${idOf(page)}`;
    leadsTo(await stranger.submit(review, { version: '1', decision: 'approve' }));
    const faults = async () =>
      faultsIn(recordFrom(JSON.parse((await writer.open(`${page}/record.json`)).body)));
    assert.deepEqual(await faults(), []);
    await sqlAt(
      gate.place,
      `UPDATE piece_moves SET declaration = 'human' WHERE piece_id = '${idOf(page)}' AND act = 'submit'`,
    );
    assert.match((await faults()).join(), /“submit” of .* does not match its signature/);
  });
}
