// Pasting in Chromium: from pages and word processors, with their form; from elsewhere, as text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { someOf } from '../support/full.ts';
import { openDesk, openPiece, says, textOf, written } from './world.ts';

interface Clip {
  html: string;
  plain: string;
  type?: string;
}

const paste = (page: Page, clip: Clip) =>
  page.evaluate(`(() => {
    const { html, plain, type } = ${JSON.stringify(clip)};
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', plain);
    if (type) clipboardData.setData(type, '{}');
    document.querySelector('.cm-content').dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  })()`);

const CASES: [what: string, clip: Clip, expected: string][] = [
  [
    'a page',
    {
      html: '<h2>Two</h2><p>A <a href="https://example.org/a">link</a> and <em>more</em>.</p><ul><li>one<li>two</ul>',
      plain: 'Two\nA link and more.\none\ntwo',
    },
    '## Two\n\nA [link](https://example.org/a) and *more*.\n\n-   one\n-   two',
  ],
  [
    'a word processor that says it by style',
    {
      html: '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span><span> and </span><span style="font-style:italic">leaning</span>, <span style="font-weight:700;font-style:italic">both</span></p></b>',
      plain: 'Bold and leaning, both',
    },
    '**Bold** and *leaning*, ***both***',
  ],
  [
    'Word, which has more to say of bold',
    {
      html: "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> and <i style='mso-bidi-font-style:normal'>leaning</i></p>",
      plain: 'Bold and leaning',
    },
    '**Bold** and *leaning*',
  ],
  [
    'a hostile page',
    {
      html: '<p>Words<script>document.title=2</script> <b onclick="document.title=1">bold</b> <a href="javascript:alert(1)">no link</a></p>',
      plain: 'Words bold no link',
    },
    'Words **bold** no link',
  ],
  [
    'text with no form',
    { html: '<span>**as typed**</span>', plain: '**as typed**' },
    '**as typed**',
  ],
  [
    "a program's editor",
    {
      html: '<div style="font-family:monospace"><b>let</b> a;</div>',
      plain: 'let a;',
      type: 'vscode-editor-data',
    },
    'let a;',
  ],
];

test('what is pasted keeps what Markdown can say of it', async () => {
  const desk = await openDesk();
  const { page, complaints } = await desk.newContext();
  for (const [what, clip, expected] of someOf(CASES, 3)) {
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
    await textOf(page).click();
    await paste(page, clip);
    const [first = ''] = expected.split('\n');
    await textOf(page).getByText(first, { exact: true }).first().waitFor();
    assert.equal((await written(page)).trim(), expected, what);
    await says(page, /^Saved/);
  }
  assert.deepEqual(complaints, []);
});

test('without a connection the words come as they are, and undo brings them back with one', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const clip = { html: '<p><b>Bold</b> words</p>', plain: 'Bold words' };
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
  await textOf(page).click();
  await page.route('**/desk/edit/pasted', (route) => route.abort());
  await paste(page, clip);
  assert.equal(await written(page), 'Bold words');
  await page.unroute('**/desk/edit/pasted');
  await page.keyboard.press('Control+a');
  await paste(page, clip);
  await textOf(page).getByText('**Bold** words').waitFor();
  await page.keyboard.press('Control+z');
  assert.equal(await written(page), 'Bold words');
});

test('what is more than words in a line gets lines of its own', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Start. End.' }));
  await textOf(page).click();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 'Start.'.length; step += 1) await page.keyboard.press('ArrowRight');
  await paste(page, { html: '<h2>Two</h2><p>Words.</p>', plain: 'Two\nWords.' });
  await textOf(page).getByText('## Two').waitFor();
  assert.equal(await written(page), 'Start.\n\n## Two\n\nWords.\n\n End.');
});
