// Long words stay within the window at any text size; other scripts and tables get the typography they need.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { faultsOf, saveImage, watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveHardToSet } from './awkward-texts.ts';

/** The least that a page has to fit into, and a wide screen. */
const WIDTHS = [320, 1440];
const isWide = 'document.documentElement.scrollWidth > innerWidth';

const usual = await openBrowser();
/** A reader's browser with letters twice the usual size. */
const large = await openBrowser('--blink-settings=defaultFontSize=32,defaultFixedFontSize=26');
const site = await serveHardToSet();

/** The computed values of a property, for every element that the selector finds. */
async function styles(page: Page, selector: string, property: string): Promise<string[]> {
  const found: unknown = await page.evaluate(
    `Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (each) => getComputedStyle(each)[${JSON.stringify(property)}])`,
  );
  assert.ok(Array.isArray(found) && found.length > 0, `there is ${selector}`);
  return found.map(String);
}

for (const width of WIDTHS) {
  for (const [size, chromium] of Object.entries({ usual, large })) {
    test(`no page is wider than ${width} px with letters of the ${size} size`, async () => {
      const viewport = { width, height: 900 };
      const { page } = await watchedPage(chromium, site.base, { viewport });
      const wide: string[] = [];
      for (const path of site.pages) {
        await page.goto(site.base + path);
        if (await page.evaluate(isWide)) wide.push(path);
        await saveImage(page, `set-${size}-${width}`);
      }
      assert.deepEqual(wide, []);
      await page.context().close();
    });
  }
}

test('letters are as large as the reader wants them', async () => {
  const sizes = async (chromium: typeof usual) => {
    const viewport = { width: 1440, height: 900 };
    const { page } = await watchedPage(chromium, site.base, { viewport });
    await page.goto(site.base + site.german);
    const found = await Promise.all(
      ['.masthead a', '.kicker', '.byline', '.text', '.text pre code', '.text table', '.tags'].map(
        async (selector) => parseFloat((await styles(page, selector, 'fontSize'))[0] ?? ''),
      ),
    );
    await page.context().close();
    return found;
  };
  const once = await sizes(usual);
  assert.deepEqual(
    await sizes(large),
    once.map((size) => size * 2),
  );
});

test('what is written from the right is never slanted, and code in it runs from the left', async () => {
  const { page } = await watchedPage(usual, site.base, {});
  for (const [path, selector] of [
    ['/author/noor', '.bio'],
    ['/author/noor', '.products .standfirst'],
    ['/shop', '.products [dir]:dir(rtl)'],
    [site.arabic, '.piece .standfirst'],
    [site.arabic, '.text blockquote, .text blockquote p'],
    ['/', '.lead .standfirst'],
  ] as const) {
    await page.goto(site.base + path);
    const slants = await styles(page, selector, 'fontStyle');
    assert.deepEqual(new Set(slants), new Set(['normal']), `${path} ${selector}`);
  }
  // Text without its own direction, such as a role, is upright if its font has no italic.
  assert.deepEqual(await styles(page, 'main', 'fontSynthesisStyle'), ['none']);
  await page.goto(site.base + site.arabic);
  assert.deepEqual(new Set(await styles(page, '.text code', 'direction')), new Set(['ltr']));
  assert.deepEqual(await styles(page, '.text p code', 'unicodeBidi'), ['isolate']);
  assert.deepEqual(await styles(page, '.text pre', 'direction'), ['ltr']);
  await page.context().close();
});

test('a table without headings has no rules around nothing', async () => {
  const { page } = await watchedPage(usual, site.base, {});
  await page.goto(site.base + site.german);
  const shown = await styles(page, '.table-scroll ~ .table-scroll thead', 'display');
  assert.deepEqual(shown, ['none']);
  await page.context().close();
});

test('axe finds nothing in dark', async () => {
  const { page } = await watchedPage(usual, site.base, { colorScheme: 'dark' });
  await page.goto(site.base + site.german);
  assert.deepEqual(await faultsOf(page), []);
  await page.context().close();
});
