// Finding, replacing and coming back in Chromium; typewriter scrolling and the word goal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, openPiece, PHONE, says, textOf, written } from './world.ts';

const desk = await openDesk();
const LONG = `${'A paragraph of words that nobody looks for.\n\n'.repeat(600)}The needle is here.\n\nNeedle again.`;

test('find sees every word of the text, counts and replaces, and moves nothing', async () => {
  const { page, complaints } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
  const top = `document.querySelector('.cm-content').getBoundingClientRect().top + scrollY`;
  const before = await page.evaluate(top);
  await page.getByLabel('Headline').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  const panel = page.getByRole('search', { name: 'Find and replace' });
  // The first one is gone to as one types.
  await panel.getByText('1 of 2 matches').waitFor();
  assert.equal(await page.evaluate(top), before);
  await page.keyboard.press('Enter');
  await panel.getByText('2 of 2 matches').waitFor();
  await page.keyboard.press('Shift+Enter');
  await panel.getByText('1 of 2 matches').waitFor();
  const found = page.locator('.cm-searchMatch-selected');
  await found.waitFor();
  const place = await found.boundingBox();
  const bar = await page.locator('.editor-bar').boundingBox();
  assert.ok(place && bar && place.y > bar.y + bar.height && place.y < 900, JSON.stringify(place));
  await page.getByLabel('Replace with').fill('pin');
  await panel.getByRole('button', { name: 'Replace', exact: true }).click();
  await panel.getByText('1 of 1 match', { exact: true }).waitFor();
  await panel.getByLabel('Match case').check();
  await panel.getByText('No matches').waitFor();
  await panel.getByLabel('Match case').uncheck();
  await panel.getByRole('button', { name: 'Replace all' }).click();
  await panel.getByText('No matches').waitFor();
  assert.match(await written(page), /The pin is here\.\n\npin again\.$/);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.equal(
    await page.evaluate(`document.activeElement?.className.includes('cm-content')`),
    true,
  );
  await page.keyboard.press('Control+h');
  await panel.waitFor();
  assert.deepEqual(complaints, []);
});

/** How much of the window what stays in sight takes, and whether what was found is clear of it. */
const SEEN = `(() => {
  const fixed = [...document.querySelectorAll('main *')]
    .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height, bottom }) => width > 0 && height > 0 && bottom > 0);
  const word = document.querySelector('.cm-searchMatch-selected').getBoundingClientRect();
  const isClear = fixed.every(({ top, bottom, left, right }) =>
    word.bottom <= top || word.top >= bottom || word.right <= left || word.left >= right);
  return {
    covered: fixed.reduce((sum, { height }) => sum + height, 0) / innerHeight,
    isInSight: isClear && word.top >= 0 && word.bottom <= visualViewport.height,
  };
})()`;

const SMALL = [
  ['at 400 % zoom', { viewport: { width: 360, height: 225 } }, 225, 0.2],
  ['at 400 % zoom of a narrow window', { viewport: { width: 320, height: 256 } }, 256, 0.2],
  ['on a phone with its keyboard', PHONE, 420, 1],
  ['on a phone on its side', { ...PHONE, viewport: { width: 844, height: 390 } }, 390, 0.2],
] as const;

for (const [where, options, visible, most] of SMALL) {
  test(`what is found is in sight ${where}`, async () => {
    const { page } = await desk.newContext(options);
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
    await textOf(page).focus();
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => ${visible} });
      visualViewport.dispatchEvent(new Event('resize'));`);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('needle');
    const panel = page.getByRole('search', { name: 'Find and replace' });
    for (const found of ['1 of 2 matches', '2 of 2 matches']) {
      await panel.getByText(found).waitFor();
      assert.ok(await panel.getByText(found).isVisible());
      await page.locator('.cm-searchMatch-selected').waitFor();
      const { covered, isInSight } = (await page.evaluate(SEEN)) as Seen;
      assert.equal(isInSight, true, found);
      assert.ok(covered < most, `${covered} of the window is covered`);
      await page.keyboard.press('Enter');
    }
    // Every part of it can be reached and seen.
    const PARTS = [
      ['button', 'Previous'],
      ['textbox', 'Replace with'],
      ['button', 'Replace all'],
      ['checkbox', 'Match case'],
      ['button', 'Close'],
    ] as const;
    for (const [role, name] of PARTS) {
      const part = panel.getByRole(role, { name, exact: true });
      await part.focus();
      const box = await part.boundingBox();
      const { width } = options.viewport;
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name} ${JSON.stringify(box)}`);
      assert.ok(box.y >= 0 && box.y + box.height <= visible, `${name} ${JSON.stringify(box)}`);
    }
  });
}

interface Seen {
  covered: number;
  isInSight: boolean;
}

test('the caret comes back where it was, in sight', async () => {
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: LONG });
  await openPiece(page, desk.base, id);
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('X');
  await says(page, /^Saved/);
  await page.goto(`${desk.base}/desk`);
  await openPiece(page, desk.base, id);
  await page.locator('.cm-focused').waitFor();
  await textOf(page).getByText('Needle again.X', { exact: true }).waitFor();
  await page.keyboard.type('Y');
  assert.match(await written(page), /Needle again\.XY$/);
});

test('the line one writes stays in the middle, and a goal is counted to, for those who ask for it', async () => {
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
  const caret = async () =>
    Number(
      await page.evaluate(
        `document.querySelector('.cm-cursor-primary').getBoundingClientRect().top / innerHeight`,
      ),
    );
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('off');
  assert.ok((await caret()) < 0.4 || (await caret()) > 0.6, 'off at first');
  await page.locator('.editor-bar').getByText('More', { exact: true }).click();
  await page.getByLabel('Typewriter scrolling').check();
  await page.getByLabel('Word goal').fill('6000');
  await page.getByText(/^4,80\d of 6,000 words/).waitFor();
  await page.keyboard.press('Escape');
  await textOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' on');
  const at = await caret();
  assert.ok(at > 0.4 && at < 0.6, `the caret is at ${at} of the window`);
  await page.reload();
  await page.getByText(/^4,80\d of 6,000 words/).waitFor();
});
