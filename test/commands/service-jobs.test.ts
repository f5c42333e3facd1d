// The background jobs of serve: sweeping image storage and completing the search index.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DAILY, SEARCH_INDEX_MS, serviceJobs } from '../../src/commands/service-jobs.ts';
import { configFrom } from '../../src/config.ts';
import { newContext } from '../../src/operations/operation.ts';
import { author, piece } from '../support/archive/records.ts';
import { emptyPlace, freshStore } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

afterEach(() => mock.timers.reset());

test('half-written files go soon after the start, and a day later again', async () => {
  const { dataDir } = await emptyPlace('sqlite');
  const config = configFrom({ DATA_DIR: dataDir });
  const store = await freshStore('sqlite');
  const folder = join(dataDir, 'media');
  await mkdir(folder);
  const leftover = async (digit: string) => {
    const path = join(folder, `.partial-${digit.repeat(36)}`);
    await writeFile(path, 'half');
    await utimes(path, new Date(0), new Date(0));
    return path;
  };
  const gone = async (path: string) => {
    while (existsSync(path)) await setImmediate();
  };
  mock.timers.enable({ apis: ['setTimeout'] });
  const first = await leftover('1');
  serviceJobs(newContext(store, config)).start();
  assert.ok(existsSync(first));
  mock.timers.tick(DAILY.firstMs);
  await gone(first);
  const second = await leftover('2');
  // The next one is set when the first has ended.
  while (existsSync(second)) {
    mock.timers.tick(DAILY.everyMs);
    await setImmediate();
  }
});

test('the search index is brought up to date at the start, and a minute later again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { context, add } = await startService('sqlite');
  await add(author('ada'), piece('ada'));
  const behind = async () => {
    const { searchTexts } = context.store;
    await searchTexts.replace([1], []);
    await searchTexts.leaveSince('', 1);
  };
  const done = async (ms: number) => {
    while (await context.store.searchTexts.isBehind()) {
      mock.timers.tick(ms);
      await setImmediate();
    }
    await context.store.checkSearchIndex();
  };
  await behind();
  serviceJobs(context).start();
  await done(0);
  await behind();
  await done(SEARCH_INDEX_MS);
});
