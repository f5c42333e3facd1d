// Reads that were not requested lately: current, conditional, and only if found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL, freshPlace } from '../../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../../support/databases/existing-database.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';

const idOf = (at: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(at).padStart(12, '0')}`;

/** With as many that share its tags as a page shows, so that nothing else has to be read for it. */
const PIECES = Array.from({ length: 12 }, (_, at) =>
  piece('ada', { id: idOf(at), slug: `piece-${at}`, headline: `Piece ${at}`, tags: ['bridges'] }),
);

/** Not in the category of the others. */
const NEWEST = piece('ada', { id: idOf(51), slug: 'newest', category: 'money' });

const UNTAGGED = piece('ada', {
  ...{ id: idOf(50), slug: 'untagged', headline: 'Without tags', tags: [] },
  published_at: '2020-01-01T12:00:00.000Z',
});

const ADDRESSES = [
  (at: number) => `/api/public/pieces/${idOf(at)}`,
  (at: number) => `/author/ada/piece-${at}`,
];

for (const kind of DATABASES_IN_FULL) {
  test(`what nobody has asked for is current, conditional and nothing else than found, on ${kind}`, async () => {
    const context = await contextAt(await freshPlace(kind));
    await importLines(context, [author('ada'), ...PIECES, NEWEST, UNTAGGED]);
    const port = await listen(await appOn(context));
    const ask = (method: string, path: string, ...headers: string[]) =>
      exchange(port, request(method, path, ...headers));
    const { id = '' } = (await context.store.authors.bySlug('ada')) ?? {};
    for (const address of ADDRESSES) {
      await ask('GET', address(0));
      const { headers, status } = await ask('HEAD', address(1));
      assert.equal(status, 200);
      const etag = headers['etag'] ?? '';
      assert.match(etag, /^"[\w-]+-identity"$/);
      const unchanged = await ask('GET', address(1), `If-None-Match: W/"other", ${etag}`);
      assert.deepEqual([unchanged.status, unchanged.body], [304, '']);
      assert.equal(unchanged.headers['content-length'], undefined);

      for (const name of ['Lady Ada', 'Ada']) {
        await context.store.authors.update(id, { name });
        // By the time of the second piece, what both show is remembered.
        for (const at of [2, 2, 2, 5, 5, 5]) {
          const { body } = await ask('GET', address(at));
          assert.equal(body.includes('Lady Ada'), name === 'Lady Ada', body);
        }
      }

      const gone = await ask('GET', address(99));
      assert.equal(gone.status, 404);
      const withQuery = await ask('GET', `${address(3)}?v=1`);
      const plain = await ask('GET', address(3));
      assert.equal(plain.body, withQuery.body);
    }
    assert.equal((await ask('GET', '/author/ada/piece-4/')).status, 301);

    // The oldest piece, without tags: the related pieces are the author's newest.
    for (const slug of ['moved', 'moved-again']) {
      for (let times = 0; times < 3; times += 1) {
        const { body } = await ask('GET', '/author/ada/untagged');
        assert.ok(body.includes('Read next') && !body.includes(`/author/ada/${slug}"`), body);
      }
      await context.store.publications.setSlug(idOf(51), slug);
      const { body } = await ask('GET', '/author/ada/untagged');
      assert.ok(body.includes(`/author/ada/${slug}"`), body);
    }
  });
}
