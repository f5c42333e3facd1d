// The editor opens fast: what comes over the wire for it has a limit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openDesk, openPiece } from './world.ts';

const MOST_BYTES = 250 * 1024;

test('at most 250 KB of script, gzipped', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Text.' }));
  const bodies = await Promise.all(scripts);
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  assert.ok(bodies.length > 0);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
});
