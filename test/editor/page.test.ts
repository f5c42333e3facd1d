// The editor is the page: the reader's type on one left edge, and nothing that moves while one types.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDesk, openPiece, says, textOf } from './world.ts';

const desk = await openDesk();

/** Where the words of each begin, and in which type they are set. */
const SET = `['textarea.headline', 'textarea.sub', '.cm-line'].map((place) => {
  const one = document.querySelector(place);
  const style = getComputedStyle(one);
  const { left, right, top } = one.getBoundingClientRect();
  return {
    right: Math.round(right - parseFloat(style.paddingRight) - parseFloat(style.borderRightWidth)),
    left: Math.round(left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth)),
    top: Math.round(top + parseFloat(style.paddingTop) + parseFloat(style.borderTopWidth)),
    size: parseFloat(style.fontSize),
    family: style.fontFamily,
    border: style.borderTopWidth,
    line: Math.round(parseFloat(style.lineHeight)),
  };
})`;

interface Line {
  left: number;
  right: number;
  top: number;
  size: number;
  family: string;
  border: string;
  line: number;
}

async function setOf(page: Page): Promise<[Line, Line, Line]> {
  const all: unknown = await page.evaluate(SET);
  return all as [Line, Line, Line];
}

const topOf = async (page: Page) => (await setOf(page))[2].top;

test('headline, standfirst and text are on one left edge, in the reader’s type, high on the page', async () => {
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A short headline', body_md: 'First words.' });
  await openPiece(page, desk.base, id);
  const [headline, sub, text] = await setOf(page);
  assert.deepEqual([headline.left, sub.left], [text.left, text.left]);
  assert.deepEqual([headline.border, sub.border], ['0px', '0px']);
  assert.ok(headline.size >= 42 && headline.size <= 46, String(headline.size));
  assert.ok(text.top < 300, `the first words are at ${text.top} pixels`);
  await page.getByLabel('Headline').fill('الميناء');
  await page.getByLabel('Standfirst').fill('لا أحد هناك');
  const [toTheLeft, subToTheLeft, { right }] = await setOf(page);
  assert.deepEqual([toTheLeft.right, subToTheLeft.right], [right, right], 'from right to left');
  await says(page, /^Saved/);
  await page.goto(`${desk.base}/desk/edit/pieces/${id}/publish`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const answer = await fetch(`${desk.base}/api/public/pieces/${id}`);
  await page.goto(JSON.parse(await answer.text()).piece.url);
  const read: unknown = await page.evaluate(`(() => {
    const { fontSize, fontFamily, lineHeight } = getComputedStyle(document.querySelector('.text p'));
    return [parseFloat(fontSize), fontFamily, Math.round(parseFloat(lineHeight))];
  })()`);
  assert.deepEqual([text.size, text.family, text.line], read);
});

test('nothing moves while one types: not by the first save, a notice, an error or a counter', async () => {
  const { page } = await desk.newContext();
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await textOf(page).waitFor();
  const empty = await topOf(page);
  await page.keyboard.type('A headline');
  await page.keyboard.press('Enter');
  await page.keyboard.type('And its line');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Words.');
  await says(page, /^Saved/);
  assert.equal(await topOf(page), empty, 'the first save moves nothing');

  const id = await desk.draft({ headline: 'A', body_md: 'Start.' });
  await page.goto(`${desk.base}/desk/edit/pieces/${id}?done=restore`);
  await page.locator('.notice').waitFor();
  const noticed = await topOf(page);
  await textOf(page).click();
  await page.keyboard.type('Words. ');
  await page.locator('.notice').waitFor({ state: 'detached' });
  assert.equal(await topOf(page), noticed, 'a notice that goes moves nothing');

  await page.getByLabel('Standfirst').fill('x'.repeat(20));
  const short = await topOf(page);
  // Characters that take no room, so that only what is said about them could move the text.
  await page.evaluate(`(() => {
    const field = document.querySelector('textarea.sub');
    field.value = '\\u200b'.repeat(900);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  })()`);
  await says(page, 'except Standfirst');
  await page.getByText('too many').waitFor({ state: 'attached' });
  assert.equal(await topOf(page), short, 'an error moves nothing');
});

/** The page has come to rest: a jump to the caret and a step up within one frame would be seen as one way down. */
const AT_REST = `new Promise((rested) => {
  let last = -1;
  const look = () => {
    if (scrollY === last) rested();
    else requestAnimationFrame(look);
    last = scrollY;
  };
  requestAnimationFrame(look);
})`;

test('the bar goes while one types, and comes back when it is wanted', async () => {
  const { page } = await desk.newContext();
  const body_md = 'A paragraph.\n\n'.repeat(60);
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md }));
  const shown = page.locator('body:not(.is-typing) .editor-bar');
  const gone = page.locator('body.is-typing .editor-bar');
  await textOf(page).click();
  await shown.waitFor();
  const ways: [way: string, act: () => Promise<void>][] = [
    ['the mouse', () => page.mouse.move(300, 300 + Math.random() * 100)],
    ['Escape', () => page.keyboard.press('Escape')],
    ['focus', () => page.getByRole('button', { name: 'Preview' }).focus()],
    ['scrolling up', () => page.evaluate('scrollBy(0, -2000)').then(() => undefined)],
  ];
  for (const [way, act] of ways) {
    await textOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('xy');
    await gone.waitFor();
    await page.evaluate(AT_REST);
    await act();
    await shown.waitFor().catch(() => assert.fail(`${way} brings no bar`));
  }
});

test('further rows of an item or a quote begin where its words do', async () => {
  const { page } = await desk.newContext();
  const words = 'words '.repeat(20);
  const body_md = `- begin ${words}\n  - begin ${words}\n\n10. begin ${words}\n\n> begin ${words}\n\nbegin ${words}`;
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md }));
  await page.evaluate('document.fonts.ready');
  const rows: unknown = await page.evaluate(`[...document.querySelectorAll('.cm-line')]
    .filter((line) => line.textContent.includes('begin'))
    .map((line) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let text = texts.nextNode();
      while (!text.data.includes('begin')) text = texts.nextNode();
      const range = document.createRange();
      range.setStart(text, text.data.indexOf('begin'));
      range.setEnd(text, text.data.length);
      const lefts = [...range.getClientRects()].map(({ left }) => left);
      return [lefts.length > 1, Math.abs(lefts[0] - lefts[1]) < 1.5];
    })`);
  assert.deepEqual(rows, Array(5).fill([true, true]));
});
