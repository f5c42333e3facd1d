// A migration's statements: all of them run, however they are set.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { statementsIn } from '../../src/store/migrations/migration-statements.ts';
import { DATABASES, emptyPlace } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

describe('the statements of a migration', () => {
  test('end at a semicolon, with or without a blank line', () => {
    assert.deepEqual(statementsIn('A;\nB;\n\nC; D'), ['A', 'B', 'C', 'D']);
    assert.deepEqual(statementsIn('\n-- nothing; at all\n;;\n'), []);
  });

  test('but not in a comment, in quotes or in a function', () => {
    const text = `-- a; b
INSERT INTO a VALUES ('it''s; --', "b;"); /* c;
d; */ SELECT 1; -- e;
CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN
  DELETE FROM a;

  RETURN NULL;
END $$;
SELECT $x$ $$ ; $x$`;
    assert.deepEqual(statementsIn(text), [
      `INSERT INTO a VALUES ('it''s; --', "b;")`,
      'SELECT 1',
      `CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN
  DELETE FROM a;

  RETURN NULL;
END $$`,
      'SELECT $x$ $$ ; $x$',
    ]);
  });

  test('nor in a trigger', () => {
    const trigger = `CREATE TRIGGER a AFTER INSERT ON b BEGIN
  UPDATE c SET d = CASE WHEN e THEN 1 ELSE 2 END;

  DELETE FROM c;
END`;
    assert.deepEqual(statementsIn(`${trigger};\nSELECT 1;`), [trigger, 'SELECT 1']);
  });

  test('are those that earlier versions ran', async () => {
    const plain = (text: string) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    for (const file of (await readdir(FOLDER)).filter((name) => name < '0011')) {
      const text = await readFile(new URL(file, FOLDER), 'utf8');
      const before = text.split(/;\n\n|;\n$/).map(plain);
      const expected = before.filter((statement) => statement !== '');
      assert.deepEqual(statementsIn(text).map(plain), expected, file);
    }
  });

  for (const kind of DATABASES) {
    test(`run one by one on ${kind}`, async () => {
      const place = await emptyPlace(kind);
      const text =
        "CREATE TABLE a (b TEXT);\nINSERT INTO a VALUES ('c;');\nINSERT INTO a VALUES ('d');";
      for (const statement of statementsIn(text)) await sqlAt(place, statement);
      assert.deepEqual(await sqlAt(place, 'SELECT b FROM a ORDER BY b'), [{ b: 'c;' }, { b: 'd' }]);
    });
  }
});
