// Typing in Chromium, key by key: the resulting Markdown, and its published HTML.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { someOf } from '../../support/full.ts';
import { openDesk, openPiece, says, textOf, written } from '../world.ts';
import { BLOCKS } from './cases/blocks.ts';
import { KEYS } from './cases/keys.ts';
import { MARKS } from './cases/marks.ts';
import { PASTING, type PastingCase } from './cases/pasting.ts';
import { PASTING_PLACES } from './cases/pasting-places.ts';
import { PUNCTUATION } from './cases/punctuation.ts';
import type { TypingCase } from './cases/typing-case.ts';

const desk = await openDesk();
const { page, complaints } = await desk.newContext();
await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
await textOf(page).click();

async function type(page: Page, keys: string): Promise<void> {
  for (const part of keys.split(/(‹[^›]+›)/)) {
    if (part.startsWith('‹') && part.endsWith('›') && part.length > 2) {
      await page.keyboard.press(part.slice(1, -1));
    } else await page.keyboard.type(part);
  }
}

const writeIn = (locale: string) =>
  page.evaluate(
    `document.querySelector('form[data-editor]').elements.namedItem('locale').value = '${locale}'`,
  );

async function clear(locale: string): Promise<void> {
  await writeIn(locale);
  await textOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

async function outcomeOf({ keys, locale = 'en' }: TypingCase) {
  await clear(locale);
  await type(page, keys);
  const source = await written(page);
  const { html } = await renderMarkdown(source);
  return { source, html };
}

for (const each of someOf([...BLOCKS, ...KEYS, ...MARKS, ...PUNCTUATION], 4)) {
  test(each.what, async () => {
    const { source, html } = each;
    assert.deepEqual(await outcomeOf(each), { source, html });
  });
}

const paste = ({ html = '', plain }: PastingCase['clip']) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(plain)});
    if (${html !== ''}) clipboardData.setData('text/html', ${JSON.stringify(html)});
    document.querySelector('.cm-content').dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  })()`);

/** Waits until the service's Markdown has replaced the pasted plain text. */
async function settled(expected: string): Promise<string> {
  const until = Date.now() + 15_000;
  let source = await written(page);
  while (source !== expected && Date.now() < until) {
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    source = await written(page);
  }
  return source;
}

let asked = 0;
page.on('request', (request) => {
  if (request.url().endsWith('/desk/edit/pasted')) asked += 1;
});

for (const { what, keys = '', clip, isPlain = false, source, html } of someOf(
  [...PASTING, ...PASTING_PLACES],
  4,
)) {
  test(`pasting ${what}`, async () => {
    await clear('en');
    await type(page, keys);
    const before = asked;
    const isAsked = clip.html !== undefined && !isPlain;
    const answer = isAsked ? page.waitForResponse('**/desk/edit/pasted') : null;
    await paste(clip);
    await (await answer)?.finished();
    const found = await settled(source);
    if (isPlain) assert.equal(asked, before, 'no Markdown is asked for');
    assert.deepEqual({ source: found, html: (await renderMarkdown(found)).html }, { source, html });
  });
}

test('what is pasted becomes Markdown where it is by then, also if one goes on typing before it', async () => {
  await clear('en');
  await page.keyboard.type('a b');
  let release = () => {};
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/desk/edit/pasted', async (route) => {
    await typed;
    await route.continue();
  });
  await paste({ plain: ' one', html: '<p> <b>one</b></p>' });
  await type(page, ' after‹Control+Home›before ');
  release();
  assert.equal(await settled('before a b**one** after'), 'before a b**one** after');
  await page.unroute('**/desk/edit/pasted');
});

test('Ctrl+Shift+V pastes without formats, and a URL as it is', async () => {
  const onClipboard = (html: string, plain: string) =>
    page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      'text/html': new Blob(['${html}'], { type: 'text/html' }),
      'text/plain': new Blob(['${plain}'], { type: 'text/plain' }),
    })])`);
  for (const plain of ['words "x"', 'https://example.org/a']) {
    await clear('en');
    await onClipboard('<b>words</b>', plain);
    const before = asked;
    await page.keyboard.press('Control+Shift+V');
    assert.equal(await settled(plain), plain);
    assert.equal(asked, before, 'no Markdown is asked for');
  }
});

test('one Backspace after a pasted URL leaves it plain, and so does undo', async () => {
  for (const key of ['Backspace', 'Control+z']) {
    await clear('en');
    await paste({ plain: 'https://example.org' });
    assert.equal(await written(page), '<https://example.org>');
    await page.keyboard.press(key);
    assert.equal(await written(page), 'https://example.org', key);
  }
});

test('lines that are joined when published say so, and lines that are broken do not', async () => {
  await clear('en');
  await paste({ plain: 'One\ntwo\\\nthree[^1][^2]\n\n[^1]: A note.\n[^2]: Another.' });
  const mark = page.locator('.cm-content .joined-line');
  assert.equal(await mark.count(), 1);
  assert.match(String(await mark.getAttribute('title')), /joined when published/);
});

test('nothing is replaced while an input method composes', async () => {
  await clear('en');
  await page.keyboard.type('a');
  const session = await page.context().newCDPSession(page);
  const composed = { text: '"', selectionStart: 1, selectionEnd: 1 };
  await session.send('Input.imeSetComposition', composed);
  assert.equal(await written(page), 'a"');
  await session.send('Input.insertText', { text: '"に' });
  assert.equal(await written(page), 'a"に');
});

test('a text that is restored by undo has the signs that were pasted', async () => {
  await clear('en');
  await paste({ plain: '"a" -- b...' });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+z');
  assert.equal(await written(page), '"a" -- b...');
});

test('the switch leaves signs as they are typed, and is remembered', async () => {
  const choice = page.getByLabel('Smart punctuation');
  const openMenu = () => page.getByText('More', { exact: true }).click();
  await openMenu();
  await choice.uncheck();
  await textOf(page).click();
  await clear('en');
  await page.keyboard.type('"a" -- it\'s...');
  assert.equal(await written(page), '"a" -- it\'s...');
  await page.keyboard.press('Control+s');
  await says(page, /^Saved/);
  await page.reload();
  await openMenu();
  assert.equal(await choice.isChecked(), false);
  await choice.check();
  await textOf(page).click();
  await clear('en');
  await page.keyboard.type('"a"');
  assert.equal(await written(page), '“a”');
});

test('no key made the page complain', () => assert.deepEqual(complaints, []));
