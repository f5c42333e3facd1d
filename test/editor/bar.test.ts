// The bar above the text stays one row high, regardless of its message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, openPiece, says, textOf } from './world.ts';

const PLACES = `['.editor-bar', '.cm-content'].map((place) => {
  const { top, bottom } = document.querySelector(place).getBoundingClientRect();
  return { place, top, bottom };
})`;

/** The editor brings the caret into sight with the next frame, and what was scrolled before is undone by that. */
const SCROLLED = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    scrollTo(0, 900);
    requestAnimationFrame(() => done(scrollY));
  }));
})`;

const desk = await openDesk();

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a long message moves nothing, at ${width} pixels`, async () => {
    const { page } = await desk.newContext({ viewport: { width, height } });
    const body_md = 'A paragraph.\n\n'.repeat(60);
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md }));
    await textOf(page).click();
    // Moves into a paragraph, since words typed on the blank line between two would need extra room.
    await page.keyboard.press('Control+Home');
    assert.equal(await page.evaluate(SCROLLED), 900);
    const before = await page.evaluate(PLACES);
    await page.context().setOffline(true);
    await page.keyboard.type('x');
    await page.evaluate(SCROLLED);
    await says(page, 'Can’t reach the server');
    assert.deepEqual(await page.evaluate(PLACES), before);
  });
}
