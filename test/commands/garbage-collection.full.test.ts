// How large V8's young generation gets, on the main thread and on others, by the flags that `serve` sets.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

const STEERING = new URL('../../src/commands/garbage-collection.ts', import.meta.url).href;

/** Fills the young generation with what lives a little, and notes how large it may be meanwhile. */
const FILL = `
  const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
  const sizes = new Set();
  const alive = [];
  for (let at = 0; at < 1_000_000; at += 1) {
    alive[at % 20_000] = { at, list: [at, at + 1], text: 'number ' + at };
    if (at % 5_000 > 0) continue;
    const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    sizes.add((space.space_used_size + space.space_available_size) / 1024 / 1024);
  }
`;

/** As bin/serve starts Node; returns the sizes in megabytes. */
async function sizesOf(program: string): Promise<number[]> {
  const flags = ['--max-semi-space-size=16', '--input-type=module'];
  const { stdout } = await run(process.execPath, [...flags, '-e', program]);
  return JSON.parse(stdout);
}

describe('the young generation', () => {
  it('of the main thread grows to all that it may have at once', async () => {
    const sizes = await sizesOf(`
      import { steerGarbageCollection } from '${STEERING}';
      steerGarbageCollection();
      ${FILL}
      console.log(JSON.stringify([...sizes]));
    `);
    assert.deepEqual(sizes.map(Math.round), [1, 16]);
  });

  it('of another thread is bounded by what the thread is started with', async () => {
    const sizes = await sizesOf(`
      import { Worker } from 'node:worker_threads';
      import { steerGarbageCollection } from '${STEERING}';
      steerGarbageCollection();
      const fill = ${JSON.stringify(FILL)};
      const say = "process.getBuiltinModule('node:worker_threads').parentPort.postMessage([...sizes]);";
      const resourceLimits = { maxYoungGenerationSizeMb: 4 };
      new Worker(fill + say, { eval: true, resourceLimits }).on('message', (sizes) =>
        console.log(JSON.stringify(sizes)),
      );
    `);
    assert.ok(Math.max(...sizes) < 4, `It had ${sizes} MB.`);
  });
});
