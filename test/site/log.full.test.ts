// Readers' ordinary requests are not faults in the operator's log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { logOf } from '../support/processes/served-log.ts';

test('old addresses, pages and what is not there leave no fault in the log', async () => {
  const place = await freshPlace('sqlite');
  const slugs = ['lady-ada', 'ada'].map((slug, at) => ({
    slug,
    since: `2026-01-0${at + 1}T00:00:00.000Z`,
  }));
  await importLines(await contextAt(place), [
    author('ada', { slugs }),
    piece('ada', { slug: 'bridges', tags: ['steel'] }),
  ]);
  const log = await logOf(place, async (origin) => {
    for (const path of [
      ...['/author/lady-ada', '/author/lady-ada/bridges', '/author/lady-ada/feed.json'],
      ...['/', '/tag/steel', '/author/lady-ada/bridges.md', '/nowhere', '/search?q=%00'],
    ]) {
      assert.ok((await fetch(origin + path)).status < 500, path);
    }
  });
  assert.deepEqual(
    log.filter(({ level }) => level > 30),
    [],
  );
});
