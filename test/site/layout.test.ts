// How the public pages are laid out: what ranks above what, what stands beside what, what a thumb reaches,
// and what is left on paper.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { importArchive } from '../../src/operations/archive/import.ts';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { faultsOf } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const IMAGE = 'https://images.example.org/wide.svg';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="900"><rect width="2000" height="900" fill="#888"/></svg>`;
const CELLS = `| ${['Municipality', 'Responsibility', 'Completed', 'Outstanding', 'Remarks'].join(' | ')} |`;
const CODE = `const everything = await Promise.all(spans.map((each) => measure(each, { precise: true })));`;
const WIDE = `Words before, and words after.

\`\`\`
${CODE}
\`\`\`

${CELLS}
|---|---|---|---|---|
${CELLS}

![A view](${IMAGE})

See [elsewhere](https://example.org/there).`;

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const LONG = 'A standfirst that goes on for as long as one may. '.repeat(8).trim().slice(0, 400);

const chromium = await openBrowser();

async function serve(pieces: number, newest: object = {}) {
  const served = await serveDesk();
  const lines = Array.from({ length: pieces }, (_, at) =>
    piece('ada', {
      headline: `The bridge that was ${at + 1} times as long as planned`,
      slug: `piece-${at + 1}`,
      sub: 'Short.',
      body_md: WIDE,
      category: CATEGORIES[at % 3],
      tags: ['bridges'],
      published_at: day(at + 1),
      ...(at + 1 === pieces && newest),
    }),
  );
  const records = [
    author('ada', { name: 'Ada Okafor', role: 'Engineer', bio: 'Builds bridges. '.repeat(40) }),
    ...lines,
    product('ada', { name: 'With an image', image_url: IMAGE, category: 'art' }),
    product('ada', { name: 'Without one' }),
  ];
  await importArchive(
    served.context,
    records.map((line) => JSON.stringify(line)),
  );
  const hour = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 13)}:00:00.000Z`;
  if (lines.length > 0)
    await served.context.store.views.insertHours(
      lines.map(({ id }, at) => ({ piece_id: id, hour, views: 9 + at })),
    );
  return served;
}

const site = await serve(24);

async function opened(path: string, width = 1440, options = {}, base = site.base): Promise<Page> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const context = await chromium.newContext({ viewport, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  await page.route(IMAGE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  await page.goto(base + path);
  return page;
}

async function box(page: Page, selector: string) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, `there is ${selector}`);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

/** What a property computes to, in the first element that the selector finds, or in a part of it. */
async function styleOf(page: Page, selector: string, property: string, part = ''): Promise<string> {
  const given = [selector, part, property].map((each) => JSON.stringify(each));
  return String(
    await page.evaluate(
      `getComputedStyle(document.querySelector(${given[0]}), ${given[1]} || null)[${given[2]}]`,
    ),
  );
}

const sizeOf = async (page: Page, selector: string) =>
  parseFloat(await styleOf(page, selector, 'fontSize'));

/** What the function says of each element that the selector finds and that is shown. */
const shown = (page: Page, selector: string) =>
  page.locator(`${selector} >> visible=true`).evaluateAll((elements) =>
    elements.map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return { name: `${each.textContent?.trim()}`, width, height };
    }),
  );

const isWide = 'document.documentElement.scrollWidth > innerWidth';

/** How far the byline is below the standfirst, and what follows below the lead and what stands beside it. */
async function gapsBelowLead(page: Page) {
  const [line, byline] = [await box(page, '.lead .standfirst'), await box(page, '.lead .byline')];
  const lead = await box(page, '.lead');
  const card = page.locator('.author-card');
  const beside = (await card.count()) > 0 ? await box(page, '.author-card') : lead;
  const isBelow = beside.y >= lead.bottom;
  const next = isBelow ? beside : await box(page, '.second');
  return [byline.y - line.bottom, next.y - Math.max(lead.bottom, isBelow ? 0 : beside.bottom)];
}

test('nothing stands between a lead and its byline, and no hole below them', async () => {
  for (const [pieces, newest] of [
    [24, { headline: 'Short', sub: LONG }],
    [7, { headline: 'Word '.repeat(39), sub: null, body_md: 'So.' }],
    [2, { headline: 'Short', body_md: 'So.' }],
    [2, { headline: 'Word '.repeat(39), sub: LONG }],
  ] as const) {
    const { base } = await serve(pieces, newest);
    const page = await opened('/', 1440, {}, base);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [signed = 0, followed = 0] = await gapsBelowLead(page);
      const where = `${pieces} pieces, ${width} px`;
      assert.ok(signed >= 0 && signed < 32, `${where}: the byline is ${signed} px below`);
      assert.ok(followed >= 0 && followed < 120, `${where}: a hole of ${followed} px`);
      assert.equal(await page.evaluate(isWide), false, where);
    }
    await page.context().close();
  }
});

test('the front page ranks its pieces by size', async () => {
  const page = await opened('/');
  const [lead, second, third, compact] = [
    await sizeOf(page, '.lead h2'),
    await sizeOf(page, '.second h2'),
    await sizeOf(page, '.third h2'),
    await sizeOf(page, '.headline-list h3'),
  ];
  assert.ok(lead >= 56, `lead ${lead}`);
  assert.ok(Math.abs(second - 34) <= 2, `second ${second}`);
  assert.ok(Math.abs(third - 24) <= 1, `third ${third}`);
  assert.ok(compact <= 20, `rest ${compact}`);
  await page.context().close();
});

test('code, tables and wide images run to 860 px; on a phone a table scrolls in itself', async () => {
  const path = '/author/ada/piece-24';
  const page = await opened(path);
  const measure = await box(page, '.text p');
  assert.ok(measure.width <= 590, `a line of ${measure.width}`);
  for (const selector of ['.text pre', '.text table', '.text img']) {
    const wide = await box(page, selector);
    assert.ok(wide.width > 800 && wide.width <= 864, `${selector} ${wide.width}`);
    assert.ok(Math.abs(wide.x - measure.x) < 1, `${selector} starts with the text`);
  }
  await page.context().close();
  const phone = await opened(path, 320);
  assert.equal(await phone.evaluate(isWide), false);
  const scrolls = await phone
    .locator('.text :has(> table)')
    .first()
    .evaluate((each) => each.scrollWidth > each.clientWidth && each.clientWidth <= 320);
  assert.ok(scrolls, 'the table scrolls');
  // No word of it is cut in two.
  const { height } = await box(phone, '.text td');
  assert.ok(height < 60, `${height}`);
  await phone.context().close();
});

test('the masthead of a phone is name, menu and search, and the menu opens without script', async () => {
  for (const path of ['/', '/author/ada/piece-1']) {
    const page = await opened(path, 390, { hasTouch: true });
    const masthead = page.locator('.masthead');
    const [name, menu, search] = [
      masthead.locator('.nameplate a'),
      masthead.getByText('Menu', { exact: true }),
      masthead.getByRole('link', { name: 'Search' }),
    ];
    for (const each of [name, menu, search]) {
      const { height = 0, y = 999 } = (await each.boundingBox()) ?? {};
      assert.ok(height >= 44, `${path}: ${await each.innerText()} is ${height} high`);
      assert.ok(y < 160, `${path}: ${await each.innerText()} at ${y}`);
    }
    const category = masthead.getByRole('link', { name: 'Building' });
    assert.equal(await category.isVisible(), false);
    await menu.tap();
    assert.ok(await category.isVisible());
    for (const { name: words, height } of await shown(page, '.masthead li a')) {
      assert.ok(height >= 44, `${words}: ${height}`);
    }
    assert.equal(await page.evaluate(isWide), false);
    await page.context().close();
  }
  const wide = await opened('/');
  assert.equal(
    await wide.locator('.masthead').getByText('Menu', { exact: true }).isVisible(),
    false,
  );
  assert.ok(await wide.locator('.masthead').getByRole('link', { name: 'Building' }).isVisible());
  await wide.context().close();
});

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
    // Links in a line of text may be as high as their line; previews show what stands on other sites.
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

test('a product has its price and button beside its image, and its row a thumbnail', async () => {
  const page = await opened('/shop');
  const thumbnails = page.locator('.products .thumbnail');
  assert.equal(await thumbnails.count(), 2, 'each row keeps its place');
  const thumbnail = await box(page, '.products img.thumbnail');
  assert.ok(thumbnail.width >= 72 && thumbnail.width <= 160, `${thumbnail.width}`);
  await page.getByRole('link', { name: 'With an image' }).click();
  const [image, price, button] = [
    await box(page, '.product img'),
    await box(page, '.product .price'),
    await box(page, '.product .button'),
  ];
  assert.ok(image.width > 300 && image.width <= 480, `${image.width}`);
  for (const beside of [price, button]) {
    assert.ok(beside.x >= image.right || beside.right <= image.x, 'beside the image');
  }
  assert.ok(button.bottom < 900, `${button.bottom}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const below = await box(page, '.product .price');
  assert.ok(below.y >= (await box(page, '.product img')).bottom, 'one column on a phone');
  await page.context().close();
});

test('where a word was found does not look like a category', async () => {
  const page = await opened('/search?q=bridge');
  await page.getByText('In the headline', { exact: true }).first().waitFor();
  assert.equal(await styleOf(page, '.match-site', 'textTransform'), 'none');
  const [look, kicker] = [
    await styleOf(page, '.match-site', 'color'),
    await styleOf(page, '.kicker', 'color'),
  ];
  assert.notEqual(look, kicker);
  assert.match(
    await page.locator('.entry-list .kicker').first().innerText(),
    /building|leading|culture/i,
  );
  await page.context().close();
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

test('axe finds nothing where only some visitors come: small sites and an open menu', async () => {
  const faults: string[] = [];
  for (const [pieces, colorScheme, width] of [
    [0, 'light', 1440],
    [1, 'dark', 390],
    [2, 'light', 1440],
  ] as const) {
    const { base } = await serve(pieces);
    const page = await opened('/', width, { colorScheme, javaScriptEnabled: true }, base);
    const menu = page.getByText('Menu', { exact: true });
    if (width < 500) await menu.click();
    faults.push(...(await faultsOf(page)));
    await page.context().close();
  }
  assert.deepEqual(faults, []);
});
