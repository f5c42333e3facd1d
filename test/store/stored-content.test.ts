// Long texts in storage: readers get the same, however the texts are stored.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { EXAMPLE_PIECE } from '../../src/operations/examples.ts';
import { pieceJson, pieceRecord } from '../../src/operations/pieces/piece-records.ts';
import { urlsOf } from '../../src/operations/urls.ts';
import { htmlIn, storedContent, textIn } from '../../src/rendering/stored-content.ts';
import { statementsIn } from '../../src/store/migrations/migration-statements.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../support/databases/existing-database.ts';
import { withSql } from '../support/databases/sql.ts';
import { assertDone, cliAt } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';

const URLS = urlsOf('https://press.example');

const words = fc.string({ unit: 'binary' });

const markup = fc.oneof(
  words,
  fc.constantFrom(
    '<a href="/shop">a</a>',
    '<a class="note" href="#fn-1">1</a>',
    '<img src="/media/1.jpg" alt="">',
    '<a href="https://other.example/?a=1&amp;b=2">b</a>',
    '<p>“Quoted” \u0001 \uFFFF \u2028 \\ </p>',
  ),
);

const content = fc.record({ html: fc.array(markup).map((parts) => parts.join('')), text: words });

test('a piece as JSON is its record, however it is stored', () => {
  fc.assert(
    fc.property(content, ({ html, text }) => {
      const stored = storedContent({ html, text });
      assert.equal(htmlIn(stored), html);
      assert.equal(textIn(stored), text);
      for (const is_portable of stored.is_portable ? ([0, 1] as const) : ([0] as const)) {
        const row = { ...EXAMPLE_PIECE, ...stored, is_portable };
        assert.equal(pieceJson(row, URLS).json, JSON.stringify(pieceRecord(row, URLS)));
      }
    }),
    { numRuns: rounds(300, 20_000) },
  );
});

/** The stored form before 0015-stored-content. */
const AS_BEFORE = {
  sqlite: "json_extract(html_json, '$')",
  postgres: "html_json::json #>> '{}'",
};

/** The statements as the migration runner would run them. */
async function statementsOfMigration(kind: DatabaseKind): Promise<string[]> {
  const file = new URL(`../../migrations/0015-stored-content.${kind}.sql`, import.meta.url);
  const text = await readFile(file, 'utf8');
  return statementsIn(kind === 'postgres' ? text.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"') : text);
}

const BODY = [
  'A [link](/shop), a note[^1] and “quotes”.',
  '![A bridge](/media/1.jpg)',
  '    a\tb\\n"c"',
  '[^1]: Here.',
].join('\n\n');

for (const kind of DATABASES) {
  test(`what was published before long texts were stored as JSON reads the same, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const context = await contextAt(place);
    const id = '6c1f5f0e-1111-4222-8333-444455556666';
    await importLines(context, [author('ada'), piece('ada', { id, slug: 'one', body_md: BODY })]);
    const paths = [`/api/public/pieces/${id}`, '/author/ada/one', '/feed.json', '/feed.xml'];
    const bodies = async () => {
      const app = await appOn(await contextAt(place));
      return Promise.all(paths.map(async (path) => (await app.inject(path)).body));
    };
    const before = await bodies();
    await context.store.close();
    const raw = AS_BEFORE[kind];
    await withSql(place, async (query) => {
      await query(
        `UPDATE publication_bodies SET html_json = ${raw}, text_json = ${raw.replaceAll('html', 'text')}`,
      );
      await query('ALTER TABLE publication_bodies RENAME COLUMN html_json TO html');
      await query('ALTER TABLE publication_bodies RENAME COLUMN text_json TO text');
      const trigger = 'publication_bodies_without_etag';
      await query(`DROP TRIGGER ${trigger}${kind === 'postgres' ? ' ON publication_bodies' : ''}`);
      if (kind === 'postgres') await query(`DROP FUNCTION ${trigger}`);
      for (const column of ['etag', 'minutes', 'is_portable']) {
        await query(`ALTER TABLE publication_bodies DROP COLUMN ${column}`);
      }
      // Only this migration, since later ones change nothing here.
      for (const statement of await statementsOfMigration(kind)) await query(statement);
    });
    assert.deepEqual(await bodies(), before);
    assertDone(await cliAt(place, 'doctor'));
  });
  test(`a text that is changed by hand has other ETags, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const context = await contextAt(place);
    const id = '6c1f5f0e-1111-4222-8333-444455556667';
    await importLines(context, [author('ada'), piece('ada', { id })]);
    const etags = async () => {
      const app = await appOn(context);
      const paths = [`/api/public/pieces/${id}`, '/author/ada/feed.json', '/feed.xml'];
      return Promise.all(paths.map(async (path) => (await app.inject(path)).headers['etag']));
    };
    const before = await etags();
    assert.deepEqual(await etags(), before);
    await withSql(place, (query) =>
      query(`UPDATE publication_bodies SET html_json = '"<p>Mine</p>"', text_json = '"Mine"'`),
    );
    for (const [at, etag] of (await etags()).entries()) assert.notEqual(etag, before[at]);
  });
}
