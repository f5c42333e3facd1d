// Finding, replacing and coming back in Chromium; typewriter scrolling and the word goal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, openPiece, says, textOf, written } from './world.ts';

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
