// Words that could not be sent, from one tab or two, and what a conflict shows and takes over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDesk, openDetails, openPiece, says, textOf, written } from './world.ts';

async function addWords(page: Page, words: string): Promise<void> {
  await page.bringToFront();
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
  await says(page, 'Can’t reach the server');
}

test('two tabs without a connection keep both their words, and both are shown', async () => {
  const desk = await openDesk();
  const { page: one } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Base.' });
  const context = one.context();
  const other = await context.newPage();
  await openPiece(one, desk.base, id);
  await openPiece(other, desk.base, id);
  await context.setOffline(true);
  await addWords(one, ' From one.');
  await addWords(other, ' From the other.');
  await one.close();
  await other.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await openPiece(later, desk.base, id);
  const box = later.getByRole('alertdialog');
  await box.waitFor();
  assert.match(await box.innerText(), /From one\./);
  assert.match(await box.innerText(), /From the other\./);
  await box.getByRole('button', { name: 'Keep mine' }).click();
  await says(later, /^Saved/);
  const bodies = (await desk.versions(id)).map(({ body_md }) => body_md).sort();
  assert.deepEqual(bodies, ['Base.', 'Base. From one.', 'Base. From the other.']);
});

test('where the browser has no room for them either, that is said, and leaving asks first', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Base.' });
  await openPiece(page, desk.base, id);
  await page.evaluate(`Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  }`);
  await page.context().setOffline(true);
  await addWords(page, ' More.');
  await says(page, 'This browser can’t store your changes: don’t close this page.');
  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await closed;
  await page.context().setOffline(false);
  await says(page, /^Saved/);
  assert.equal((await desk.versions(id)).at(-1)?.body_md, 'Base. More.');
});

test('words that were saved though no response came aren’t a conflict', async () => {
  const desk = await openDesk();
  const { page: unsaved } = await desk.newContext();
  const context = unsaved.context();
  const unanswered = await context.newPage();
  const id = await desk.draft({ headline: 'A', body_md: 'Base.' });
  await openPiece(unsaved, desk.base, id);
  await openPiece(unanswered, desk.base, id);
  await unsaved.route('**/save', (route) => route.abort());
  await unanswered.route('**/save', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await addWords(unsaved, ' Unsaved.');
  await addWords(unanswered, ' Unanswered.');
  await unsaved.close();
  await unanswered.close();
  const later = await context.newPage();
  await openPiece(later, desk.base, id);
  await later.getByRole('button', { name: 'Keep mine' }).click();
  await says(later, /^Saved/);
  const bodies = (await desk.versions(id)).map(({ body_md }) => body_md);
  assert.deepEqual(bodies, ['Base.', 'Base. Unanswered.', 'Base. Unsaved.']);
});

test('whoever writes before the script is there goes on where they are', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/editor.js*', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`${desk.base}/desk/edit/pieces/new`, { waitUntil: 'commit' });
  await page.getByLabel('Standfirst').focus();
  await page.keyboard.type('Water ');
  load();
  await textOf(page).waitFor();
  await page.getByRole('button', { name: 'Preview', exact: true }).waitFor();
  await page.keyboard.type('always wins.');
  assert.equal(await page.getByLabel('Standfirst').inputValue(), 'Water always wins.');
  assert.equal(await page.getByLabel('Headline').inputValue(), '');
});

test('a conflict about what a piece is filed under shows that, and takes it over', async () => {
  const desk = await openDesk();
  const id = await desk.draft({ headline: 'A', body_md: 'Start.' });
  const { page: left } = await desk.newContext();
  const { page: right } = await desk.newContext();
  await openPiece(left, desk.base, id);
  await openPiece(right, desk.base, id);
  await openDetails(left);
  await left.getByLabel('Tags').fill('alpha, beta');
  await says(left, /^Saved/);
  await openDetails(right);
  // Both changes go in one save: were the category saved alone, the tags would be merged into it,
  // and what is filled in after that is a choice, no conflict.
  await right.context().setOffline(true);
  await right.getByLabel('Category').selectOption('money');
  await right.getByLabel('Tags').fill('gamma');
  await right.context().setOffline(false);
  const box = right.getByRole('alertdialog');
  await box.waitFor();
  assert.match(await box.innerText(), /by you/);
  assert.match(await box.innerText(), /alpha, beta/);
  assert.match(await box.innerText(), /gamma/);
  await box.getByRole('button', { name: 'Use the other version' }).click();
  await box.waitFor({ state: 'detached' });
  await says(right, /^Saved/);
  assert.equal(await right.getByLabel('Tags').inputValue(), 'alpha, beta');
  const last = (await desk.versions(id)).at(-1);
  // The category isn't a conflict: only one side changed it.
  assert.deepEqual([last?.tags, last?.category], ['["alpha","beta"]', 'money']);
});

