// What is visible and audible in the editor: selection, caret, bars, targets, zoom, status and the accessibility tree.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { forgetWords, openDesk, openPiece, PHONE, says, textOf } from './world.ts';

const desk = await openDesk();
const LONG = 'A paragraph of words.\n\n'.repeat(120);

/** Relative luminance, by the definition of WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const colorOf = async (page: Page, place: string, name: string) =>
  String(await page.evaluate(`getComputedStyle(document.querySelector('${place}'))['${name}']`));

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the selection is seen and read, ${colorScheme}`, async () => {
    const { page } = await desk.newContext({ colorScheme });
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
    await textOf(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+End');
    await page.locator('.cm-selectionBackground').waitFor();
    const selected = await colorOf(page, '.cm-selectionBackground', 'backgroundColor');
    const paper = await colorOf(page, 'html', 'backgroundColor');
    const ink = await colorOf(page, '.cm-content', 'color');
    assert.ok(contrast(selected, paper) >= 1.3, `${contrast(selected, paper)} to the paper`);
    assert.ok(contrast(selected, ink) >= 4.5, `${contrast(selected, ink)} to the words`);
  });
}

const CLEAR = `(() => {
  const caret = document.querySelector('.cm-cursor-primary').getBoundingClientRect();
  const covering = [...document.querySelectorAll('.editor-bar, .touch-row')]
    .filter((bar) => ['sticky', 'fixed'].includes(getComputedStyle(bar).position))
    .map((bar) => bar.getBoundingClientRect());
  return caret.top >= 0 && caret.bottom <= innerHeight &&
    covering.every(({ top, bottom }) => caret.bottom <= top || caret.top >= bottom);
})()`;

for (const [where, options] of [
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', PHONE],
] as const) {
  test(`the caret is never under a bar, and what is pressed is large enough, on ${where}`, async () => {
    const { page } = await desk.newContext(options);
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
    await textOf(page).click();
    for (const key of ['Control+End', 'Control+Home']) {
      await page.keyboard.press(key);
      const step = key === 'Control+End' ? 'ArrowUp' : 'ArrowDown';
      for (let steps = 0; steps < 50; steps += 1) {
        await page.keyboard.press(step);
        assert.equal(await page.evaluate(CLEAR), true, `${step} ${steps}`);
      }
    }
    const smallest = where === 'a phone' ? 44 : 24;
    const small = await page.evaluate(`[...document.querySelectorAll(
      '.editor-bar :is(a, button, summary), .touch-row button')]
      .filter((one) => one.checkVisibility() && !one.closest('.more-panel'))
      .filter((one) => one.getBoundingClientRect().height < ${smallest})
      .map((one) => one.textContent)`);
    assert.deepEqual(small, []);
  });
}

test('at 400 % zoom, what stays in sight takes less than a fifth of the window', async () => {
  const { page } = await desk.newContext({ viewport: { width: 320, height: 256 } });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
  await page.evaluate('scrollTo(0, 600)');
  const covered = await page.evaluate(`[...document.querySelectorAll('main *')]
    .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)`);
  assert.ok(Number(covered) < 256 / 5, `${covered} pixels`);
  // The menu lies over the text, and what is far down in it can be reached.
  await page.locator('.editor-bar').getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await page.locator('.find').waitFor();
});

test('a screen reader hears once that all is saved, then only of trouble and its end', async () => {
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Start.' }));
  await page.evaluate(`{
    window.heard = [];
    for (const region of document.querySelectorAll('[role=status], [aria-live], [role=alert]')) {
      new MutationObserver(() => window.heard.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true });
    }
  }`);
  await textOf(page).click();
  const save = async (words: string) => {
    await forgetWords(page);
    await page.keyboard.type(words);
    await page.keyboard.press('Control+s');
    await says(page, /^Saved/);
  };
  await save('One. ');
  await save('Two. ');
  await page.context().setOffline(true);
  await page.keyboard.type('Three. ');
  await page.keyboard.press('Control+s');
  await says(page, 'Can’t reach the server');
  await page.context().setOffline(false);
  await says(page, /^Saved/);
  await save('Four. ');
  assert.deepEqual(await page.evaluate('window.heard'), [
    'Saved',
    'Can’t reach the server. Your changes are stored in this browser until it’s back.',
    'Saved',
  ]);
});

test('the accessibility tree is the page: a heading, the bar, three fields, and no more', async () => {
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Words.' }));
  await page.getByRole('button', { name: 'Details', exact: true }).waitFor();
  const tree = await page.locator('main').ariaSnapshot();
  const [editing = ''] = tree.replace(/Saved .*/, 'Saved').split('- heading "History"');
  const lines = editing.split('\n').map((line) => line.trim());
  assert.deepEqual(
    lines.filter((line) => line && !line.startsWith('- /')),
    [
      '- main:',
      '- heading "Edit" [level=1]',
      '- link "Desk":',
      '- text: Draft',
      '- paragraph: Saved',
      '- paragraph: 1 word · 1 min',
      '- status',
      '- button "Preview"',
      '- button "Details"',
      '- link "Publish":',
      '- group: More',
      '- text: Headline',
      '- textbox "Headline": A',
      '- text: Standfirst',
      '- textbox "Standfirst":',
      '- text: Text',
      '- textbox "Text"',
      '- button "Save"',
    ],
  );
});

