// Databases and files damaged as disks, hands and other programs damage them, and what doctor says.

import { chmod, mkdir, open, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseKind, Place } from '../support/databases/databases.ts';
import { databaseFile, sqlAt, withSql } from '../support/databases/sql.ts';

export interface Damage {
  what: string;
  on: readonly DatabaseKind[];
  damage(place: Place): Promise<unknown>;
  /** In the sentence. */
  words: readonly string[];
}

export const IMAGE = `${'a'.repeat(64)}-40x30`;
export const AVATAR = `${'b'.repeat(64)}.webp`;

export const BOTH = ['sqlite', 'postgres'] as const;

/** Some statements on one connection. */
export const sql =
  (...statements: string[]) =>
  (place: Place) =>
    withSql(place, async (query) => {
      for (const each of statements) await query(each);
    });

/** Statements that work only with the database's checks turned off. */
const unchecked =
  (...statements: string[]) =>
  (place: Place) =>
    sql(
      place.databaseUrl ? `SET session_replication_role = 'replica'` : 'PRAGMA foreign_keys = OFF',
      ...statements,
    )(place);

/** Overwrites the first page of a table, as a bad sector does. */
async function overwritePage(place: Place, table: string): Promise<void> {
  await sqlAt(place, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const [row] = await sqlAt(
    place,
    `SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS size
     FROM sqlite_schema WHERE name = '${table}'`,
  );
  const size = Number(row?.['size']);
  const file = await open(databaseFile(place), 'r+');
  await file.write(Buffer.alloc(size, 0xff), 0, size, (Number(row?.['rootpage']) - 1) * size);
  await file.close();
}

/** Changes a table of an index, which SQLite protects unless it is told not to. */
async function withoutDefence(place: Place, statement: string): Promise<void> {
  const database = new DatabaseSync(databaseFile(place), { defensive: false });
  database.exec(statement);
  database.close();
}

const media = ({ dataDir }: Place, name: string) => join(dataDir, 'media', name);

/** The files of the images that the records name. */
export async function storeImages(place: Place): Promise<void> {
  await mkdir(join(place.dataDir, 'media'), { mode: 0o700 });
  for (const name of [`${IMAGE}.webp`, `${IMAGE}.fallback`, `${IMAGE}.avif`, AVATAR]) {
    await writeFile(media(place, name), name, { mode: 0o600 });
  }
}

export const DAMAGES: readonly Damage[] = [
  {
    what: 'a page of the file is overwritten',
    on: ['sqlite'],
    damage: (place) => overwritePage(place, 'piece_versions'),
    words: ['damaged', 'estore a backup'],
  },
  {
    what: 'a page of an index is overwritten',
    on: ['sqlite'],
    damage: (place) => overwritePage(place, 'pieces_by_author'),
    words: ['damaged', 'estore a backup'],
  },
  {
    what: 'an index lacks rows of its table',
    on: ['postgres'],
    damage: sql(
      'CREATE EXTENSION IF NOT EXISTS amcheck',
      `UPDATE pg_index SET indisready = false WHERE indexrelid = 'pieces_by_author'::regclass`,
      `UPDATE pieces SET created_at = '2020-01-01T00:00:00.000Z'`,
      `UPDATE pg_index SET indisready = true WHERE indexrelid = 'pieces_by_author'::regclass`,
    ),
    words: ['damaged', 'pieces_by_author', 'estore a backup'],
  },
  {
    what: 'the end of the file is cut off',
    on: ['sqlite'],
    async damage(place) {
      await sqlAt(place, 'PRAGMA wal_checkpoint(TRUNCATE)');
      const { size } = await stat(databaseFile(place));
      const file = await open(databaseFile(place), 'r+');
      await file.truncate(size - 40_960);
      await file.close();
    },
    words: ['damaged', 'estore a backup'],
  },
  {
    what: 'rows refer to an account that is gone',
    on: BOTH,
    damage: unchecked('DELETE FROM accounts'),
    words: ['Foreign keys', 'authors', 'Restore a backup'],
  },
  {
    what: 'a slug refers to a piece that is gone',
    on: BOTH,
    damage: unchecked(`UPDATE piece_slugs SET piece_id = 'gone'`),
    words: ['Foreign keys', 'piece_slugs'],
  },
  {
    what: 'a headline has left its index',
    on: ['sqlite'],
    damage: sql(`INSERT INTO piece_heads_index (piece_heads_index, rowid, headline, sub)
      SELECT 'delete', position, headline, sub FROM piece_texts LIMIT 1`),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'an index has a row too many',
    on: ['sqlite'],
    damage: sql(`INSERT INTO piece_heads_index (rowid, headline, sub) VALUES (99, 'more', 'rows')`),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'a part of a body has left its index',
    on: ['sqlite'],
    damage: sql(`INSERT INTO piece_bodies_index (piece_bodies_index, rowid, part)
      SELECT 'delete', id, part FROM piece_parts LIMIT 1`),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'an index is empty',
    on: ['sqlite'],
    damage: sql(`INSERT INTO piece_bodies_index (piece_bodies_index) VALUES ('delete-all')`),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'a block of a search index has other bytes',
    on: ['sqlite'],
    damage: (place) =>
      withoutDefence(
        place,
        'UPDATE piece_bodies_index_data SET block = randomblob(length(block)) WHERE id > 10',
      ),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'an index is gone',
    on: ['postgres'],
    damage: sql('DROP INDEX piece_bodies_index'),
    words: ['search index', 'piece_bodies_index', 'rebuild'],
  },
  {
    what: 'a part of a body has other words',
    on: ['postgres'],
    damage: sql(`UPDATE piece_parts SET part = 'other'`),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'the searched text of a piece is gone',
    on: BOTH,
    damage: sql('DELETE FROM piece_texts WHERE position = 2'),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'search has the text of a piece that is not public',
    on: BOTH,
    damage: sql(
      `INSERT INTO piece_texts (position, headline, sub, body) VALUES (99, 'a', 'b', 'c')`,
    ),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'the searched text of a piece has other words',
    on: BOTH,
    damage: sql(`UPDATE piece_texts SET body = 'quite other words' WHERE position = 2`),
    words: ['search index', 'other words', 'rebuild'],
  },
  {
    what: 'the searched text of an author is gone',
    on: BOTH,
    damage: sql('DELETE FROM author_texts'),
    words: ['search index', 'rebuild'],
  },
  {
    what: 'the searched text of an author has other words',
    on: BOTH,
    damage: sql(`UPDATE author_texts SET folded = 'somebody else'`),
    words: ['search index', 'ada', 'rebuild'],
  },
  {
    what: 'an approved piece is not public',
    on: BOTH,
    damage: sql(
      'DELETE FROM piece_texts WHERE position = 1',
      'DELETE FROM publications WHERE position = 1',
      'UPDATE authors SET pieces_count = 2',
    ),
    words: ['not public', 'rebuild'],
  },
  {
    what: 'a publication has lost its piece',
    on: BOTH,
    damage: unchecked(`UPDATE publications SET piece_id = 'gone' WHERE position = 1`),
    words: ['no piece', 'rebuild'],
  },
  {
    what: 'a publication shows a version that is gone',
    on: BOTH,
    damage: sql(
      `DELETE FROM piece_versions WHERE piece_id = (SELECT piece_id FROM publications WHERE position = 1)`,
    ),
    words: ['lack the version', 'Restore a backup'],
  },
  {
    what: 'a publication shows another version than the live one',
    on: BOTH,
    damage: sql('UPDATE publications SET version = 7 WHERE position = 1'),
    words: ['differ from their pieces', 'rebuild'],
  },
  {
    what: 'a publication has another headline than its version',
    on: BOTH,
    damage: sql(
      `UPDATE publications SET headline = 'Other' WHERE position = 1`,
      `UPDATE piece_texts SET headline = 'other' WHERE position = 1`,
    ),
    words: ['differ from the version', 'rebuild'],
  },
  {
    what: 'a publication has another body than its version',
    on: BOTH,
    damage: sql(`UPDATE publication_bodies SET html_json = '"<p>Other</p>"'`),
    words: ['differ from the version', 'rebuild'],
  },
  {
    what: 'a live version has other words than its publication',
    on: BOTH,
    damage: sql(`UPDATE piece_versions SET body_md = 'Other words.'`),
    words: ['differ from the version', 'rebuild'],
  },
  {
    what: 'a publication has no body',
    on: BOTH,
    damage: sql('DELETE FROM publication_bodies'),
    words: ['no body', 'rebuild'],
  },
  {
    what: 'a draft is public',
    on: BOTH,
    damage: sql(`UPDATE pieces SET status = 'draft' WHERE position = 1`),
    words: ['not approved', 'rebuild'],
  },
  {
    what: 'the slugs of pieces are gone',
    on: BOTH,
    damage: sql('DELETE FROM piece_slugs'),
    words: ['3 pieces', 'slug', 'Restore a backup'],
  },
  {
    what: 'the slugs of authors are gone',
    on: BOTH,
    damage: sql('DELETE FROM author_slugs'),
    words: ['1 authors', 'slug', 'Restore a backup'],
  },
  {
    what: 'the tags of publications are gone',
    on: BOTH,
    damage: sql('DELETE FROM publication_tags'),
    words: ['1 publications', 'tags', 'rebuild'],
  },
  {
    what: 'a publication has a tag too many',
    on: BOTH,
    damage: sql(`INSERT INTO publication_tags (piece_id, tag, position)
      SELECT piece_id, 'more', position FROM publications WHERE position = 2`),
    words: ['1 publications', 'tags', 'rebuild'],
  },
  {
    what: 'an image in a text is an empty file',
    on: BOTH,
    damage: (place) => writeFile(media(place, `${IMAGE}.fallback`), ''),
    words: ['empty', IMAGE, 'backup'],
  },
  {
    what: 'the folder of images cannot be read',
    on: BOTH,
    async damage(place) {
      await rm(join(place.dataDir, 'media'), { recursive: true });
      // Root may read every folder, and only a folder.
      await writeFile(join(place.dataDir, 'media'), 'no folder', { mode: 0o600 });
    },
    words: ['cannot be listed', 'ENOTDIR', 'media'],
  },
  {
    what: 'an image in a text is missing',
    on: BOTH,
    damage: (place) => unlink(media(place, `${IMAGE}.webp`)),
    words: ['missing', IMAGE, 'backup'],
  },
  {
    what: 'an avatar is missing',
    on: BOTH,
    damage: (place) => unlink(media(place, AVATAR)),
    words: ['missing', AVATAR, 'ada'],
  },
  {
    what: 'others can read the database',
    on: ['sqlite'],
    damage: (place) => chmod(databaseFile(place), 0o644),
    words: ['standfirst.db', '644', 'chmod 600'],
  },
  {
    what: 'others can read an image',
    on: BOTH,
    damage: (place) => chmod(media(place, AVATAR), 0o640),
    words: [AVATAR, '640', 'chmod -R go='],
  },
  {
    what: 'others can enter the data folder',
    on: BOTH,
    damage: (place) => chmod(place.dataDir, 0o755),
    words: ['755', 'chmod 700'],
  },
  {
    what: 'pieces stand out of the order of their dates',
    on: BOTH,
    damage: sql(
      ...['pieces', 'publications'].flatMap((table) => [
        `UPDATE ${table} SET published_at = '2026-05-03T00:00:00.000Z' WHERE position = 1`,
        `UPDATE ${table} SET published_at = '2026-05-02T00:00:00.000Z' WHERE position = 2`,
      ]),
    ),
    words: ['2 pieces', 'out of the order', 'rebuild'],
  },
  {
    what: 'a piece is dated in the future',
    on: BOTH,
    damage: sql(
      ...['pieces', 'publications'].map(
        (table) => `UPDATE ${table} SET published_at = '2999-01-01T00:00:00.000Z',
          modified_at = '2999-01-01T00:00:00.000Z' WHERE position = 1`,
      ),
    ),
    words: ['1 published pieces', 'future', 'rebuild'],
  },
  {
    what: 'the clock is far behind the newest row',
    on: BOTH,
    damage: sql(`UPDATE pieces SET updated_at = '2999-01-01T00:00:00.000Z'`),
    words: ['clock', '2999-01-01'],
  },
];
