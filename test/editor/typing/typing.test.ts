// Typing in Chromium, key by key: what stands in the source, and what is published of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { renderMarkdown } from '../../../src/rendering/markdown/markdown.ts';
import { openDesk, openPiece, textOf, written } from '../world.ts';
import { BLOCKS } from './cases/blocks.ts';
import { MARKS } from './cases/marks.ts';
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

async function outcomeOf({ keys, locale = 'en' }: TypingCase) {
  await writeIn(locale);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await type(page, keys);
  const source = await written(page);
  const { html } = await renderMarkdown(source);
  return { source, html };
}

for (const each of [...BLOCKS, ...MARKS, ...PUNCTUATION]) {
  test(each.what, async () => {
    const { source, html } = each;
    assert.deepEqual(await outcomeOf(each), { source, html });
  });
}

test('no key made the page complain', () => assert.deepEqual(complaints, []));