test('Publish leads to what keeps the words from being saved', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Start.' });
  await openPiece(page, desk.base, id);
  await openDetails(page);
  await page.getByLabel('Language').fill('no language');
  await says(page, 'except Language');
  await page.keyboard.press('Escape');
  await page.getByLabel('Language').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.locator('[name="locale"]:focus').waitFor();
  assert.equal(await written(page), 'Start.');
});

test('what the block menu puts at the start of a line is before what is typed next', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  for (const [tool, expected] of [
    ['heading 2', '## word'],
    ['quote', '> word'],
    ['list', '- word'],
    ['numbered', '1. word'],
  ] as const) {
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
    await textOf(page).click();
    await page.keyboard.type(`/${tool}`);
    await page.getByRole('option', { name: tool }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('word');
    assert.equal(await written(page), expected);
  }
});

test('the desk says which pieces have words that were not sent', async () => {
  const desk = await openDesk();
  const { page, complaints } = await desk.newContext();
  const id = await desk.draft({ headline: 'Half sent', body_md: 'Base.' });
  await openPiece(page, desk.base, id);
  await page.route('**/save', (route) => route.abort());
  await textOf(page).click();
  await page.keyboard.type('More. ');
  await says(page, 'Can’t reach the server');
  await page.goto(`${desk.base}/desk`);
  const notice = page.getByText('This browser has unsaved changes');
  await page.unroute('**/save');
  const saved = page.waitForResponse('**/save');
  await notice.getByRole('link', { name: 'Half sent' }).click();
  await saved;
  await says(page, /^Saved/);
  await page.goto(`${desk.base}/desk`);
  assert.equal(await notice.isVisible(), false);
  // The request that was not to get through is told of; nothing else is.
  assert.deepEqual(
    complaints.filter((each) => !each.includes('ERR_FAILED')),
    [],
  );
});

test('a field that is refused keeps nothing else from being saved, not even what was merged', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'One.\n\nTwo.' });
  await openPiece(page, desk.base, id);
  const other = await page.context().newPage();
  await openPiece(other, desk.base, id);
  await page.bringToFront();
  await openDetails(page);
  await page.getByLabel('Language').fill('no such language');
  await textOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Words. ');
  await says(page, 'except Language');
  const last = async () => (await desk.versions(id)).at(-1);
  assert.deepEqual(
    [(await last())?.body_md, (await last())?.locale],
    ['Words. One.\n\nTwo.', 'en'],
  );
  await other.bringToFront();
  await textOf(other).click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type(' There.');
  await says(other, /^Saved/);
  await page.bringToFront();
  await textOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('More ');
  await page.keyboard.press('Control+s');
  await page.locator('.cm-content').getByText('Two. There.').waitFor();
  await says(page, 'except Language');
  assert.equal((await last())?.body_md, 'More Words. One.\n\nTwo. There.');
  // Until it is right, the field is this browser's.
  await page.reload();
  await openDetails(page);
  assert.equal(await page.getByLabel('Language').inputValue(), 'no such language');
  await page.getByLabel('Language').fill('fr');
  await says(page, /^Saved \d/);
  assert.equal((await last())?.locale, 'fr');
});

test('Publish on a page without words says so, and leaves no draft', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await textOf(page).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await says(page, 'Nothing to publish yet');
  assert.equal(await page.evaluate('document.activeElement?.name'), 'headline');
  await page.goto(`${desk.base}/desk`);
  await page.getByRole('link', { name: 'Write your first piece' }).waitFor();
  const { page: plain } = await desk.newContext({ javaScriptEnabled: false });
  await plain.goto(`${desk.base}/desk/edit/pieces/new`);
  await plain.getByRole('button', { name: 'Publish', exact: true }).click();
  await plain.getByText('Nothing to publish yet').first().waitFor();
  await plain.goto(`${desk.base}/desk`);
  await plain.getByRole('link', { name: 'Write your first piece' }).waitFor();
});
