// demo: not over somebody's own database.

import { test } from 'node:test';
import { assertOneLine, cliAt } from '../support/cli.ts';
import { emptyPlace } from '../support/databases.ts';
import { contextAt, importLines } from '../support/placed.ts';
import { author } from '../support/records.ts';

test('a folder that holds something else is refused in one line, and left alone', async () => {
  const place = await emptyPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada')]);
  await context.store.close();
  assertOneLine(await cliAt(place, 'demo'), place.dataDir, 'something else');
});
