// What serve does once a day: it sweeps image storage.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { scheduleSweep } from '../../src/commands/scheduled-sweep.ts';
import { configFrom } from '../../src/config.ts';
import { SWEEP } from '../../src/schemas/limits.ts';
import { emptyPlace, freshStore } from '../support/databases/databases.ts';

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
  scheduleSweep({ store, config, now: () => new Date() });
  assert.ok(existsSync(first));
  mock.timers.tick(SWEEP.firstMs);
  await gone(first);
  const second = await leftover('2');
  // The next one is set when the first has ended.
  while (existsSync(second)) {
    mock.timers.tick(SWEEP.everyMs);
    await setImmediate();
  }
});
