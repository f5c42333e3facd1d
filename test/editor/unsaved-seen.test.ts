// Unsaved text in this browser is seen on every page of the desk, also after a rename, and is brought back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { deletePermanently, trashPiece } from '../../src/operations/pieces/trash.ts';
import { openDesk, openPiece, says, textOf } from './world.ts';

async function rename(page: Page, base: string, slug: string): Promise<void> {
  await page.goto(`${base}/desk/edit/profile`);
  await page.locator('[name="slug"]').fill(slug);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Saved.').waitFor();
}

/** Types into the open page, whose saves don't arrive, and leaves it. */
async function leaveUnsaved(page: Page, base: string, words: string): Promise<void> {
  await page.route('**/save', (route) => route.abort());
  await textOf(page).click();
  await page.keyboard.type(words);
  await says(page, 'Can’t reach the server');
  await page.goto(`${base}/desk/account`);
  await page.unroute('**/save');
}

const noticeOf = (page: Page) => page.locator('.unsaved-notice');

test('unsaved text is found after a rename, and the editor says that it brought it back', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'Half sent', body_md: 'Base.' });
  await openPiece(page, desk.base, id);
  await leaveUnsaved(page, desk.base, 'More. ');
  await rename(page, desk.base, 'ada-lovelace');
  await page.goto(`${desk.base}/desk`);
  await noticeOf(page).getByRole('link', { name: 'Half sent' }).click();
  await page.getByText('Brought back your unsaved changes').waitFor();
  await says(page, /^Saved/);
  assert.match((await desk.versions(id)).at(-1)?.body_md ?? '', /More\./);
  await textOf(page).click();
  await page.keyboard.type('On. ');
  await page.getByText('Brought back your unsaved changes').waitFor({ state: 'detached' });
});

test('what lies under a former slug is taken over: a piece, a new piece, and the settings', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Base.' });
  await openPiece(page, desk.base, id);
  await leaveUnsaved(page, desk.base, 'More. ');
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await textOf(page).waitFor();
  await page.getByLabel('Headline').fill('A new one');
  await leaveUnsaved(page, desk.base, 'New words. ');
  // Earlier versions stored the text under the slug.
  await page.evaluate(`for (const [key, value] of Object.entries({ ...localStorage })) {
    const [, piece] = key.split('${desk.writer.accountId} ');
    if (!key.startsWith('unsaved changes ')) continue;
    localStorage.setItem('standfirst ada ' + piece, value);
    localStorage.removeItem(key);
  }
  localStorage.setItem('writing settings ada', '{"goal":777}');
  localStorage.setItem('standfirst bob ${id} of-another', '[]');`);
  await rename(page, desk.base, 'ada-lovelace');
  await page.goto(`${desk.base}/desk/account`);
  await noticeOf(page).getByRole('link', { name: 'A', exact: true }).waitFor();
  const left = `Object.keys(localStorage).filter((key) => key.startsWith('standfirst '))`;
  assert.deepEqual(await page.evaluate(left), [`standfirst bob ${id} of-another`]);
  await noticeOf(page).getByRole('link', { name: 'A new one (new piece)' }).click();
  await page.getByText('Brought back your unsaved changes').waitFor();
  await textOf(page).getByText('New words.').waitFor();
  await says(page, /^Saved/);
  await page.locator('.editor-bar').getByText('More', { exact: true }).click();
  assert.equal(await page.getByLabel('Word goal').inputValue(), '777');
});

test('every page of the desk says what this browser has not saved, except what is open', async () => {
  const desk = await openDesk();
  const { page, complaints } = await desk.newContext();
  const id = await desk.draft({ headline: 'Half sent', body_md: 'Base.' });
  const other = await desk.draft({ headline: 'Another', body_md: 'Base.' });
  await openPiece(page, desk.base, id);
  await leaveUnsaved(page, desk.base, 'More. ');
  const links = await page.locator('nav[aria-label="Desk"] a').all();
  const places = await Promise.all(links.map((link) => link.getAttribute('href')));
  assert.ok(places.length >= 6, String(places));
  const ofPieces = [`edit/pieces/${other}`, `edit/pieces/${id}/versions`, 'trash', 'import'];
  for (const path of [...places, ...ofPieces.map((each) => `/desk/${each}`)]) {
    await page.goto(desk.base + path);
    await noticeOf(page).getByRole('link', { name: 'Half sent' }).waitFor();
  }
  await openPiece(page, desk.base, id);
  await says(page, /^Saved/);
  assert.equal(await noticeOf(page).isVisible(), false);
  assert.deepEqual(
    complaints.filter((each) => !each.includes('ERR_FAILED')),
    [],
  );
});

test('the text of a piece that is in the trash or deleted can be copied, and discarded', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'Half sent', body_md: 'Base.' });
  await openPiece(page, desk.base, id);
  await leaveUnsaved(page, desk.base, 'More. ');
  const text = page.getByLabel('Unsaved text');
  await trashPiece(desk.context, desk.writer, id);
  await page.goto(`${desk.base}/desk/edit/pieces/${id}`);
  assert.match(await text.inputValue(), /More\./);
  await deletePermanently(desk.context, desk.writer, id);
  await page.goto(`${desk.base}/desk`);
  await noticeOf(page).getByRole('link', { name: 'Half sent' }).click();
  await page.getByText('There is no such piece at your desk.').waitFor();
  assert.match(await text.inputValue(), /More\./);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Discard them' }).click();
  await text.waitFor({ state: 'detached' });
  await page.goto(`${desk.base}/desk`);
  await page.getByRole('link', { name: 'Write your first piece' }).waitFor();
  assert.equal(await noticeOf(page).isVisible(), false);
});
