// A public site with pieces, products and images to lay out, and what a page of it measures.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { importArchive } from '../../src/operations/archive/import.ts';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import { author, piece, product } from '../support/archive/records.ts';
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
export const LONG = 'A standfirst that goes on for as long as one may. '
  .repeat(8)
  .trim()
  .slice(0, 400);

const chromium = await openBrowser();

export async function serve(pieces: number, newest: object = {}) {
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

export const site = await serve(24);

export async function opened(
  path: string,
  width = 1440,
  options = {},
  base = site.base,
): Promise<Page> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const context = await chromium.newContext({ viewport, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  await page.route(IMAGE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  await page.goto(base + path);
  return page;
}

export async function box(page: Page, selector: string) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, `there is ${selector}`);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

/** The computed value of a property, for the first element that the selector finds or a part of it. */
export async function styleOf(
  page: Page,
  selector: string,
  property: string,
  part = '',
): Promise<string> {
  const given = [selector, part, property].map((each) => JSON.stringify(each));
  return String(
    await page.evaluate(
      `getComputedStyle(document.querySelector(${given[0]}), ${given[1]} || null)[${given[2]}]`,
    ),
  );
}

/** The function's result for each visible element that the selector finds. */
export const shown = (page: Page, selector: string) =>
  page.locator(`${selector} >> visible=true`).evaluateAll((elements) =>
    elements.map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return { name: `${each.textContent?.trim()}`, width, height };
    }),
  );

export const isWide = 'document.documentElement.scrollWidth > innerWidth';
