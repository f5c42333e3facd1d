// Public changes as a process knows them: which reads they concern, and what happens where it can't know.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ContentChanges } from '../../src/store/content/content-changes.ts';
import { ReadRecord, recordReads } from '../../src/store/topics/read-record.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';

test('a change concerns what was read from its topics before it, and nothing else', () => {
  const changes = new ContentChanges();
  const before = changes.version;
  changes.note(['piece:1', 'pieces']);
  assert.equal(changes.hasChanged(['piece:1'], before), true);
  assert.equal(changes.hasChanged(['byline:ada', 'pieces'], before), true);
  assert.equal(changes.hasChanged(['piece:2'], before), false);
  assert.equal(changes.hasChanged([], before), false);
  assert.equal(changes.hasChanged(null, before), true);
  assert.equal(changes.hasChanged(['piece:1'], changes.version), false);
  assert.equal(changes.hasChanged(null, changes.version), false);
  changes.note(['everything']);
  assert.equal(changes.hasChanged([], before), true);
});

test('where there are too many topics to know, all that was read before has changed', () => {
  const changes = new ContentChanges(2);
  changes.note(['a', 'b']);
  const before = changes.version;
  changes.note(['c']);
  assert.equal(changes.hasChanged(['d'], before), true);
  assert.equal(changes.hasChanged(['a'], changes.version), false);
});

test('a topic that would be taken for two stands for anything', () => {
  const record = new ReadRecord();
  record.add(['tag:one']);
  assert.deepEqual(record.reads(), ['tag:one']);
  record.add(['tag:one\ntwo']);
  assert.equal(record.reads(), null);
  record.add(['tag:three']);
  assert.equal(record.reads(), null);
});

/** A store that listens, and knows of all changes so far. */
async function storeAt(place: Place) {
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada', { tags: ['bridges'] }), author('bob')]);
  const { store } = context;
  store.listen();
  let last = store.contentVersion();
  for (let quiet = 0; quiet < 3 || last === null; quiet += 1) {
    await setTimeout(60);
    const version = store.contentVersion();
    if (version !== last) quiet = 0;
    last = version;
  }
  return { context, store, version: last ?? 0 };
}

for (const kind of DATABASES) {
  test(`statements that declare nothing depend on anything, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const { store } = await storeAt(place);
    const ada = await store.authors.bySlug('ada');
    const declared = await recordReads(() => store.authors.bySlug('ada'));
    assert.deepEqual(declared.reads, ['slug:ada', `author:${ada?.id}`]);
    const remembered = () => recordReads(() => store.lists.sharing(['bridges']));
    const first = await remembered();
    assert.equal(first.reads?.[0], 'tag:bridges');
    assert.deepEqual((await remembered()).reads, first.reads);
    const undeclared = await recordReads(async () => {
      await store.authors.bySlug('ada');
      await store.authors.page(null, 1);
      return store.lists.sharing(['bridges']);
    });
    assert.equal(undeclared.reads, null);
    const inSnapshot = await recordReads(() =>
      store.snapshot((moment) => moment.products.page(null, 1, null)),
    );
    assert.equal(inSnapshot.reads, null);
  });

  test(`a change of much at once is one of everything, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const { context, store, version } = await storeAt(place);
    const many = Array.from({ length: 300 }, (_, at) =>
      piece('bob', { tags: [`a${at}`, `b${at}`] }),
    );
    assert.equal(store.hasChanged(['piece:none'], version), false);
    await importLines(context, many);
    store.contentVersion();
    assert.equal(store.hasChanged(['piece:none'], version), true);
  });
}

test('SQLite keeps the last changes, and whoever is further behind takes everything as changed', async () => {
  const place = await freshPlace('sqlite');
  const { store, version } = await storeAt(place);
  const more = (count: number) =>
    sqlAt(
      place,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO content_changes (topics) SELECT 'tag:a' FROM n`,
    );
  const heard = async (since: number | null) => {
    while (store.contentVersion() === since) await setTimeout(10);
    return store.contentVersion() ?? 0;
  };
  await more(900);
  const few = await heard(version);
  assert.equal(store.hasChanged(['tag:a'], version), true);
  assert.equal(store.hasChanged(['tag:b'], version), false);
  await more(12_000);
  const many = await heard(few);
  assert.equal(store.hasChanged(['tag:b'], few), true);
  const [kept] = await sqlAt(place, 'SELECT count(*) AS count FROM content_changes');
  assert.ok(Number(kept?.['count']) <= 11_000, String(kept?.['count']));
  // A log as in a restored database.
  await sqlAt(place, 'DELETE FROM content_changes');
  await sqlAt(place, "INSERT INTO content_changes (topics) VALUES ('tag:a')");
  await heard(many);
  assert.equal(store.hasChanged(['tag:b'], many), true);
});

test('TRUNCATE on PostgreSQL is a change of everything', async () => {
  const place = await freshPlace('postgres');
  const { store, version } = await storeAt(place);
  await sqlAt(place, 'TRUNCATE product_pieces');
  while (!store.hasChanged(['piece:none'], version)) await setTimeout(10);
});
