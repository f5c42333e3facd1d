// The public pages in a hand, selected and on paper: what a thumb reaches, what is seen, what is left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box, isWide, opened, shown, site, styleOf } from './layout-world.ts';

const KINDS = [
  '/',
  '/category/building',
  '/author/ada',
  '/author/ada/piece-24',
  '/search?q=bridge',
  '/shop',
  '/developers',
];

test('what is pressed is large enough, what has focus shows it, and nothing stays in the way', async () => {
  const page = await opened('/', 390, { hasTouch: true });
  for (const path of KINDS) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site.base + path);
    // Links within text may be as high as their line; previews show content of other sites.
    const pressed = ':is(a, button, summary, input, label:has(input)):not(.embed-preview *)';
    const small = (await shown(page, pressed)).filter(
      ({ height, width }) => height < 24 || width < 16,
    );
    const inText = await shown(page, ':is(p, td, caption, .bio) :is(a, input):not(.kicker a)');
    const names = new Set(inText.map(({ name }) => name));
    assert.deepEqual(
      small.filter(({ name }) => !names.has(name)),
      [],
      path,
    );
    const often = await shown(page, '.pagination a, .search button, .search input, .buy a');
    for (const { name, height } of often) assert.ok(height >= 44, `${path} ${name}: ${height}`);
    // 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    const inTheWay = await page.evaluate(`[...document.querySelectorAll('body *')].filter((each) =>
      ['sticky', 'fixed'].includes(getComputedStyle(each).position) &&
      each.getBoundingClientRect().height > innerHeight / 5).length`);
    assert.equal(inTheWay, 0, path);
    assert.equal(await page.evaluate(isWide), false, path);
    for (let times = 0; times < 12; times += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(
        `(({ outlineStyle, outlineWidth }) => outlineStyle + parseFloat(outlineWidth))(getComputedStyle(document.activeElement))`,
      );
      assert.match(String(outline), /^solid[2-9]/, `${path}: stop ${times + 1}`);
    }
  }
  await page.context().close();
});

/** The relative luminance of a computed color. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('selected words are seen to be selected, and still read, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await opened('/author/ada/piece-24', 1440, { colorScheme });
    const chosen = await styleOf(page, '.text p', 'backgroundColor', '::selection');
    const words = await styleOf(page, '.text p', 'color', '::selection');
    const paper = await styleOf(page, 'html', 'backgroundColor');
    assert.ok(contrast(chosen, paper) >= 1.5, `${colorScheme}: ${chosen} on ${paper}`);
    assert.ok(contrast(chosen, words) >= 4.5, `${colorScheme}: ${words} on ${chosen}`);
    await page.context().close();
  }
});

test('print uses the page: all of its width, black on white, no navigation, nothing fixed', async () => {
  // A4 at 96 dots an inch, without its margins.
  const page = await opened('/author/ada/piece-24', 680, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const [width, path] of [
    [680, '/author/ada/piece-24'],
    [1440, '/author/ada/piece-24'],
    [680, '/'],
    [680, '/developers'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.base + path);
    const hidden = await shown(page, '.masthead nav, .site-footer, .reference-index, .skip-link');
    assert.deepEqual(hidden, [], path);
    const ink = await styleOf(page, 'body', 'color');
    const paper = await styleOf(page, 'html', 'backgroundColor');
    assert.equal(ink, 'rgb(0, 0, 0)');
    assert.match(paper, /^(?:rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\))$/);
    assert.equal(await page.evaluate(isWide), false, path);
  }
  await page.goto(`${site.base}/author/ada/piece-24`);
  await page.setViewportSize({ width: 680, height: 900 });
  const text = await box(page, '.text p');
  assert.ok(text.width >= 660, `${text.width} of 680 px`);
  const url = await styleOf(page, '.text p > a', 'content', '::after');
  assert.match(url, /example\.org\/there|attr/);
  const pdf = await page.pdf({ format: 'A4' });
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  await page.context().close();
});
