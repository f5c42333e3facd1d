// Cards in Chromium: from typing a URL on a separate line to a reader who plays the video.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { cardsIn } from '../../src/schemas/cards/cards.ts';
import { faultsOf, saveImage } from '../support/browser/accessible-page.ts';
import { POST, startOembedSite, VIDEO } from '../support/desk/oembed-site.ts';
import { type Desk, openDesk, openPiece, says, textOf, written } from './world.ts';

const GONE = 'https://vimeo.com/404';
const PLAYER = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';

const site = await startOembedSite();
site.say(VIDEO.url, VIDEO.answer);
site.say(POST.url, POST.answer);

const workingVersion = async (desk: Desk, id: string) => (await desk.versions(id)).at(-1);

const cardLine = (page: Page, words: string) =>
  page.locator('.cm-content .card-line', { hasText: words });

/** Waits for a version with this many cards. */
async function savedCards(desk: Desk, page: Page, id: string, count: number) {
  for (;;) {
    // Listened for before the look at the database, so that no answer is missed.
    const answered = page.waitForResponse(/\/save$/).catch(() => null);
    const version = await workingVersion(desk, id);
    const cards = version ? cardsIn(version) : [];
    if (cards.length === count) return cards;
    await answered;
  }
}

test('a URL on a line of its own becomes a card, from the keyboard to the reader', async () => {
  const desk = await openDesk(site.options);
  const { page, complaints } = await desk.newContext();
  const id = await desk.draft({ headline: 'Bridges', body_md: '' });
  await openPiece(page, desk.base, id);
  await textOf(page).click();
  await page.keyboard.type(`Listen:\n\n${VIDEO.url}\n\n${POST.url}\n\n${GONE}\n\nAfter.`);

  // One line each, and why there is none.
  await cardLine(page, 'How bridges hum').waitFor();
  await cardLine(page, 'Engines weave patterns.').waitFor();
  await page.locator('.card-note', { hasText: 'Vimeo has no card for this URL' }).waitFor();
  assert.equal((await savedCards(desk, page, id, 2)).length, 2);
  await says(page, /Saved/);
  assert.deepEqual(await faultsOf(page), []);
  await saveImage(page, 'editor-cards');

  // Long words make the text no wider than a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  const isWide = await page
    .locator('.cm-scroller')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  assert.equal(isWide, false);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The caret on its line brings the URL back, in as many lines as before.
  const height = async () => (await textOf(page).boundingBox())?.height;
  const before = await height();
  await cardLine(page, 'How bridges hum').click();
  await textOf(page).getByText(VIDEO.url).waitFor();
  assert.equal(await height(), before);
  await page.keyboard.press('Control+End');
  await cardLine(page, 'How bridges hum').waitFor();

  // The card is still there after a reload, without another request.
  const asked = site.asked().length;
  await openPiece(page, desk.base, id);
  await cardLine(page, 'How bridges hum').waitFor();
  await page.locator('.card-note').waitFor();
  assert.equal(
    site
      .asked()
      .slice(asked)
      .filter((path) => !path.includes('vimeo')).length,
    0,
  );

  // The preview and the confirmation show what readers will get.
  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = page.locator('section.preview figure.card');
  await shown.getByRole('link', { name: 'How bridges hum' }).waitFor();
  assert.equal(await shown.count(), 2);
  await page.goto(`${desk.base}/desk/edit/pieces/${id}/publish`);
  assert.equal(await page.locator('figure.card').count(), 2);
  assert.deepEqual(await faultsOf(page), []);
  const fetched = site.asked().length;
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/published/);
  assert.equal(site.asked().length, fetched, 'publishing fetches nothing');

  // A reader: nothing of another site until Play, and then its player in a sandbox.
  await page.goto(`${desk.base}/author/ada/bridges`);
  const cards = page.locator('.text figure.card');
  assert.equal(await cards.count(), 2);
  assert.equal(await page.locator('iframe').count(), 0);
  assert.ok(
    (await page.locator('.text').innerText()).includes(GONE),
    'the failure is plain text or link',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await faultsOf(page), []);
  }
  assert.deepEqual(complaints, []);
  await page
    .context()
    .route(PLAYER, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Player' }));
  await page.getByRole('button', { name: 'Play: How bridges hum' }).focus();
  await page.keyboard.press('Enter');
  const frame = page.locator('figure.card iframe');
  assert.equal(await frame.getAttribute('src'), PLAYER);
  assert.match((await frame.getAttribute('sandbox')) ?? '', /^allow-scripts allow-same-origin/);
  assert.equal(await frame.getAttribute('referrerpolicy'), 'strict-origin-when-cross-origin');
  assert.equal(await frame.getAttribute('title'), 'How bridges hum');
  await page.frameLocator('figure.card iframe').getByText('Player').waitFor();
  assert.deepEqual(complaints, [`left the house: ${PLAYER}`]);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  assert.equal(await frame.isVisible(), false);
  await page.context().close();
});

test('a draft of a program: the writer’s version has the card, the program’s stays as it was sent', async () => {
  const desk = await openDesk(site.options);
  const { page, complaints } = await desk.newContext();
  const answer = await fetch(`${desk.base}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await desk.key()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline: 'Drafted', body_md: `One.\n\n${VIDEO.url}` }),
  });
  const { id } = { id: '', ...Object(await answer.json()) };
  await openPiece(page, desk.base, id);
  await cardLine(page, 'How bridges hum').waitFor();
  // Opening it makes no version; going on to publish it does, and the confirmation shows that one.
  assert.equal((await desk.versions(id)).length, 1);
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.locator('figure.card').waitFor();
  const [sent, saved] = await desk.versions(id);
  assert.partialDeepStrictEqual(sent, { saved_by_kind: 'key', cards: '[]' });
  assert.partialDeepStrictEqual(saved, { saved_by_kind: 'writer', body_md: sent?.body_md });

  // Opening a public piece doesn't change its version; a change requests cards.
  await page.getByLabel('Written by a machine').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/published/);
  await openPiece(page, desk.base, id);
  await cardLine(page, 'How bridges hum').waitFor();
  await page.getByText('Changes not published').waitFor({ state: 'hidden' });
  assert.equal((await desk.versions(id)).length, 2);
  assert.equal(await written(page), sent?.body_md ?? null);
  assert.deepEqual(complaints, []);
  await page.context().close();
});
