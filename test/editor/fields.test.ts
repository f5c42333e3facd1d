// Headline and standfirst in Chromium, as the first lines of the page, and the ways out of it with nothing left behind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDesk, openDetails, openPiece, textOf, written } from './world.ts';

const desk = await openDesk();
const { page, complaints } = await desk.newContext();
const headline = page.getByLabel('Headline');
const sub = page.getByLabel('Standfirst');

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith('"')) await page.keyboard.type(key.slice(1, -1));
    else await page.keyboard.press(key);
  }
}

const newPiece = async (of: Page) => {
  await of.goto(`${desk.base}/desk/edit/pieces/new`);
  await textOf(of).waitFor();
};

test('signs are typographic in headline and standfirst too, and one Backspace gives the key back', async () => {
  await newPiece(page);
  await press(
    `""So" -- it's..."`,
    'Enter',
    `"A 'quote"`,
    'Backspace',
    'Backspace',
    `"t'"`,
    'Backspace',
  );
  assert.equal(await headline.inputValue(), '“So” – it’s…');
  assert.equal(await sub.inputValue(), "A ‘quot'");
  await headline.focus();
  await press('End', `" --"`, 'Backspace');
  assert.equal(await headline.inputValue(), '“So” – it’s… --');
  await press('Control+z');
  assert.notEqual(await headline.inputValue(), '“So” – it’s… --', 'undo is the browser’s own');
});

test('what is written has the piece’s language, and a phone corrects it as prose', async () => {
  await newPiece(page);
  await press('"A"');
  await openDetails(page);
  await page.getByLabel('Language').focus();
  await press('Control+a', '"pt-BR"');
  for (const place of [headline, sub, textOf(page)]) {
    assert.equal(await place.getAttribute('lang'), 'pt-BR');
  }
  assert.equal(await textOf(page).getAttribute('autocorrect'), 'on');
});

test('Enter and the arrow keys go from one to the next as if they were one text', async () => {
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Text.' }));
  await headline.focus();
  await press('Control+a', '"Head"', 'Enter', '"Stand"', 'Enter', '"First. "');
  assert.equal(await written(page), 'First. Text.');
  assert.equal(await sub.inputValue(), 'Stand');
  await press('ArrowUp', '"first"', 'ArrowUp', '"line"');
  assert.deepEqual(
    [await sub.inputValue(), await headline.inputValue()],
    ['Standfirst', 'Headline'],
  );
  await press('Home', 'ArrowDown', '"er"', 'ArrowDown', '"Again. "');
  assert.equal(await written(page), 'Again. First. Text.');
});

test('lines that are pasted into a headline are one line', async () => {
  await headline.focus();
  await page.evaluate(`navigator.clipboard.writeText('One\\nand two\\r\\n')`);
  await press('Control+a', 'Control+v');
  assert.equal(await headline.inputValue(), 'One and two');
});

test('what was typed the moment before is at the desk when one goes back there', async () => {
  await newPiece(page);
  await press('"Typed and left at once"', 'Enter', 'Enter', '"Words."');
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await page.getByRole('link', { name: 'Typed and left at once' }).waitFor();
  assert.deepEqual(complaints, []);
});
