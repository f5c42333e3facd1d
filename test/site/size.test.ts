// The front page and the page of a piece are light: few requests, few bytes, no script needed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDemo } from './world.ts';

const MOST_REQUESTS = 10;
const MOST_BYTES = 200 * 1024;

test('at most 10 requests and 200 KB over the wire, fonts included', async () => {
  const chromium = await openBrowser();
  const demo = await serveDemo();
  const polish = demo.piecePaths.find((path) => path.startsWith('/author/tomasz-zielinski/'));
  const longest = demo.pieces
    .toSorted((one, other) => other.content_text.length - one.content_text.length)
    .slice(0, 2)
    .map(({ url }) => new URL(url).pathname);
  for (const path of ['/', String(polish), ...longest]) {
    const context = await chromium.newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      const whole = request
        .sizes()
        .then(
          ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
        );
      sizes.push(whole);
    });
    // The request that counts the reader comes later, and is included.
    const isRead =
      path !== '/' && page.waitForEvent('requestfinished', (each) => each.url().includes('/read/'));
    await page.goto(demo.base + path, { waitUntil: 'networkidle' });
    await isRead;
    await page.evaluate('document.fonts.ready');
    const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
    assert.ok(sizes.length <= MOST_REQUESTS, `${path}: ${sizes.length} requests`);
    assert.ok(bytes <= MOST_BYTES, `${path}: ${bytes} bytes`);
    assert.ok(sizes.length >= 3 && bytes > 50_000, 'the fonts were counted');
    await context.close();
  }
});
