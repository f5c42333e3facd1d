// demo: not over somebody's own database.

import { test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { emptyPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { assertOneLine, cliAt } from '../support/processes/cli.ts';

test('a folder that holds something else is refused in one line, and left alone', async () => {
  const place = await emptyPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada')]);
  await context.store.close();
  assertOneLine(await cliAt(place, 'demo'), place.dataDir, 'something else');
});
