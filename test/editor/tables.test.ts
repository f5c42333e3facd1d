// The tools of a table in Chromium: rows and columns, by mouse, by keys and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { someOf } from '../support/full.ts';
import { openDesk, openPiece, PHONE, textOf, written } from './world.ts';

const desk = await openDesk();
const { page, complaints } = await desk.newContext();

const TABLE = '| a | b |\n| :-- | --: |\n| c | d |\n| e | f |';
const toolsOf = (of: Page) => of.getByRole('toolbar', { name: 'Table' });

/** The caret is at the end. */
async function open(of: Page, body_md: string): Promise<void> {
  await openPiece(of, desk.base, await desk.draft({ headline: 'A', body_md }));
  await textOf(of).click();
  await of.keyboard.press('Control+End');
}

/** However wide the columns are drawn. */
const plain = (text: string) => text.replace(/ +\|/g, ' |').replace(/-+/g, '--');

/** The tool at this place of the row, by keys alone; the focus is in the text again. */
async function useTool(at: number): Promise<void> {
  await page.keyboard.press('Alt+F10');
  // The row remembers which one it was.
  const focused = () => page.evaluate(`document.activeElement?.textContent`);
  for (let steps = 0; (await focused()) !== '+ Row'; steps += 1) {
    assert.ok(steps < 4, `the focus is in ${await focused()}`);
    await page.keyboard.press('ArrowLeft');
  }
  for (let steps = 0; steps < at; steps += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
}

const CASES: [what: string, keys: string[], tool: number, typed: string, expected: string][] = [
  ['a row below the last', [], 0, 'x', '| a | b |\n| :-- | --: |\n| c | d |\n| e | f |\n| | x |'],
  [
    'a row below the names',
    ['Control+Home'],
    0,
    'x',
    '| a | b |\n| :-- | --: |\n| x | |\n| c | d |\n| e | f |',
  ],
  [
    'a column to the right of the first',
    ['Control+Home'],
    1,
    'x',
    '| a | x | b |\n| :-- | -- | --: |\n| c | | d |\n| e | | f |',
  ],
  [
    'a column to the right of the last',
    [],
    1,
    'x',
    '| a | b | |\n| :-- | --: | -- |\n| c | d | |\n| e | f | x |',
  ],
  ['without the last row', [], 2, 'x', '| a | b |\n| :-- | --: |\n| c | x |'],
  ['without a row', ['ArrowUp'], 2, 'x', '| a | b |\n| :-- | --: |\n| e | x |'],
  ['without the names', ['Control+Home'], 2, 'x', '| x | d |\n| :-- | --: |\n| e | f |'],
  ['without the last column', [], 3, 'x', '| a |\n| :-- |\n| c |\n| x |'],
  ['without the first column', ['Control+Home'], 3, 'x', '| x |\n| --: |\n| d |\n| f |'],
];

for (const [what, keys, tool, typed, expected] of someOf(CASES, 4)) {
  test(`a table gets ${what}, the words of a cell are selected, and one step undoes it`, async () => {
    await open(page, TABLE);
    for (const key of keys) await page.keyboard.press(key);
    await useTool(tool);
    const drawn = await written(page);
    await page.keyboard.type(typed);
    assert.equal(plain(await written(page)), plain(expected));
    await page.keyboard.press('Control+z');
    if ((await written(page)) === drawn) await page.keyboard.press('Control+z');
    assert.equal(await written(page), TABLE);
  });
}

test('the last column and the last row take the table with them', async () => {
  for (const tool of [2, 3]) {
    await open(page, 'Before.\n\n| a |\n| --- |');
    await useTool(tool);
    await page.keyboard.type('After.');
    assert.equal(await written(page), 'Before.\n\nAfter.');
  }
});

test('a table in a quote stays in it, and a bar in a cell is none between two', async () => {
  await open(page, '> | a \\| b | c |\n> | --- | --- |\n> | d | e |');
  await useTool(0);
  await page.keyboard.press('Escape');
  await useTool(1);
  assert.equal(
    plain(await written(page)),
    plain('> | a \\| b | c | |\n> | --- | --- | --- |\n> | d | e | |\n> | | | |'),
  );
});

test('the tools are there in a table and nowhere else, and move nothing', async () => {
  await open(page, `Words | more.\n\n${TABLE}\n\nAfter.`);
  const tools = toolsOf(page);
  const heights = () =>
    page.evaluate(`[...document.querySelectorAll('.cm-line')]
      .map((line) => line.getBoundingClientRect().top + scrollY)`);
  await tools.waitFor({ state: 'hidden' });
  const before = await heights();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await tools.waitFor();
  assert.deepEqual(await heights(), before);
  const place = await tools.boundingBox();
  await page.keyboard.type('xyz');
  assert.deepEqual(await tools.boundingBox(), place);
  // Below the table, on the blank line: no word is covered.
  const last = await page.locator('.cm-line', { hasText: '| e' }).boundingBox();
  const after = await page.locator('.cm-line', { hasText: 'After.' }).boundingBox();
  assert.ok(place && last && after);
  assert.ok(place.y >= last.y + last.height, JSON.stringify({ place, last }));
  assert.ok(place.y + place.height <= after.y + 6, JSON.stringify({ place, after }));
  await page.keyboard.press('Alt+F10');
  assert.equal(await page.evaluate(`document.activeElement?.ariaLabel`), 'Add row below');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Home');
  await tools.waitFor({ state: 'hidden' });
  await page.getByLabel('Headline').focus();
  assert.equal(await tools.isVisible(), false);
  assert.deepEqual(complaints, []);
});

test('Alt+F10 finds the tools of a table or a selection before these are drawn', async () => {
  await open(page, `${TABLE}\n\nAfter.`);
  // Presses both keys in one task, so that nothing is drawn between them.
  const pressed = (...keys: object[]) =>
    page.evaluate(`{
      const text = document.querySelector('.cm-content');
      for (const key of ${JSON.stringify([...keys, { key: 'F10', altKey: true }])})
        text.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
      document.activeElement.ariaLabel + ', ' + document.activeElement.parentElement.ariaLabel;
    }`);
  const up = { key: 'ArrowUp' };
  assert.equal(await pressed(up, up), 'Add row below, Table');
  await toolsOf(page).waitFor();
  await page.keyboard.press('Escape');
  const selected = { key: 'ArrowLeft', shiftKey: true };
  assert.equal(await pressed(selected), 'Bold, Format the selection');
});

test('on a phone they are large enough, and stand on the row above the keyboard, clear of all words', async () => {
  const { page: phone } = await desk.newContext(PHONE);
  await openPiece(phone, desk.base, await desk.draft({ headline: 'A', body_md: TABLE }));
  await textOf(phone).tap();
  await phone.evaluate(`
    Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => 420 });
    visualViewport.dispatchEvent(new Event('resize'));`);
  await phone.keyboard.press('Control+End');
  for (const name of ['Add row below', 'Add column right', 'Delete row', 'Delete column']) {
    const tool = toolsOf(phone).getByRole('button', { name });
    const box = await tool.boundingBox();
    const row = await phone.locator('.touch-row').boundingBox();
    assert.ok(box && row && box.height >= 44 && box.width >= 44, JSON.stringify(box));
    assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    const gap = row.y - (box.y + box.height);
    assert.ok(gap >= 0 && gap <= 4, JSON.stringify({ box, row }));
    await tool.tap();
  }
  assert.equal(
    plain(await written(phone)),
    plain('| a | b |\n| :-- | --: |\n| c | d |\n| e | f |'),
  );
});

test('on a phone they come over no caret at the foot of the window', async () => {
  const { page: phone } = await desk.newContext(PHONE);
  const words = 'Words.\n\n'.repeat(12);
  const body_md = `${words}${TABLE}\n\n${words}${words}`;
  await openPiece(phone, desk.base, await desk.draft({ headline: 'A', body_md }));
  const row = textOf(phone).getByText('| e |');
  // The lowest line that is seen.
  const { x, y, height } = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const foot = (await phone.locator('.touch-row').boundingBox())?.y ?? 0;
  await phone.evaluate(`scrollBy(0, ${y + height - foot})`);
  await phone.touchscreen.tap(x + 20, foot - height / 2);
  await toolsOf(phone).waitFor();
  const isClear = `document.querySelector('.cm-cursor-primary').getBoundingClientRect().bottom <=
    document.querySelector('.table-tools').getBoundingClientRect().top`;
  while (!(await phone.evaluate(isClear))) await phone.waitForTimeout(20);
});
