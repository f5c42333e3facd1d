// The editor opens fast: what comes over the wire for it has a limit.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { test } from 'node:test';
import { openDesk, openPiece } from './world.ts';

const MOST_BYTES = 300 * 1024;

test('at most 300 KB of script over the wire, gzipped', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Text.' }));
  assert.ok(scripts.length > 0);
  let bytes = 0;
  for (const url of scripts) {
    // Asked for as it travels: fetch would unpack it.
    const [answer] = await once(get(url, { headers: { 'accept-encoding': 'gzip' } }), 'response');
    let size = 0;
    for await (const chunk of answer) size += chunk.length;
    // A response that fits into a packet is not compressed.
    assert.ok(answer.headers['content-encoding'] === 'gzip' || size < 1024, url);
    bytes += size;
  }
  assert.ok(bytes > 1024 && bytes <= MOST_BYTES, `${bytes} bytes`);
});
