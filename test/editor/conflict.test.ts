// Two browsers on one piece: both texts are shown, one is chosen, and neither is ever gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, openPiece, says, textOf, written } from './world.ts';

for (const choice of ['Keep mine', 'Use the other'] as const) {
  test(`a conflict ends with “${choice}”, and both texts are among the versions`, async () => {
    const desk = await openDesk();
    const id = await desk.draft({ headline: 'A', body_md: 'Start.' });
    const { page: left } = await desk.newContext();
    const { page: right } = await desk.newContext();
    await openPiece(left, desk.base, id);
    await openPiece(right, desk.base, id);
    await textOf(left).fill('From the left.');
    await says(left, /^Saved/);
    await textOf(right).fill('From the right.');
    await textOf(right).click();
    const box = right.getByRole('alertdialog');
    await box.waitFor();
    const isInText = `document.activeElement.closest('.cm-content') !== null`;
    assert.equal(await right.evaluate(isInText), true, 'a key meant for the text must not choose');
    assert.ok(await box.getByText('From the left.').isVisible());
    assert.ok(await box.getByText('From the right.').isVisible());
    assert.equal((await desk.versions(id)).at(-1)?.body_md, 'From the left.');
    await box.getByRole('button', { name: choice }).click();
    await says(right, /^Saved/);
    await right.locator('.conflict').waitFor({ state: 'detached' });
    const expected = choice === 'Keep mine' ? 'From the right.' : 'From the left.';
    await textOf(right).getByText(expected, { exact: true }).waitFor();
    assert.equal(await written(right), expected);
    await says(right, /^Saved/);
    const bodies = (await desk.versions(id)).map(({ body_md }) => body_md);
    assert.ok(
      bodies.includes('From the left.') && bodies.includes('From the right.'),
      String(bodies),
    );
    assert.equal(bodies.at(-1), expected);
    if (choice === 'Keep mine') return;
    // The left still shows what was chosen: there is nothing that it has not seen.
    await textOf(left).fill('From the left. And on.');
    await says(left, 'Writing…');
    await says(left, /^Saved/);
    assert.equal((await desk.versions(id)).at(-1)?.body_md, 'From the left. And on.');
  });
}
