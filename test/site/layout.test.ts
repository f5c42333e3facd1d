// The layout of the public pages: which element ranks above which, and which are next to each other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { faultsOf } from '../support/browser/accessible-page.ts';
import { box, isWide, LONG, opened, serve, shown, styleOf } from './layout-world.ts';

const sizeOf = async (page: Page, selector: string) =>
  parseFloat(await styleOf(page, selector, 'fontSize'));

/** The gaps below the standfirst and the lead, including the element next to it. */
async function gapsBelowLead(page: Page) {
  const [line, byline] = [await box(page, '.lead .standfirst'), await box(page, '.lead .byline')];
  const lead = await box(page, '.lead');
  const card = page.locator('.author-card');
  const beside = (await card.count()) > 0 ? await box(page, '.author-card') : lead;
  const isBelow = beside.y >= lead.bottom;
  const next = isBelow ? beside : await box(page, '.second');
  return [byline.y - line.bottom, next.y - Math.max(lead.bottom, isBelow ? 0 : beside.bottom)];
}

test('nothing stands between a lead and its byline, and no hole below them', async () => {
  for (const [pieces, newest] of [
    [24, { headline: 'Short', sub: LONG }],
    [7, { headline: 'Word '.repeat(39), sub: null, body_md: 'So.' }],
    [2, { headline: 'Short', body_md: 'So.' }],
    [2, { headline: 'Word '.repeat(39), sub: LONG }],
  ] as const) {
    const { base } = await serve(pieces, newest);
    const page = await opened('/', 1440, {}, base);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [signed = 0, followed = 0] = await gapsBelowLead(page);
      const where = `${pieces} pieces, ${width} px`;
      assert.ok(signed >= 0 && signed < 32, `${where}: the byline is ${signed} px below`);
      assert.ok(followed >= 0 && followed < 120, `${where}: a hole of ${followed} px`);
      assert.equal(await page.evaluate(isWide), false, where);
    }
    await page.context().close();
  }
});

test('the front page ranks its pieces by size', async () => {
  const page = await opened('/');
  const [lead, second, third, compact] = [
    await sizeOf(page, '.lead h2'),
    await sizeOf(page, '.second h2'),
    await sizeOf(page, '.third h2'),
    await sizeOf(page, '.headline-list h3'),
  ];
  assert.ok(lead >= 56, `lead ${lead}`);
  assert.ok(Math.abs(second - 34) <= 2, `second ${second}`);
  assert.ok(Math.abs(third - 24) <= 1, `third ${third}`);
  assert.ok(compact <= 20, `rest ${compact}`);
  await page.context().close();
});

test('code, tables and wide images run to 860 px; on a phone a table scrolls in itself', async () => {
  const path = '/author/ada/piece-24';
  const page = await opened(path);
  const measure = await box(page, '.text p');
  assert.ok(measure.width <= 590, `a line of ${measure.width}`);
  for (const selector of ['.text pre', '.text table', '.text img']) {
    const wide = await box(page, selector);
    assert.ok(wide.width > 800 && wide.width <= 864, `${selector} ${wide.width}`);
    assert.ok(Math.abs(wide.x - measure.x) < 1, `${selector} starts with the text`);
  }
  await page.context().close();
  const phone = await opened(path, 320);
  assert.equal(await phone.evaluate(isWide), false);
  const scrolls = await phone
    .locator('.text :has(> table)')
    .first()
    .evaluate((each) => each.scrollWidth > each.clientWidth && each.clientWidth <= 320);
  assert.ok(scrolls, 'the table scrolls');
  // No word of it is cut in two.
  const { height } = await box(phone, '.text td');
  assert.ok(height < 60, `${height}`);
  await phone.context().close();
});

test('the masthead of a phone is name, menu and search, and the menu opens without script', async () => {
  for (const path of ['/', '/author/ada/piece-1']) {
    const page = await opened(path, 390, { hasTouch: true });
    const masthead = page.locator('.masthead');
    const [name, menu, search] = [
      masthead.locator('.nameplate a'),
      masthead.getByText('Menu', { exact: true }),
      masthead.getByRole('link', { name: 'Search' }),
    ];
    for (const each of [name, menu, search]) {
      const { height = 0, y = 999 } = (await each.boundingBox()) ?? {};
      assert.ok(height >= 44, `${path}: ${await each.innerText()} is ${height} high`);
      assert.ok(y < 160, `${path}: ${await each.innerText()} at ${y}`);
    }
    const category = masthead.getByRole('link', { name: 'Building' });
    assert.equal(await category.isVisible(), false);
    await menu.tap();
    assert.ok(await category.isVisible());
    for (const { name: words, height } of await shown(page, '.masthead li a')) {
      assert.ok(height >= 44, `${words}: ${height}`);
    }
    assert.equal(await page.evaluate(isWide), false);
    await page.context().close();
  }
  const wide = await opened('/');
  assert.equal(
    await wide.locator('.masthead').getByText('Menu', { exact: true }).isVisible(),
    false,
  );
  assert.ok(await wide.locator('.masthead').getByRole('link', { name: 'Building' }).isVisible());
  await wide.context().close();
});

test('a product has its price and button beside its image, and its row a thumbnail', async () => {
  const page = await opened('/shop');
  const thumbnails = page.locator('.products .thumbnail');
  assert.equal(await thumbnails.count(), 2, 'each row keeps its place');
  const thumbnail = await box(page, '.products img.thumbnail');
  assert.ok(thumbnail.width >= 72 && thumbnail.width <= 160, `${thumbnail.width}`);
  await page.getByRole('link', { name: 'With an image' }).click();
  const [image, price, button] = [
    await box(page, '.product img'),
    await box(page, '.product .price'),
    await box(page, '.product .button'),
  ];
  assert.ok(image.width > 300 && image.width <= 480, `${image.width}`);
  for (const beside of [price, button]) {
    assert.ok(beside.x >= image.right || beside.right <= image.x, 'beside the image');
  }
  assert.ok(button.bottom < 900, `${button.bottom}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const below = await box(page, '.product .price');
  assert.ok(below.y >= (await box(page, '.product img')).bottom, 'one column on a phone');
  await page.context().close();
});

test('where a word was found does not look like a category', async () => {
  const page = await opened('/search?q=bridge');
  await page.getByText('In the headline', { exact: true }).first().waitFor();
  assert.equal(await styleOf(page, '.match-site', 'textTransform'), 'none');
  const [look, kicker] = [
    await styleOf(page, '.match-site', 'color'),
    await styleOf(page, '.kicker', 'color'),
  ];
  assert.notEqual(look, kicker);
  assert.match(
    await page.locator('.entry-list .kicker').first().innerText(),
    /building|leading|culture/i,
  );
  await page.context().close();
});

test('axe finds nothing where only some visitors come: small sites and an open menu', async () => {
  const faults: string[] = [];
  for (const [pieces, colorScheme, width] of [
    [0, 'light', 1440],
    [1, 'dark', 390],
    [2, 'light', 1440],
  ] as const) {
    const { base } = await serve(pieces);
    const page = await opened('/', width, { colorScheme, javaScriptEnabled: true }, base);
    const menu = page.getByText('Menu', { exact: true });
    if (width < 500) await menu.click();
    faults.push(...(await faultsOf(page)));
    await page.context().close();
  }
  assert.deepEqual(faults, []);
});
