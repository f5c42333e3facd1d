// Blocks and helpers in Chromium: `/` and `+`, links, images, footnotes and tables, by keys as a person presses them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDesk, openPiece, textOf, written } from './world.ts';

const desk = await openDesk();
const { page, complaints } = await desk.newContext();

/** The caret is at the end. */
async function open(body_md: string): Promise<void> {
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md }));
  await textOf(page).click();
  await page.keyboard.press('Control+End');
}

/** Words in quotes are typed, the rest are keys. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith('"')) await page.keyboard.type(key.slice(1, -1));
    else await page.keyboard.press(key);
  }
}

const option = (name: string) => page.getByRole('option', { name, exact: true });
const menu = page.getByRole('listbox', { name: 'Blocks' });

const BLOCKS: [typed: string, then: string[], expected: string][] = [
  ['/', ['"Two"'], 'Before.\n\n## Two'],
  ['/heading 3', ['"Three"'], 'Before.\n\n### Three'],
  ['/list', ['"one"'], 'Before.\n\n- one'],
  ['/num', ['"one"'], 'Before.\n\n1. one'],
  ['/quo', ['"said"'], 'Before.\n\n> said'],
  ['/code', ['"let a;"'], 'Before.\n\n```\nlet a;\n```'],
  ['/div', ['"After."'], 'Before.\n\n---\n\nAfter.'],
  [
    '/table',
    ['"Year"', 'Tab', '"Level"', 'Tab', '"2023"', 'Tab', '"4"'],
    'Before.\n\n| Year | Level |\n| ------ | ------ |\n| 2023 | 4 |\n',
  ],
  ['/foot', ['"See there."'], 'Before.[^1]\n\n[^1]: See there.'],
  ['/embed', ['"https://example.org/"'], 'Before.\n\nhttps://example.org/'],
];

/** However wide the columns are drawn. */
const plain = (text: string) => text.replace(/ +\|/g, ' |').replace(/-+/g, '---');

for (const [typed, then, expected] of BLOCKS) {
  test(`${typed} on an empty line makes ${JSON.stringify(expected)}`, async () => {
    await open('Before.');
    await press('Enter', 'Enter', `"${typed}"`);
    await menu.waitFor();
    await press('Enter', ...then);
    assert.equal(plain(await written(page)), plain(expected));
  });
}

const OTHER_WORDS: [typed: string, first: string][] = [
  ['bullet', 'List -'],
  ['ordered', 'Numbered list 1.'],
  ['picture', 'Image ![]()'],
  ['photo', 'Image ![]()'],
  ['citation', 'Quote >'],
  ['line', 'Divider ---'],
  ['hr', 'Divider ---'],
  ['rule', 'Divider ---'],
  ['video', 'Embed URL'],
  ['note', 'Footnote [^1]'],
  ['h2', 'Heading 2 ##'],
  ['h3', 'Heading 3 ###'],
  ['2', 'Heading 2 ##'],
  ['LIST', 'List -'],
  ['c', 'Code ```'],
  ['columns', 'Table | |'],
];

test('the menu finds a block by other words for it, and what has none is text', async () => {
  await open('');
  for (const [typed, first] of OTHER_WORDS) {
    await press(`"/${typed}"`);
    await menu.waitFor();
    const shown = await menu.getByRole('option').first().innerText();
    assert.equal(shown.replace(/\s+/g, ' '), first, typed);
    await press('Control+a', 'Delete');
    await menu.waitFor({ state: 'detached' });
  }
  await press('"/linex"');
  await menu.waitFor({ state: 'detached' });
  await press('Backspace');
  await option('Divider ---').waitFor();
  await press('Enter', '"After."');
  assert.equal(await written(page), '---\n\nAfter.');
});

test('the menu is walked by arrow keys, left by Escape, and is not there within words or code', async () => {
  await open('');
  await press('"/"');
  await menu.waitFor();
  assert.equal(await menu.getByRole('option').count(), 11);
  await press('ArrowDown', 'ArrowDown', 'Enter', '"one"');
  assert.equal(await written(page), '- one');
  await open('');
  await press('"/"');
  await menu.waitFor();
  await press('Escape');
  await menu.waitFor({ state: 'detached' });
  await press('" is a slash"');
  assert.equal(await written(page), '/ is a slash');
  await open('```\n\n```');
  await press('ArrowUp', '"/"');
  await open('and');
  await press('"/or"');
  assert.equal(await menu.count(), 0);
});

test('a table in a quote is walked by Tab, and stays in it', async () => {
  await open('> | a | b |\n> | --- | --- |\n> | c | d |');
  await press('Shift+Tab', '"f"', 'Tab', 'Tab', '"g"', 'Enter', '"h"');
  const rows = ['| a | b |', '| --- | --- |', '| f | d |', '| g | |', '| h | |'];
  assert.equal(plain(await written(page)), rows.map((row) => `> ${row}`).join('\n'));
});

test('whoever types fast does not wait for the menu, and Tab takes from it as Enter does', async () => {
  await open('');
  for (const key of '/quo') await page.keyboard.type(key, { delay: 20 });
  await press('Enter', '"said"');
  assert.equal(await written(page), '> said');
  await open('');
  await press('"/num"');
  await menu.waitFor();
  await press('Tab', '"one"');
  assert.equal(await written(page), '1. one');
});

