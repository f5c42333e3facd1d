// The block menu on a phone whose keyboard covers half of the window: in sight, scrolled and chosen from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openDesk, openPiece, PHONE, textOf, written } from './world.ts';

const desk = await openDesk();
const LONG = 'A paragraph of words.\n\n'.repeat(60);

/** Simulates the space that a keyboard leaves; a headless browser has no keyboard. */
const showKeyboard = (page: Page, visible: number) =>
  page.evaluate(`
    Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => ${visible} });
    visualViewport.dispatchEvent(new Event('resize'));`);

/** A menu is placed in the frame after it is made. */
const nextFrames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

const menuIn = (page: Page) => page.getByRole('listbox', { name: 'Blocks' });

/** Asserts that an element is between the bar and the row of tools, which is above the keyboard. */
async function assertInSight(page: Page, shown: Locator, visible: number): Promise<void> {
  await nextFrames(page);
  const box = await shown.boundingBox();
  const row = await page.locator('.touch-row').boundingBox();
  const bar = await page.locator('.editor-bar').boundingBox();
  assert.ok(box && row && bar);
  const isRowFixed =
    (await page.evaluate(`getComputedStyle(document.querySelector('.touch-row')).position`)) ===
    'fixed';
  const bottom = isRowFixed ? row.y : visible;
  const caret = await page.locator('.cm-cursor-primary').boundingBox();
  const where = JSON.stringify({ caret, box, row, bar });
  if (isRowFixed)
    assert.ok(row.y + row.height <= visible + 1, `the row is on the keyboard: ${where}`);
  assert.ok(box.height >= 88, `two blocks are seen: ${where}`);
  assert.ok(box.y >= 0 && box.y + box.height <= bottom + 1, where);
}

for (const [what, body, keys] of [
  ['an empty piece', '', []],
  ['the end of a long one', LONG, ['Control+End']],
  ['the start of a long one', `\n\n${LONG}`, ['Control+Home']],
] as const) {
  for (const [visible, viewport] of [
    [420, PHONE.viewport],
    [300, { width: 390, height: 664 }],
    [190, { width: 844, height: 390 }],
  ] as const) {
    test(`by “/” and by the plus in ${what}, where ${visible} of ${viewport.height} pixels are seen`, async () => {
      const { page } = await desk.newContext({ ...PHONE, viewport });
      await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: body }));
      await textOf(page).tap();
      await showKeyboard(page, visible);
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.type('/');
      const menu = menuIn(page);
      await menu.waitFor();
      await assertInSight(page, menu, visible);
      // The last block is below: scrolled to, and touched.
      const last = menu.getByRole('option').last();
      await last.scrollIntoViewIfNeeded();
      await assertInSight(page, last.locator('xpath=..'), visible);
      const box = await last.boundingBox();
      assert.ok(box && box.y + box.height <= visible + 1, JSON.stringify(box));
      await last.tap();
      await page.getByText('Paste the URL of a video or a post').waitFor();
      await page.getByRole('button', { name: 'Add a block' }).tap();
      await menu.waitFor();
      await assertInSight(page, menu, visible);
      await menu.getByRole('option').nth(2).tap();
      await page.keyboard.type('one');
      assert.match(await written(page), /^- one$/m);
    });
  }
}

test('on a desktop, the menu is in sight from the first line on', async () => {
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
  await textOf(page).click();
  for (const keys of ['/', 'quote']) {
    await page.keyboard.type(keys);
    await menuIn(page).waitFor();
    await nextFrames(page);
    const box = await menuIn(page).boundingBox();
    const caret = await page.locator('.cm-cursor-primary').boundingBox();
    assert.ok(box && caret && Math.abs(box.y - caret.y - caret.height) < 20, JSON.stringify(box));
  }
});

test('the menu moves when the keyboard comes up under it', async () => {
  const { page } = await desk.newContext(PHONE);
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
  await textOf(page).tap();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('/');
  await menuIn(page).waitFor();
  await showKeyboard(page, 420);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  await assertInSight(page, menuIn(page), 420);
});
