// Upgrading to other rules of folding: search goes on meanwhile, and is brought up to date in small steps.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { updateSearchIndex } from '../../src/operations/publishing/search-index.ts';
import { statementsIn } from '../../src/store/migrations/migration-statements.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../support/databases/existing-database.ts';
import { withSql } from '../support/databases/sql.ts';
import { ask } from '../support/tool-messages.ts';

/** The tables before 0019-lists, with texts folded by the old rules. */
const UNDONE = [
  'DROP INDEX publications_by_locale',
  'DROP INDEX publications_by_time',
  `UPDATE piece_texts SET body = replace(body, '''', '’') WHERE headline = 'quoted'`,
  `UPDATE author_texts SET folded = replace(replace(folded, '''', '’'), 'istanbul', 'i\u0307stanbul')`,
  `UPDATE products SET search_text = replace(search_text, '"', '“')`,
];

const COLUMN = {
  sqlite: [
    'ALTER TABLE search_backlog RENAME TO later',
    'CREATE TABLE search_backlog (position BIGINT NOT NULL PRIMARY KEY)',
    'DROP TABLE later',
  ],
  postgres: ['ALTER TABLE search_backlog DROP COLUMN is_searchable'],
};

async function statementsOfMigration(kind: DatabaseKind): Promise<string[]> {
  const file = new URL(`../../migrations/0019-lists.${kind}.sql`, import.meta.url);
  return statementsIn(await readFile(file, 'utf8'));
}

for (const kind of DATABASES) {
  test(`what was folded by the rules of before is found, and then by the new ones, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const before = await contextAt(place);
    await importLines(before, [
      author('ada', { bio: 'You’ll meet her in İstanbul.' }),
      piece('ada', { headline: 'Quoted', body_md: 'You’ll get rain.' }),
      piece('ada', { headline: 'Other', body_md: 'You will get rain.' }),
      product('ada', { name: 'The “Guide”' }),
    ]);
    await before.store.close();
    const statements = await statementsOfMigration(kind);
    await withSql(place, async (run) => {
      for (const each of [...UNDONE, ...COLUMN[kind], 'BEGIN', ...statements, 'COMMIT']) {
        await run(each);
      }
    });
    const context = await contextAt(place);
    const app = await appOn(context);
    const found = async (list: string, q: string): Promise<number> => {
      const answer = await app.inject(`/api/public/${list}/search?q=${encodeURIComponent(q)}`);
      return answer.json().count;
    };
    assert.equal(await found('authors', "you'll meet her in istanbul"), 1);
    const told = await ask(app, 'tools/call', {
      name: 'search_products',
      arguments: { query: 'the "guide' },
    });
    assert.match(told.text, /The “Guide”/);
    assert.equal(await found('pieces', 'get rain'), 2, 'the text that is there is searched');
    assert.equal(await found('pieces', "you'll get"), 0, 'by the rules of before');
    await updateSearchIndex(context);
    assert.equal(await found('pieces', 'get rain'), 2);
    assert.equal(await found('pieces', "you'll get"), 1);
    assert.equal(await context.store.searchTexts.isBehind(), false);
    await context.store.checkSearchIndex();
  });
}
