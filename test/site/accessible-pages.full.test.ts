// Every kind of public page, and pieces of the demo, with and without script, in light and dark, on a phone and on a wide
// screen: axe finds nothing, nothing is wider than its window, nothing fails, nothing leaves the house.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright-core';
import { faultsOf, saveImage, showOn, watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { rounds } from '../support/soak.ts';
import { serveDemo } from './world.ts';

const chromium = await openBrowser();
const demo = await serveDemo();

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Each width and each scheme once with all rules; the other two, with those that depend on both, in a soak. */
const SCREENS = [
  { colorScheme: 'light', viewport: WIDE, rules: 'all' },
  { colorScheme: 'light', viewport: PHONE, rules: 'colors' },
  { colorScheme: 'dark', viewport: WIDE, rules: 'colors' },
  { colorScheme: 'dark', viewport: PHONE, rules: 'all' },
] as const;

/** Requests still running when the next page opens are cancelled, which is not a failure. */
function failureOf(request: Request): string[] {
  const words = request.failure()?.errorText ?? '';
  return words === 'net::ERR_ABORTED' ? [] : [`failed: ${request.url()} ${words}`];
}

/** This page takes as long as all others together, so only a soak checks it in dark. */
const isDone = (path: string, { colorScheme }: { colorScheme: string }) =>
  path === '/developers' && colorScheme === 'dark';

const isWide = 'document.documentElement.scrollWidth > innerWidth';

test('every page is sound', { concurrency: 2 }, async (suite) => {
  for (const half of [0, 1]) {
    suite.test(`with script, in every color and width, part ${half + 1}`, async () => {
      const { page, complaints } = await watchedPage(chromium, demo.base, {});
      page.on('requestfailed', (request) => complaints.push(...failureOf(request)));
      const faults: string[] = [];
      for (const path of demo.pages.filter((_path, at) => at % 2 === half)) {
        const answer = await page.goto(demo.base + path);
        assert.equal(answer?.status(), 200, path);
        for (const { rules, ...screen } of SCREENS) {
          if (rounds(0, 1) === 0 && (rules === 'colors' || isDone(path, screen))) continue;
          await showOn(page, screen);
          const name = `${screen.colorScheme}-${screen.viewport.width}`;
          faults.push(...(await faultsOf(page, rules)).map((fault) => `${name}: ${fault}`));
          await saveImage(page, `site-${name}`);
        }
      }
      assert.deepEqual(faults, []);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  // Nothing here depends on colors.
  suite.test('without script, wide and narrow', async () => {
    const without = { javaScriptEnabled: false };
    const { page, complaints } = await watchedPage(chromium, demo.base, without);
    page.on('requestfailed', (request) => complaints.push(...failureOf(request)));
    for (const path of demo.pages) {
      await page.goto(demo.base + path);
      assert.ok((await page.locator('main').innerText()).length > 5, path);
      for (const viewport of [WIDE, PHONE]) {
        await page.setViewportSize(viewport);
        const place = `${path} at ${viewport.width}`;
        assert.equal(await page.evaluate(isWide), false, `${place} is wider than its window`);
      }
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  // Pieces can contain anything: a sixth of them is checked, or all in a soak, in the setting where faults show first.
  const written = demo.piecePaths.filter((_path, at) => at % 6 === 0 || rounds(0, 1) === 1);
  for (const rest of [0, 1]) {
    suite.test(`pieces of the demo, part ${rest + 1}`, async () => {
      const options = { colorScheme: 'dark', viewport: PHONE } as const;
      const { page, complaints } = await watchedPage(chromium, demo.base, options);
      const faults: string[] = [];
      for (const path of written.filter((_path, at) => at % 2 === rest)) {
        await page.goto(demo.base + path);
        faults.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
      }
      assert.deepEqual(faults, []);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  suite.test('a page that is not there is sound too', async () => {
    const { page } = await watchedPage(chromium, demo.base, {});
    for (const path of ['/nowhere', '/author/nobody', '/author/iris-calloway/nothing']) {
      const answer = await page.goto(demo.base + path);
      assert.equal(answer?.status(), 404);
      assert.deepEqual(await faultsOf(page), []);
    }
    await page.context().close();
  });
});
