// The memory of public reads: filled once, filled again after every public change, and not used in transactions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';

const tagged = (headline: string) => piece('ada', { headline, tags: ['bridges'] });

for (const kind of DATABASES) {
  test(`the newest with a tag are read again after every public change, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const context = await contextAt(place);
    const { store } = context;
    store.listen();
    const headlines = async (from = store) => {
      const rows = await from.lists.newest({ tag: 'bridges' }, 10);
      return rows.map(({ headline }) => headline).sort();
    };
    await importLines(context, [author('ada'), tagged('One')]);
    while (store.contentVersion() === null) await new Promise(setImmediate);
    assert.deepEqual(await headlines(), ['One']);
    await importLines(context, [tagged('Two')]);
    assert.deepEqual(await headlines(), ['One', 'Two']);

    await store.transaction(async (inside) => {
      assert.deepEqual(await headlines(inside), ['One', 'Two']);
      await inside.authors.update('none', { name: 'Nobody' });
    });
    // The same rows, not equal copies, once the last notification of a change has arrived.
    const pair = async () => [
      await store.lists.newest({ tag: 'bridges' }, 10),
      await store.lists.newest({ tag: 'bridges' }, 10),
    ];
    const isRemembered = ([one, other]: (readonly object[])[]) => one === other;
    while (!isRemembered(await pair())) await new Promise(setImmediate);

    // Another process, whose change is heard of in a moment.
    await sqlAt(place, "UPDATE publications SET headline = 'Three' WHERE headline = 'One'");
    while ((await headlines()).includes('One')) await new Promise(setImmediate);
    assert.deepEqual(await headlines(), ['Three', 'Two']);

    await suspendWriter(context, 'ada');
    assert.deepEqual(await headlines(), []);
  });
}