test('a link that is selected with more stays folded, and moves nothing away from under the mouse', async () => {
  const link = (word: string) => `[${word}](https://example.org/${'a-long-way/'.repeat(6)})`;
  await open(`One ${link('two')} three ${link('four')} five.\n\nLast.`);
  const shown = () => page.locator('.cm-line').first().innerText();
  const folded = await shown();
  const line = await page.locator('.cm-line').first().boundingBox();
  assert.ok(line);
  await page.mouse.move(line.x + 5, line.y + 10);
  await page.mouse.down();
  for (const x of [40, 60, 120, 150]) await page.mouse.move(line.x + x, line.y + 10);
  assert.equal(await shown(), folded);
  await page.mouse.up();
  await press('Control+a');
  assert.equal(await shown(), folded);
  await page.mouse.click(line.x + 48, line.y + 10);
  assert.match(await shown(), /a-long-way/);
});

test('the plus stands beside an empty line, and opens the same menu; the embed says what to paste', async () => {
  await open('Words.');
  const plus = page.getByRole('button', { name: 'Add a block' });
  await plus.waitFor({ state: 'hidden' });
  await press('Enter', 'Enter');
  await plus.click();
  await option('Embed URL').click();
  await page.getByText('Paste the URL of a video or a post').waitFor();
  await press('"x"');
  assert.equal(await written(page), 'Words.\n\nx');
  await page.getByText('Paste the URL').waitFor({ state: 'detached' });
});

test('an image is chosen from the menu', async () => {
  await open('Words.');
  await press('Enter', 'Enter', '"/image"');
  const chosen = page.waitForEvent('filechooser');
  await menu.waitFor();
  await press('Enter');
  await chosen;
});

const lines = (of: Page) => of.locator('.cm-line').allTextContents();

test('the URL of a link folds away until the caret enters, and is edited in a popover', async () => {
  const link = '[words](https://example.org/a "A title")';
  await open(`A ${link} here.\n\nEnd.`);
  assert.deepEqual((await lines(page))[0], 'A words↗ here.');
  await press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  assert.deepEqual((await lines(page))[0], `A ${link} here.`);
  await press('Control+k');
  const popover = page.getByRole('dialog', { name: 'Link' });
  assert.equal(await popover.getByLabel('URL').inputValue(), 'https://example.org/a');
  const opens = popover.getByRole('link', { name: 'Open' });
  assert.equal(await opens.getAttribute('href'), 'https://example.org/a');
  await press('"https://example.org/a (b)"', 'Shift+Tab', '"other words"', 'Enter');
  await popover.waitFor({ state: 'detached' });
  const changed = 'A [other words](<https://example.org/a (b)> "A title") here.\n\nEnd.';
  assert.equal(await written(page), changed);
  await press('ArrowLeft', 'Control+k');
  await popover.getByLabel('Words').fill('not these');
  await press('Escape');
  assert.equal(await written(page), changed, 'Escape changes nothing');
  await press('Control+k');
  await popover.getByRole('button', { name: 'Remove link' }).click();
  assert.equal(await written(page), 'A other words here.\n\nEnd.');
  await press('Control+z', 'Control+End');
  await page.locator('.link-sign').click();
  await popover.waitFor();
  await press('Escape');
});

test('a link that would not be published is refused with a reason, and what was typed stays', async () => {
  await open('Words');
  await press('Shift+Home', 'Control+k', '"javascript:alert(1)"', 'Enter');
  const url = page.getByRole('dialog', { name: 'Link' }).getByLabel('URL');
  await page.getByRole('alert').filter({ hasText: 'won’t be published as a link' }).waitFor();
  assert.equal(await url.inputValue(), 'javascript:alert(1)');
  assert.equal(await url.evaluate((input) => input.matches(':focus')), true);
  await url.fill('tel:+4930123');
  await press('Enter');
  await url.waitFor({ state: 'detached' });
  assert.equal(await written(page), '[Words](tel:+4930123)');
});

test('the alt text of an image is edited beside it', async () => {
  const image = `![Old [words\\]](/media/${'0'.repeat(64)}-40x30)`;
  await page.route('**/media/**', (route) => route.abort());
  await open(`${image.replace('[words', '\\[words')}\n\nEnd.`);
  await page.locator('.inline-image .alt-text').click();
  const field = page.getByLabel('What does the image show?');
  assert.equal(await field.inputValue(), 'Old [words]');
  await field.fill('A [new] field');
  await press('Enter');
  assert.match(await written(page), /^!\[A \\\[new\\\] field\]\(\/media\/0+-40x30\)\n\nEnd\.$/);
});

test('a footnote has the next number, its text is at the end, and there is a way back', async () => {
  await open('One[^1] and two.\n\nMore.\n\n[^1]: First.');
  await press('Control+Home', 'End', 'ArrowLeft', 'Control+Alt+f', '"Second."');
  const text = 'One[^1] and two[^2].\n\nMore.\n\n[^1]: First.\n[^2]: Second.';
  assert.equal(await written(page), text);
  await page.getByRole('button', { name: 'Back to the text' }).waitFor();
  await press('Control+Alt+f', '"!"');
  assert.equal(await written(page), text.replace('[^2].', '[^2]!.'));
  await press('Control+End');
  await page.getByRole('button', { name: 'Back to the text' }).click();
  await press('"?"');
  assert.equal(await written(page), text.replace('[^2].', '[^2]?!.'));
});

test('Tab walks the cells of a table, a last one adds a row, and the columns are drawn', async () => {
  await open('| a | long name |\n|:-|-:|\n| 1 \\| 2 | 3 |');
  await press('Tab', '"new"', 'Shift+Tab', 'Shift+Tab', '"first"');
  assert.equal(
    await written(page),
    '| a      | long name |\n| :----- | --------: |\n| first | 3         |\n| new    |           |',
  );
  await press('Control+Home', 'Shift+Tab');
  assert.equal(
    await page.evaluate(`document.activeElement?.getAttribute('name')`),
    'sub',
    'before the first cell, it leaves the text',
  );
  // An image that is not there is told of by the browser itself.
  assert.deepEqual(
    complaints.filter((line) => !line.includes('ERR_FAILED')),
    [],
  );
});
