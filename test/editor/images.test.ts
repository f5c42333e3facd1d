// Images in Chromium: by button, paste and drop, with alt text asked for, into the published page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import {
  type Desk,
  openDesk,
  openDetails,
  openPiece,
  PHONE,
  says,
  textOf,
  written,
} from './world.ts';

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

const IMAGE = /^!\[A teal field\]\(\/media\/[0-9a-f]{64}-40x30\)$/m;

const HAS_FOCUS = 'document.activeElement?.id.startsWith("image-alt")';

/** Dispatches an event with a file, as a browser would. */
const arrive = (
  page: Page,
  event: 'paste' | 'drop',
  bytes = png,
  name = 'field.png',
  type = 'image/png',
) =>
  page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], '${name}', { type: '${type}' }));
    const target = document.querySelector('.cm-content');
    const { x, y } = target.getBoundingClientRect();
    const options = { bubbles: true, cancelable: true };
    target.dispatchEvent('${event}' === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: files })
      : new DragEvent('drop', { ...options, dataTransfer: files, clientX: x + 5, clientY: y + 5 }));
  })()`);

const WAYS: { [way: string]: (page: Page) => Promise<unknown> } = {
  button: async (page) => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const file = { name: 'field.png', mimeType: 'image/png', buffer: png };
    await (await chosen).setFiles([file]);
  },
  paste: (page) => arrive(page, 'paste'),
  drop: (page) => arrive(page, 'drop'),
};

async function place(page: Page): Promise<void> {
  await page.getByLabel('What does the image show?').fill('A teal field');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await page.locator('.image-panel').waitFor({ state: 'detached' });
}

async function published(desk: Desk, page: Page): Promise<string> {
  const id = page.url().slice(-36);
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  const answer = await fetch(`${desk.base}/api/public/pieces/${id}`);
  return JSON.parse(await answer.text()).piece.content_html;
}

for (const [way, send] of Object.entries(WAYS)) {
  test(`an image by ${way} is in the text, and in the published page`, async () => {
    const desk = await openDesk();
    const { page, complaints } = await desk.newContext(way === 'button' ? PHONE : {});
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Before.' }));
    await textOf(page).click();
    await send(page);
    // A writer who goes on before inserting the image is led back to it.
    await page.getByRole('link', { name: 'Publish' }).click();
    await page.getByText('Insert this image or cancel it first.').waitFor();
    assert.equal(await page.evaluate(HAS_FOCUS), true);
    await place(page);
    assert.match(await written(page), IMAGE);
    await says(page, /^Saved/);
    const html = await published(desk, page);
    const src = /<img src="([^"]+)" alt="A teal field"/.exec(html)?.[1] ?? '';
    assert.ok(src.startsWith(`${desk.base}/media/`), html);
    const shown = await fetch(src, { headers: { accept: 'image/webp' } });
    const { format, width, height } = await sharp(await shown.arrayBuffer()).metadata();
    assert.deepEqual({ format, width, height }, { format: 'webp', width: 40, height: 30 });
    assert.deepEqual(complaints, []);
  });
}

test('a caption and a wide image, then the cover of the piece, which the preview shows too', async () => {
  const desk = await openDesk();
  const { page, complaints } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Before.' });
  await openPiece(page, desk.base, id);
  await textOf(page).click();
  await arrive(page, 'paste');
  await page.locator('.image-panel').getByLabel('Caption').fill('Teal, at "noon"');
  await page.getByLabel('Wider than the text').check();
  await place(page);
  assert.match(
    await written(page),
    /^!\[A teal field\]\(\/media\/[\w-]+ "Teal, at \\"noon\\""\)\{\.wide\}$/m,
  );
  await openDetails(page);
  const drawer = page.locator('[data-cover]');
  const chosen = page.waitForEvent('filechooser');
  await drawer.getByRole('button', { name: 'Upload an image' }).click();
  await (await chosen).setFiles([{ name: 'field.png', mimeType: 'image/png', buffer: png }]);
  await drawer.locator('img').waitFor();
  await drawer.getByLabel('Alt text').fill('A teal cover');
  await drawer.getByLabel('Caption').fill('Below it');
  await says(page, /^Saved/);
  await page.reload();
  await openDetails(page);
  assert.equal(await drawer.getByLabel('Alt text').inputValue(), 'A teal cover');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('.preview .cover').getByText('Below it').waitFor();
  await page.locator('.preview figure.wide').getByText('Teal, at "noon"').waitFor();
  await page.reload();
  await openDetails(page);
  await drawer.getByRole('button', { name: 'Remove' }).click();
  await drawer.getByRole('button', { name: 'Upload an image' }).waitFor();
  await page.keyboard.press('Control+s');
  await says(page, /^Saved/);
  await page.reload();
  assert.equal((await desk.versions(id)).at(-1)?.image, null);
  assert.deepEqual(complaints, []);
});

test('a file that isn’t an image is refused in words, and the text stays as it is', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Before.' }));
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  const refused = page.locator('.image-panel').getByRole('alert');
  const send = async (name: string) => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    await arrive(page, 'paste', bytes, name);
    await refused.getByText(new RegExp(`${name}.*JPEG, PNG`)).waitFor();
  };
  await send('a.svg');
  // Who goes on writing writes in the text, not in a panel that is gone.
  await page.keyboard.type(' Going on.');
  await send('b.svg');
  assert.equal(await page.locator('.image-panel').count(), 1, 'the first one has been read by now');
  await arrive(page, 'drop', Buffer.from('%PDF'), 'c.pdf', 'application/pdf');
  await refused.getByText(/c\.pdf: This file isn’t an image\./).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(await written(page), 'Before. Going on.');
});

test('two images are asked about in turn, shown in the text, and not left behind unasked', async () => {
  const desk = await openDesk();
  const { page, complaints } = await desk.newContext({ hasTouch: true });
  await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: 'Before.' }));
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  const file = { name: 'field.png', mimeType: 'image/png', buffer: png };
  await (await chosen).setFiles([file, { ...file, name: 'again.png' }]);
  const box = page.locator('.image-panel');
  await box.getByText('Image 1 of 2: field.png').waitFor();
  const asked = await box.getByText('What does the image show?').boundingBox();
  assert.ok(asked && asked.width > 100, 'the question can be read');
  await box.locator('img').waitFor();
  const question = page.waitForEvent('dialog');
  const leaving = page.goto(`${desk.base}/desk`).catch(() => null);
  await (await question).dismiss();
  await leaving;
  await page.getByLabel('What does the image show?').fill('A teal [field]');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await box.getByText('Image 2 of 2: again.png').waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  const shown = page.locator('.inline-image');
  await shown.getByText('A teal [field]', { exact: true }).waitFor();
  assert.equal(await shown.count(), 1);
  // Where the cursor is, there is the Markdown.
  await shown.click();
  await shown.waitFor({ state: 'detached' });
  await page.getByText('![A teal \\[field\\]](/media/').waitFor();
  await page.keyboard.press('Control+Home');
  await shown.waitFor();
  assert.deepEqual(complaints, []);
});