test('markup is quiet but on the line that is written, and a footnote of one word is no URL', async () => {
  const { page } = await desk.newContext();
  const body_md =
    '**One** here.\n\n**Two** here.[^1]\n\n[^1]: word\n[^2]: See <https://example.org>.';
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md }));
  const marks = () =>
    page.evaluate(`[...document.querySelectorAll('.cm-line')].map((line) => {
      const mark = line.querySelector('.md-mark');
      return mark && getComputedStyle(mark).color;
    }).filter(Boolean).slice(0, 2)`) as Promise<string[]>;
  await textOf(page).click();
  await page.keyboard.press('Control+Home');
  const [ink = '', muted = ''] = await marks();
  assert.notEqual(ink, muted);
  assert.equal(ink, await colorOf(page, '.cm-content', 'color'));
  assert.ok(contrast(muted, await colorOf(page, 'html', 'backgroundColor')) >= 4.5, muted);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await marks(), [muted, ink]);
  assert.deepEqual(await page.locator('.md-url').allTextContents(), ['https://example.org']);
});

test('each line has the direction of its letters, and one without letters that of the line before', async () => {
  const { page } = await desk.newContext();
  const body_md =
    'English first.\n\nעברית here.\n\n- פריט\n\nEnglish.\n\n```\nשלום\n```\n\n**مرحبا**';
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md }));
  const directions = () =>
    page.evaluate(
      `[...document.querySelectorAll('.cm-line')].map((line) => getComputedStyle(line).direction[0]).join('')`,
    );
  assert.equal(await directions(), 'llrrrrllllllr');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  assert.equal(await directions(), 'llrrrrllllllrrr');
  // The caret of an empty line is where the next character will be, and ArrowLeft goes on.
  await page.keyboard.type('שלום');
  const caret = async () => {
    // The caret is drawn in the frame after the key.
    await page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    return page.locator('.cm-cursor-primary').boundingBox();
  };
  const before = await caret();
  await page.keyboard.press('ArrowRight');
  const after = await caret();
  assert.ok(before && after && after.x > before.x, 'ArrowRight goes to the right');
});

test('a draft on paper is its words, black on white', async () => {
  const { page } = await desk.newContext({ colorScheme: 'dark' });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: LONG }));
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const shown =
    await page.evaluate(`[...document.querySelectorAll('a, button, summary, select, input')]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent)`);
  assert.deepEqual(shown, []);
  assert.equal(await colorOf(page, '.cm-content', 'color'), 'rgb(0, 0, 0)');
  assert.equal(await colorOf(page, 'textarea.headline', 'color'), 'rgb(0, 0, 0)');
  const pdf = await page.pdf({ format: 'A4' });
  // Far more than is in view.
  assert.ok((pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length > 1);
});

test('the caret stands while one types, blinks in a pause, and leaves no animations behind', async () => {
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Words' }));
  await textOf(page).click();
  const resting = page.locator('.cm-scroller.is-resting');
  await resting.waitFor();
  assert.equal(await colorOf(page, '.cm-cursorLayer', 'animationName'), 'cm-blink');
  await page.keyboard.press('End');
  await page.evaluate(`const layer = document.querySelector('.cm-cursorLayer');
    layer.addEventListener('animationstart', () => { layer.dataset.begun = 1 + Number(layer.dataset.begun ?? 0); })`);
  await page.keyboard.type('and more of them');
  await resting.waitFor();
  // The animation begins in the frame after that.
  await page.locator('.cm-cursorLayer[data-begun]').waitFor({ state: 'attached' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await colorOf(page, '.cm-cursorLayer', 'animationName'), 'none');
  assert.match(String(await page.getAttribute('.cm-cursorLayer', 'data-begun')), /^[12]$/);
});
