// Somebody else signs in, in another tab of the same browser, while a text is open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { letIn } from '../support/desk/served-desk.ts';
import { openDesk, openPiece, says, signIn, textOf, written } from './world.ts';

test('the page names who is signed in, keeps the text, and saves it for its writer alone', async () => {
  const desk = await openDesk();
  const { id: bob } = await createWriter(desk.context, {
    ...{ slug: 'bob', name: 'Bob', email: 'bob@example.org', password: 'another long password' },
    ...{ admin: false, identityVerified: false },
  });
  const { page } = await desk.newContext();
  const context = page.context();
  const id = await desk.draft({ headline: 'Hers', body_md: 'Base.' });
  const fresh = await context.newPage();
  await fresh.goto(`${desk.base}/desk/edit/pieces/new`);
  await textOf(fresh).waitFor();
  await openPiece(page, desk.base, id);
  await letIn(context, desk, bob);

  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await says(page, 'You’re signed in as Bob. This is Ada’s text.');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' More.');
  await page.keyboard.press('Control+s');
  await says(page, 'Your changes are stored in this browser');
  await page.getByRole('link', { name: 'Sign in as Ada' }).waitFor();
  assert.equal(await written(page), 'Base. More.');
  assert.equal((await desk.versions(id)).length, 1);

  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      ...{ name: 'red.png', mimeType: 'image/png', buffer: Buffer.from('not sent') },
    });
  await page.locator('.image-panel').getByText('You’re signed in as Bob.').waitFor();

  // A new piece must not become a draft of the other writer.
  await fresh.bringToFront();
  await textOf(fresh).click();
  await fresh.keyboard.type('Never his.');
  await fresh.keyboard.press('Control+s');
  await says(fresh, 'You’re signed in as Bob. This is Ada’s text.');
  const his = await context.newPage();
  await his.goto(`${desk.base}/desk`);
  await his.getByRole('link', { name: 'Write your first piece' }).waitFor();
  assert.equal(await his.locator('.unsaved-notice').isVisible(), false);

  await signIn(his, desk.base);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await fresh.evaluate(`dispatchEvent(new Event('focus'))`);
  await says(page, /^Saved/);
  await says(fresh, /^Saved/);
  assert.equal((await desk.versions(id)).at(-1)?.body_md, 'Base. More.');
});
