// The script of a piece's page, in a browser: it tells once, and only of what is shown.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assetUrl } from '../../src/http/pages/assets.ts';
import { author, piece } from '../support/archive/records.ts';
import { watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { readersOf } from './beacons.ts';

const chromium = await openBrowser();

/** A page of ours, under its policy, with what the page of a piece has. */
async function openPiece(isShown: boolean) {
  const { base } = await serveDesk();
  const { page, complaints } = await watchedPage(chromium, base, {});
  const beacons: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') beacons.push(new URL(request.url()).pathname);
  });
  await page.clock.install();
  await page.goto(`${base}/desk/sign-in`);
  const place = `/read/${randomUUID()}`;
  const show = (visibility: 'visible' | 'hidden') =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${visibility}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  if (!isShown) await show('hidden');
  await page.evaluate(`
    document.body.dataset.read = '${place}';
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = '${assetUrl('views.js')}';
      script.onload = resolve;
      document.body.append(script);
    })`);
  return { page, complaints, beacons, place, show };
}

test('a page that is shown tells once', async () => {
  const { page, complaints, beacons, place, show } = await openPiece(true);
  const answered = page.waitForResponse((answer) => answer.url().endsWith(place));
  await page.clock.runFor(1_500);
  assert.equal((await answered).status(), 204);
  for (const each of ['hidden', 'visible'] as const) await show(each);
  await page.clock.runFor(10_000);
  assert.deepEqual([beacons, complaints], [[place], []]);
});

test('a page in the background tells nothing until it is shown', async () => {
  const { page, beacons, place, show } = await openPiece(false);
  await page.clock.runFor(60_000);
  assert.deepEqual(beacons, []);
  await show('visible');
  await page.clock.runFor(500);
  await show('hidden');
  await page.clock.runFor(60_000);
  assert.deepEqual(beacons, []);
  await show('visible');
  const answered = page.waitForResponse((answer) => answer.url().endsWith(place));
  await page.clock.runFor(1_500);
  await answered;
  assert.deepEqual(beacons, [place]);
});

test('whoever reads the page of a piece is counted, once', async () => {
  const { context, base } = await serveDesk();
  const read = piece('ada', { slug: 'a-piece' });
  await importLines(context, [author('ada'), read]);
  const { page, complaints } = await watchedPage(chromium, base, {});
  for (let visit = 0; visit < 2; visit += 1) {
    const answered = page.waitForResponse((answer) => answer.url().includes('/read/'));
    await page.goto(`${base}/author/ada/a-piece`);
    assert.equal((await answered).status(), 204);
  }
  // Views are written in batches, so this waits for the next.
  while ((await readersOf(context, read.id)) === 0) await page.goto(base);
  assert.equal(await readersOf(context, read.id), 1);
  assert.deepEqual(complaints, []);
});
