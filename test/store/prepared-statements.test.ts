// Prepared statements on PostgreSQL while the tables change under a process that runs on.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { recordReads } from '../../src/store/topics/read-record.ts';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';

test('a statement that a migration has made another is prepared no more, and answers', async () => {
  const place = await freshPlace('postgres');
  const { store } = await contextAt(place);
  after(() => store.close());
  const look = async () => {
    // Often enough to be prepared.
    for (let at = 0; at < 5; at += 1)
      assert.equal(await store.pieces.byId(randomUUID()), undefined);
  };
  await look();
  await sqlAt(place, 'ALTER TABLE pieces ADD COLUMN later TEXT');
  await look();
});

const idOf = (at: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(at).padStart(12, '0')}`;

test('pieces that are asked for at once are read together, each for whoever asked', async () => {
  const place = await freshPlace('postgres');
  const context = await contextAt(place);
  const { store } = context;
  after(() => store.close());
  const lines = Array.from({ length: 40 }, (_, at) =>
    piece('ada', { id: idOf(at), slug: `piece-${at}`, headline: `Piece ${at}` }),
  );
  await importLines(context, [author('ada'), ...lines]);
  const { id: ada = '' } = (await store.authors.bySlug('ada')) ?? {};
  // More than one statement asks for, some of them twice, and some that are not there.
  const asked = Array.from({ length: 100 }, (_, at) => at % 50);
  const expected = asked.map((at) => (at < 40 ? `Piece ${at}` : undefined));
  const byId = asked.map((at) => recordReads(() => store.publications.byPieceId(idOf(at))));
  const onPages = asked.map((at) => recordReads(() => store.lists.onPage(ada, `piece-${at}`)));
  const [found, shown] = [await Promise.all(byId), await Promise.all(onPages)];
  assert.deepEqual(
    found.map(({ result }) => result?.headline),
    expected,
  );
  assert.deepEqual(
    shown.map(({ result }) => result?.headline),
    expected,
  );
  // Each depends on its own piece, and on none that was read with it.
  assert.deepEqual(found[7]?.reads, [`piece:${idOf(7)}`, 'byline:ada']);
  assert.deepEqual(found[47]?.reads, [`piece:${idOf(47)}`]);
  assert.deepEqual(shown[47]?.reads, [`piece-slug:${ada}/piece-47`, `pieces-of:${ada}`]);

  const before = store.publications.byPieceId(idOf(1));
  await sqlAt(place, `UPDATE publications SET headline = 'Another' WHERE piece_id = '${idOf(2)}'`);
  assert.equal((await store.publications.byPieceId(idOf(2)))?.headline, 'Another');
  assert.equal((await before)?.headline, 'Piece 1');

  await sqlAt(place, 'ALTER TABLE publication_bodies RENAME TO elsewhere');
  const failed = await Promise.allSettled(
    [3, 4].map((at) => store.publications.byPieceId(idOf(at))),
  );
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await sqlAt(place, 'ALTER TABLE elsewhere RENAME TO publication_bodies');
  assert.equal((await store.publications.byPieceId(idOf(3)))?.headline, 'Piece 3');
});
