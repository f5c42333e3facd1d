// The identity in memory: a refresh reads what is stored, and one that fails keeps the last without an error.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

for (const kind of DATABASES) {
  describe(`the identity in memory, on ${kind}`, () => {
    test('is as the settings say until it is refreshed, for all copies of the context', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [{ type: 'site', name: 'Salt & Paper' }]);
      const readers = { ...context, store: context.store.forReaders() };
      assert.equal(readers.identity.current.name, context.config.siteName);
      assert.equal(await context.identity.refresh(), true);
      assert.equal(readers.identity.current.name, 'Salt & Paper');
    });

    test('stays as it was if the database fails, and a dropped refresh rejects nothing', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [{ type: 'site', name: 'Salt & Paper' }]);
      await context.store.close();
      assert.equal(await context.identity.refresh(), false);
      assert.equal(context.identity.current.name, context.config.siteName);
    });
  });
}
