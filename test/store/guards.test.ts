// Writes that the database itself refuses, from any program.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { type Query, withSql } from '../support/databases/sql.ts';

const CONSTRAINT = /constraint|foreign key/i;

type Columns = { [column: string]: string | number | null };

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value}'` : String(value);

const insert = (table: string, columns: Columns) =>
  `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
   VALUES (${Object.values(columns).map(literal).join(', ')})`;

/** A row that is as it should be; `adaId` is an account and an author. */
const approved = (adaId: string): Columns => ({
  id: randomUUID(),
  author_id: adaId,
  status: 'approved',
  slug: 'a-slug',
  working_version: 1,
  live_version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  published_at: '2026-01-01T00:00:00.000Z',
  modified_at: '2026-01-01T00:00:00.000Z',
  publisher_id: adaId,
  position: 7,
});

/** An author with one published piece and one draft, reached by SQL alone. */
async function withAda(
  kind: DatabaseKind,
  work: (query: Query, ids: { ada: string; published: string; draft: string }) => Promise<void>,
) {
  const place = await freshPlace(kind);
  const context = await contextAt(place);
  const ids = { ada: randomUUID(), published: randomUUID(), draft: randomUUID() };
  await importLines(context, [
    author('ada', { id: ids.ada, email: 'ada@press.example' }),
    piece('ada', { id: ids.published }),
    piece('ada', { id: ids.draft, status: 'draft', published_at: undefined }),
  ]);
  await withSql(place, (query) => work(query, ids));
}

const REQUIRED_OF_APPROVED = [
  'publisher_id',
  'published_at',
  'modified_at',
  'live_version',
  'slug',
  'position',
];

for (const kind of DATABASES) {
  describe(`${kind} itself`, () => {
    test('takes an approved piece that has all it needs', () =>
      withAda(kind, async (query, { ada }) => {
        await query(insert('pieces', approved(ada)));
        const rows = await query(`SELECT status FROM pieces WHERE position = 7`);
        assert.deepEqual(
          rows.map(({ status }) => status),
          ['approved'],
        );
      }));

    test('refuses an approved piece that lacks any of it', () =>
      withAda(kind, async (query, { ada, published }) => {
        for (const column of REQUIRED_OF_APPROVED) {
          const row = { ...approved(ada), [column]: null };
          await assert.rejects(query(insert('pieces', row)), CONSTRAINT, column);
          await assert.rejects(
            query(`UPDATE pieces SET ${column} = NULL WHERE id = '${published}'`),
            CONSTRAINT,
            column,
          );
          // The same row is accepted as a draft, so it is the approval that is refused.
          await query(insert('pieces', { ...row, status: 'draft' }));
          await query(`DELETE FROM pieces WHERE position = 7`);
        }
      }));

    test('refuses to make a draft approved by its status alone', () =>
      withAda(kind, async (query, { draft }) => {
        const statement = `UPDATE pieces SET status = 'approved' WHERE id = '${draft}'`;
        await assert.rejects(query(statement), CONSTRAINT);
      }));

    test('refuses values that no table knows', () =>
      withAda(kind, async (query, { ada, published }) => {
        const refused = [
          insert('pieces', { ...approved(ada), status: 'published' }),
          insert('pieces', { ...approved(ada), position: null, status: 'Approved' }),
          `UPDATE accounts SET is_admin = 2`,
          `UPDATE authors SET identity_verified = 7`,
          `UPDATE authors SET slug = NULL`,
          insert('api_keys', {
            ...{ id: 'k', account_id: ada, name: 'k', hash: 'h', created_at: 't' },
            scope: 'pieces:publish',
          }),
          `UPDATE publications SET headline = NULL WHERE piece_id = '${published}'`,
        ];
        for (const statement of refused) {
          await assert.rejects(query(statement), CONSTRAINT, statement);
        }
      }));

    test('gives nothing that is one of its kind to two', () =>
      withAda(kind, async (query, { ada, published }) => {
        const [row] = await query(`SELECT position FROM pieces WHERE id = '${published}'`);
        const other = { id: 'other', created_at: 't' };
        await query(insert('accounts', other));
        const refused = [
          insert('pieces', { ...approved(ada), position: Number(row?.['position']) }),
          insert('pieces', { ...approved(ada), id: published }),
          insert('accounts', { ...other, id: 'third', email: 'ada@press.example' }),
          insert('authors', { id: 'other', slug: 'ada', name: 'n', joined_at: 't' }),
          insert('author_slugs', { slug: 'ada', author_id: ada, since: 't' }),
          `INSERT INTO piece_slugs SELECT author_id, slug, '${published}', since FROM piece_slugs`,
        ];
        for (const statement of refused) {
          await assert.rejects(query(statement), CONSTRAINT, statement);
        }
      }));

    test('keeps what refers to something, and what it refers to', () =>
      withAda(kind, async (query, { ada, published, draft }) => {
        const nobody = randomUUID();
        const refused = [
          insert('pieces', { ...approved(ada), author_id: nobody }),
          insert('pieces', { ...approved(ada), publisher_id: nobody }),
          insert('authors', { id: nobody, slug: 'no', name: 'n', joined_at: 't' }),
          insert('author_slugs', { slug: 'no', author_id: nobody, since: 't' }),
          `UPDATE publications SET author_id = '${nobody}'`,
          `UPDATE piece_versions SET piece_id = '${nobody}'`,
          insert('api_keys', {
            ...{ id: 'k', account_id: nobody, name: 'k', hash: 'h', created_at: 't' },
            scope: 'pieces:write',
          }),
          `DELETE FROM accounts`,
          `DELETE FROM authors`,
          // A public piece can't be deleted before it is unpublished.
          `DELETE FROM pieces WHERE id = '${published}'`,
        ];
        for (const statement of refused) {
          await assert.rejects(query(statement), CONSTRAINT, statement);
        }
        await query(`DELETE FROM pieces WHERE id = '${draft}'`);
        const left = await query(`SELECT * FROM piece_versions WHERE piece_id = '${draft}'`);
        assert.deepEqual(left, []);
      }));
  });
}
