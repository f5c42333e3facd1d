// Erased accounts and restored backups: the list beside the database says what to erase again.

import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { askErasure } from '../../src/operations/erasure/ask-erasure.ts';
import { emptyAfterErasures } from '../../src/operations/erasure/empty-cache.ts';
import { eraseDue, hideErased } from '../../src/operations/erasure/erase-due.ts';
import { author, piece } from '../support/archive/records.ts';
import {
  DATABASES,
  type DatabaseKind,
  emptyPlace,
  freshPlace,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY } from '../support/desk/desk.ts';
import { assertDone, assertOneLine, cliAt } from '../support/processes/cli.ts';

const NAMES = ['ada', 'ben', 'cid'];

/** The same in each database, as in a backup. */
const idOf = (at: number) => `a0b1c2d3-e4f5-4a6b-8c7d-00000000000${at}`;

async function placeWith(kind: DatabaseKind) {
  const place = await freshPlace(kind);
  const found = await contextAt(place);
  const context = { ...found, config: { ...found.config, dataDir: place.dataDir } };
  await importLines(context, [
    ...NAMES.map((slug, at) => author(slug, { id: idOf(at), admin: slug === 'cid' })),
    ...NAMES.map((slug) => piece(slug, { headline: `By ${slug}` })),
  ]);
  return { place, context };
}

type Placed = Awaited<ReturnType<typeof placeWith>>;

const bylines = async ({ place }: Placed) => {
  const rows = await sqlAt(
    place,
    'SELECT a.name FROM publications p JOIN authors a ON a.id = p.author_id ORDER BY a.name',
  );
  return rows.map(({ name }) => name);
};

/** Ada's pieces go, Ben's stay under another name. */
async function erase({ context }: Placed) {
  for (const [slug, choice] of [
    ['ada', { pieces: 'erase' }],
    ['ben', { pieces: 'keep', keep_as: 'A Friend' }],
  ] as const) {
    const found = await context.store.authors.bySlug(slug);
    const asked = { accountId: found?.id ?? '', by: 'operator', actor: null } as const;
    await askErasure(context, asked, choice);
  }
  await eraseDue({ ...context, now: () => new Date(context.now().getTime() + 15 * DAY) });
}

for (const kind of DATABASES) {
  test(`a database that was set back is erased again, under the same name, on ${kind}`, async () => {
    const placed = await placeWith(kind);
    const { context, place } = placed;
    const list = join(place.dataDir, 'erased.ndjson');
    await erase(placed);
    const names = (await bylines(placed)).map(String);
    assert.equal(names.length, 2);
    assert.ok(names.includes('A Friend'));
    const listed = await readFile(list, 'utf8');
    assert.doesNotMatch(listed, /ada|ben/i);
    assert.equal(await hideErased(context), 0);
    const other = await placeWith(kind);
    await copyFile(list, join(other.place.dataDir, 'erased.ndjson'));
    assert.equal(await hideErased(other.context), 2);
    assert.deepEqual(await bylines(other), names);
    await eraseDue(other.context);
    const erasures = await other.context.store.erasures.finished();
    assert.equal(erasures.length, 2);
    assert.ok(await other.context.store.authors.bySlug('a-friend'));
    assert.equal(await readFile(join(other.place.dataDir, 'erased.ndjson'), 'utf8'), listed);
  });
}

test('restore erases what its own list, the backup’s or a given one has', async () => {
  const placed = await placeWith('sqlite');
  const { place, context } = placed;
  const folder = (await emptyPlace('sqlite')).dataDir;
  assertDone(await cliAt(place, 'backup', `${folder}/`));
  await erase(placed);
  await context.store.close();
  const list = await readFile(join(place.dataDir, 'erased.ndjson'), 'utf8');

  const given = await emptyPlace('sqlite');
  const file = join(folder, '..', `list-${process.pid}`);
  await writeFile(file, list);
  const said = await cliAt(given, 'restore', folder, '--erased', file);
  await rm(file);
  assertDone(said);
  assert.match(said.stdout, /Erased again: 2 accounts/);
  assert.equal(await readFile(join(given.dataDir, 'erased.ndjson'), 'utf8'), list);

  const own = await emptyPlace('sqlite');
  await writeFile(join(own.dataDir, 'erased.ndjson'), list);
  assert.match((await cliAt(own, 'restore', folder)).stdout, /Erased again: 2 accounts/);

  // A later backup to the folder brings the list there, and the same database again.
  assertDone(await cliAt(place, 'backup', `${folder}/`));
  const last = await emptyPlace('sqlite');
  assert.match((await cliAt(last, 'restore', folder)).stdout, /Erased again: 0 accounts/);
  assert.equal(await readFile(join(last.dataDir, 'erased.ndjson'), 'utf8'), list);
  assert.deepEqual(
    (await sqlAt(last, 'SELECT name FROM authors WHERE pieces_count > 0')).length,
    2,
  );
});

test('a list that was damaged is named, with its line', async () => {
  const { place, context } = await placeWith('sqlite');
  await writeFile(join(place.dataDir, 'erased.ndjson'), '{"account":"x"}\n');
  await assert.rejects(
    () => hideErased(context),
    /erased\.ndjson is not as it was written \(line 1\)/,
  );
  await context.store.close();
  assertOneLine(await cliAt(place, 'serve'), /erased\.ndjson is not as it was written/);
});

test('the cache’s file is emptied once for each erasure', async () => {
  const placed = await placeWith('sqlite');
  const emptied: string[] = [];
  const file = { empty: async (because: string) => void emptied.push(because) };
  const look = emptyAfterErasures(placed.context, file);
  await look();
  assert.deepEqual(emptied, []);
  await erase(placed);
  await look();
  await look();
  assert.deepEqual(emptied, ['an account was erased']);
});
