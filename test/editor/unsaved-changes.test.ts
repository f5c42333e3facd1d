// Words that could not be sent, from one tab or two, and what a conflict shows and takes over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDesk, openPiece, says, textOf, written } from './world.ts';

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

test('words that were saved though no response came are no conflict', async () => {
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
  await left.getByLabel('Tags').fill('alpha, beta');
  await says(left, /^Saved/);
  await right.getByLabel('Category').selectOption('money');
  await right.getByLabel('Tags').fill('gamma');
  const box = right.getByRole('alertdialog');
  await box.waitFor();
  assert.match(await box.innerText(), /by you/);
  assert.match(await box.innerText(), /alpha, beta/);
  assert.match(await box.innerText(), /gamma/);
  await box.getByRole('button', { name: 'Use the other' }).click();
  await box.waitFor({ state: 'detached' });
  await says(right, /^Saved/);
  assert.equal(await right.getByLabel('Tags').inputValue(), 'alpha, beta');
  const last = (await desk.versions(id)).at(-1);
  // The category is no conflict: only one side changed it.
  assert.deepEqual([last?.tags, last?.category], ['["alpha","beta"]', 'money']);
});

test('Publish leads to what keeps the words from being saved', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Start.' });
  await openPiece(page, desk.base, id);
  await page.getByLabel('Language').fill('no language');
  await says(page, 'except Language');
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.locator('[name="locale"]:focus').waitFor();
  assert.equal(await written(page), 'Start.');
});

test('what a tool puts at the start of a line is before what is typed next', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  for (const [tool, expected] of [
    ['Heading', '## word'],
    ['Quote', '> word'],
    ['List', '- word'],
    ['Numbered list', '1. word'],
  ] as const) {
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
    await textOf(page).click();
    await page.getByRole('button', { name: tool, exact: true }).click();
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
