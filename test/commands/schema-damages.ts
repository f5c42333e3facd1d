// Dropped or changed tables, triggers and indexes, and values of the wrong type.

import { BOTH, type Damage, sql } from './damages.ts';

export const SCHEMA_DAMAGES: readonly Damage[] = [
  {
    what: 'a trigger is gone',
    on: ['sqlite'],
    damage: sql('DROP TRIGGER publications_update_is_public'),
    words: [
      'trigger publications_update_is_public',
      'CREATE TRIGGER publications_update_is_public',
    ],
  },
  {
    what: 'a trigger is gone',
    on: ['postgres'],
    damage: sql('DROP TRIGGER piece_texts_written ON piece_texts'),
    words: ['trigger piece_texts_written', 'CREATE TRIGGER piece_texts_written'],
  },
  {
    what: 'a trigger is disabled',
    on: ['postgres'],
    damage: sql('ALTER TABLE piece_texts DISABLE TRIGGER piece_texts_written'),
    words: ['trigger piece_texts_written'],
  },
  {
    what: 'a function has another body',
    on: ['postgres'],
    damage: sql(`CREATE OR REPLACE FUNCTION publications_is_public() RETURNS trigger
      LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`),
    words: ['function publications_is_public'],
  },
  {
    what: 'an index of pieces is gone',
    on: BOTH,
    damage: sql('DROP INDEX pieces_by_author'),
    words: ['index pieces_by_author', 'CREATE INDEX pieces_by_author'],
  },
  {
    what: 'an index has other columns',
    on: BOTH,
    damage: sql('DROP INDEX pieces_by_author', 'CREATE INDEX pieces_by_author ON pieces (status)'),
    words: ['index pieces_by_author'],
  },
  {
    what: 'a table is gone',
    on: BOTH,
    damage: sql('DROP TABLE publication_tags'),
    words: ['table publication_tags', 'Restore a backup'],
  },
  {
    what: 'a column is gone',
    on: BOTH,
    damage: sql('ALTER TABLE authors DROP COLUMN bio'),
    words: ['column authors.bio', 'Restore a backup'],
  },
  {
    what: 'a constraint is gone',
    on: ['postgres'],
    damage: sql('ALTER TABLE pieces DROP CONSTRAINT pieces_author_id_fkey'),
    words: ['constraint pieces.pieces_author_id_fkey'],
  },
  {
    what: 'a headline isn’t text',
    on: ['sqlite'],
    damage: sql(
      `UPDATE publications SET headline = x'00ff' WHERE position = 1`,
      `UPDATE piece_versions SET headline = x'00ff' WHERE number = 1`,
    ),
    words: ['1 rows of publications', '4 rows of piece_versions', 'headline', 'Restore a backup'],
  },
  {
    what: 'a number isn’t a number',
    on: ['sqlite'],
    damage: sql(`UPDATE authors SET pieces_count = 'many'`),
    words: ['1 rows of authors', 'pieces_count'],
  },
];
