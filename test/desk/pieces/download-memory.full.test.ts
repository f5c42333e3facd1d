// A ZIP of any size is written with the memory of its largest file.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { zipStream } from '../../../src/operations/download/zip-writer.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function used(): number {
  // The first collection may free memory in the background; the second waits for that.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('files that have gone out are let go', async () => {
  const before = used();
  let most = 0;
  const zip = zipStream(async ({ add }) => {
    for (let at = 0; at < 600; at += 1) {
      await add(`${at}.bin`, randomBytes(100_000), '2026-01-01T00:00:00.000Z');
      if (at % 100 === 99) most = Math.max(most, used() - before);
    }
  });
  let bytes = 0;
  for await (const chunk of zip) bytes += chunk.length;
  assert.ok(bytes > 60_000_000);
  assert.ok(most < bytes / 2, `${Math.round(most / 1e6)} MB were held`);
});
