// Transactions and snapshots: all or nothing, one's own writes, and one moment for many reads.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { createWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import type { Store } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace, freshStore } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import { rounds } from '../support/soak.ts';

const AT = '2026-01-01T00:00:00.000Z';

const account = (email: string | null = null) => ({
  id: randomUUID(),
  email,
  password_hash: null,
  is_admin: 0 as const,
  created_at: AT,
});

const BO = {
  ...{ slug: 'bo', name: 'Bao', email: 'bo@press.example', password: 'long enough' },
  ...{ admin: false, identityVerified: false },
};

const stop = new Error('stopped by the test');

for (const kind of DATABASES) {
  describe(`transactions on ${kind}`, () => {
    test('one that fails leaves nothing', async () => {
      const store = await freshStore(kind);
      const work = store.transaction(async (tx) => {
        await tx.accounts.insert(account());
        await tx.accounts.insert(account());
        throw stop;
      });
      await assert.rejects(work, stop);
      assert.equal(await store.accounts.count(), 0);
    });

    test('one that the database stops leaves nothing, and the next one works', async () => {
      const store = await freshStore(kind);
      const work = store.transaction(async (tx) => {
        await tx.accounts.insert(account('ada@press.example'));
        await tx.accounts.insert(account('ada@press.example'));
      });
      await assert.rejects(work, /unique/i);
      assert.equal(await store.accounts.count(), 0);
      await store.transaction((tx) => tx.accounts.insert(account('ada@press.example')));
      assert.equal(await store.accounts.count(), 1);
    });

    test('sees its own writes by every kind of read, and others do not', async () => {
      const context = await contextAt(await freshPlace(kind));
      const { store } = context;
      await importLines(context, [author('ada'), piece('ada')]);
      const work = store.transaction(async (tx) => {
        await suspendWriter({ ...context, store: tx }, 'ada');
        await createWriter({ ...context, store: tx }, BO);
        assert.deepEqual(await seen(tx), { accounts: 2, authors: ['bo'], pieces: 0, found: 0 });
        await tx.snapshot(async (moment) => assert.deepEqual(await seen(moment), await seen(tx)));
        assert.deepEqual(await seen(store), { accounts: 1, authors: ['ada'], pieces: 1, found: 1 });
        throw stop;
      });
      await assert.rejects(work, stop);
      assert.deepEqual(await seen(store), { accounts: 1, authors: ['ada'], pieces: 1, found: 1 });
    });

    test('one inside another is part of it', async () => {
      const store = await freshStore(kind);
      const work = store.transaction(async (tx) => {
        await tx.transaction((inner) => inner.accounts.insert(account()));
        throw stop;
      });
      await assert.rejects(work, stop);
      assert.equal(await store.accounts.count(), 0);
    });

    test('two at once are both committed', async () => {
      const store = await freshStore(kind);
      await Promise.all(
        Array.from({ length: 12 }, () =>
          store.transaction(async (tx) => {
            await tx.accounts.insert(account());
            await tx.accounts.count();
          }),
        ),
      );
      assert.equal(await store.accounts.count(), 12);
    });
  });

  describe(`snapshots on ${kind}`, () => {
    test('show one moment, whatever is written meanwhile and by whomever', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      const { store } = context;
      await importLines(context, [author('ada'), piece('ada', { headline: 'Banana' })]);
      await store.snapshot(async (moment) => {
        assert.equal(await moment.publications.count(), 1);
        await importLines(context, [author('bo'), piece('bo', { headline: 'Banana' })]);
        await suspendWriter(context, 'ada');
        await sqlAt(place, `UPDATE authors SET name = 'Changed'`);
        assert.equal(await moment.publications.count(), 1);
        const found = await moment.publications.search({
          terms: ['banana'],
          filter: {},
          after: null,
          limit: 10,
        });
        assert.deepEqual(
          found.map(({ author_slug }) => author_slug),
          ['ada'],
        );
        assert.deepEqual(
          (await moment.authors.page(null, 10)).map(({ name }) => name),
          ['ada'],
        );
      });
      const found = await store.publications.search({
        terms: ['banana'],
        filter: {},
        after: null,
        limit: 10,
      });
      assert.deepEqual(
        found.map(({ author_name }) => author_name),
        ['Changed'],
      );
    });

    test('a search is of one moment, without a snapshot', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      await importLines(context, [author('ada'), piece('ada'), piece('ada')]);
      const find = () =>
        context.store.searchOnce((moment) =>
          moment.publications.search({ terms: ['banana'], filter: {}, after: null, limit: 10 }),
        );
      // Always in one of the two pieces, and never in both.
      const move = (site: string) => `UPDATE piece_texts SET
        headline = CASE WHEN position = 1 AND '${site}' = 'headline' THEN 'banana' ELSE '' END,
        body = CASE WHEN position = 2 AND '${site}' = 'body' THEN 'banana' ELSE '' END`;
      await withSql(place, async (query) => {
        await query(move('body'));
        for (let round = 0; round < rounds(50, 500); round += 1) {
          const finding = Promise.all([find(), find(), find()]);
          for (const site of ['headline', 'body']) await query(move(site));
          const found = (await finding).map((pieces) => pieces.map(({ site }) => site).join());
          for (const sites of found) assert.match(sites, /^(headline|body)$/);
        }
      });
    });

    test('more of them than there are connections still all end', async () => {
      const store = await freshStore(kind);
      const counts = await Promise.all(
        Array.from({ length: 25 }, () => store.snapshot((moment) => moment.accounts.count())),
      );
      assert.deepEqual(new Set(counts), new Set([0]));
    });
  });
}

/** By quick reads and by slow ones. */
async function seen(store: Store) {
  return {
    accounts: await store.accounts.count(),
    authors: (await store.authors.search({ term: 'a', after: null, limit: 10 })).map(
      ({ slug }) => slug,
    ),
    pieces: (await store.publications.recent(10)).length,
    found: (
      await store.publications.search({ terms: ['headline'], filter: {}, after: null, limit: 10 })
    ).length,
  };
}
