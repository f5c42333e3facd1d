// Composing in Chromium with input methods, dead keys and phones' keyboards, and the Markdown that results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOf } from '../../support/full.ts';
import { openDesk, openPiece, PHONE, says, textOf, written } from '../world.ts';

const desk = await openDesk();
const { page, complaints } = await desk.newContext();
await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
await textOf(page).click();
const session = await page.context().newCDPSession(page);

/** Letter by letter; the last is what is taken. */
async function compose(...steps: string[]): Promise<void> {
  for (const text of steps) {
    const caret = { selectionStart: text.length, selectionEnd: text.length };
    await session.send('Input.imeSetComposition', { text, ...caret });
  }
  await session.send('Input.insertText', { text: steps.at(-1) ?? '' });
  // Composed text is tidied in a separate task.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
}

const japanese = () => compose('n', 'に', 'にh', 'にほ', 'にほn', '日本');

/** Puts text into the editor as if it had been there before. */
async function put(text: string): Promise<void> {
  await textOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.cm-content').dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  })()`);
  await page.keyboard.press('Control+Home');
}

const LINK = '[b](https://example.org)';

const CASES: [where: string, text: string, keys: string, expected: string][] = [
  ['between two paragraphs', 'One.\n\nTwo.', 'ArrowDown', 'One.\n\n日本日本\n\nTwo.'],
  ['below a paragraph', 'One.\n', 'ArrowDown', 'One.\n\n日本日本'],
  ['above a paragraph', '\nOne.', '', '日本日本\n\nOne.'],
  ['in room enough', 'One.\n\n\n\nTwo.', 'ArrowDown ArrowDown', 'One.\n\n日本日本\n\nTwo.'],
  ['in a quote', '> one\n>\n> two', 'ArrowDown End', '> one\n>\n> 日本日本\n>\n> two'],
  ['behind a fence', '```\na\n```', 'Control+End', '```\na\n```\n\n日本日本'],
  ['in code', '```\na\n```', 'ArrowDown', '```\n日本日本a\n```'],
  ['at the end of an item', '- one\n- two', 'End', '- one日本日本\n- two'],
  ['in an empty item', '- one\n- \n\nTwo', 'ArrowDown End', '- one\n- 日本日本\n\nTwo'],
  ['behind a folded link', `a ${LINK} c`, 'End ArrowLeft ArrowLeft', `a ${LINK}日本日本 c`],
  ['behind a link at the end', `a ${LINK}`, 'End', `a ${LINK}日本日本`],
  ['before a folded link', `${LINK} c`, '', `日本日本${LINK} c`],
  ['in the words of a link', `${LINK} c`, 'ArrowRight', `[日本日本b](https://example.org) c`],
  ['in a cell', '| a |\n|---|\n| 1 |', 'ArrowRight ArrowRight', '| 日本日本a |\n|---|\n| 1 |'],
  ['in bold that waits', 'a', 'End Control+b', 'a**日本日本**'],
  ['over a selection', 'One two.', 'Control+Shift+ArrowRight', '日本日本 two.'],
];

for (const [where, text, keys, expected] of someOf(CASES, 4)) {
  test(`composing ${where}`, async () => {
    await put(text);
    for (const key of keys.split(' ').filter(Boolean)) await page.keyboard.press(key);
    await japanese();
    await japanese();
    assert.equal(await written(page), expected);
  });
}

test('what is composed is one step of undo, with the room that it was given', async () => {
  for (const [, text, keys] of CASES.slice(0, 6)) {
    await put(text);
    for (const key of keys.split(' ').filter(Boolean)) await page.keyboard.press(key);
    await japanese();
    await page.keyboard.press('Control+z');
    assert.equal(await written(page), text);
  }
});

test('letters that are composed without a pause between them', async () => {
  await put('One.\n\nTwo.');
  await page.keyboard.press('ArrowDown');
  const of = (text: string) => ({ text, selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', of('ㅎ'));
  await session.send('Input.imeSetComposition', of('한'));
  await session.send('Input.insertText', { text: '한' });
  await session.send('Input.imeSetComposition', of('글'));
  await session.send('Input.insertText', { text: '글' });
  await page.keyboard.type(' x');
  assert.equal(await written(page), 'One.\n\n한글 x\n\nTwo.');
});

test('what was composed and taken back leaves the text as it was', async () => {
  await put('One.\n\nTwo.');
  await page.keyboard.press('ArrowDown');
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  assert.equal(await written(page), 'One.\n\nTwo.');
});

test('a dead key gives the sign that its own key would give, and a phone’s word its apostrophe', async () => {
  await put('');
  const quote = () => compose('"');
  await quote();
  await page.keyboard.type('a');
  await quote();
  await page.keyboard.type(' it');
  await compose("'");
  await page.keyboard.type('s ');
  await compose('d', 'do', 'don', "don'", "don't");
  await compose('é');
  assert.equal(await written(page), '“a” it’s don’té');
  await page.keyboard.type(' ');
  await quote();
  await page.keyboard.press('Backspace');
  assert.equal(await written(page), '“a” it’s don’té "');
  await put('`a');
  await page.keyboard.press('End');
  await quote();
  assert.equal(await written(page), '`a"', 'not in code');
});

test('on Android, where the page hears nothing of it, words get their room and signs too', async () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36';
  const { page: phone } = await desk.newContext({ ...PHONE, userAgent });
  await openPiece(phone, desk.base, await desk.draft({ headline: 'A', body_md: 'One.\n\nTwo.' }));
  await textOf(phone).tap();
  await phone.keyboard.press('Control+Home');
  await phone.keyboard.press('ArrowDown');
  assert.equal(
    await phone.evaluate(`Boolean(document.querySelector('.cm-content').editContext)`),
    true,
  );
  const keyboard = await phone.context().newCDPSession(phone);
  for (const text of ['d', 'do', 'don', "don'", "don't"]) {
    const caret = { selectionStart: text.length, selectionEnd: text.length };
    await keyboard.send('Input.imeSetComposition', { text, ...caret });
  }
  await keyboard.send('Input.insertText', { text: "don't" });
  await phone.locator('.cm-line', { hasText: 'don’t' }).waitFor();
  assert.equal(await written(phone), 'One.\n\ndon’t\n\nTwo.');
});

test('headline and standfirst are composed as the text is', async () => {
  for (const name of ['headline', 'sub']) {
    const field = page.locator(`[name=${name}]`);
    await field.focus();
    await page.keyboard.press('Control+a');
    await japanese();
    await page.keyboard.type(' ');
    await compose('"');
    await page.keyboard.type('a');
    await compose('"');
    await page.keyboard.type(' ');
    await compose('i', 'it', "it'", "it's");
    await page.keyboard.type('.');
    assert.equal(await field.inputValue(), '日本 “a” it’s.');
  }
  await says(page, /^Saved/);
  assert.deepEqual(complaints, []);
});
