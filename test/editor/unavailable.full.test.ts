// A server that answers that it cannot save now: the editor says so, waits as told, and loses nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ERRORS } from '../../src/errors.ts';
import { openDesk, openPiece, says, textOf } from './world.ts';

const STORED = 'Your changes are stored in this browser and will be saved.';

interface Refusal {
  status: number;
  headers?: { [name: string]: string };
  body: string;
}

/** Answers every save like this until it is told to stop; counts the saves. */
async function refuseSaves(page: Page, refusal: Refusal) {
  const saves = { tried: 0, refused: true };
  await page.route('**/save', async (route) => {
    saves.tried += 1;
    await (saves.refused ? route.fulfill(refusal) : route.continue());
  });
  return saves;
}

const ours = (code: 'disk_full' | 'too_many_requests', seconds: number): Refusal => ({
  status: ERRORS[code].status,
  headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  body: JSON.stringify({ ok: false, reason: ERRORS[code].reason }),
});

const desk = await openDesk();

async function typeInto(body_md: string, refusal: Refusal) {
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md });
  await page.clock.install();
  await openPiece(page, desk.base, id);
  const saves = await refuseSaves(page, refusal);
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('More.');
  return { page, id, saves };
}

test('the server’s own sentence is shown, and the next try waits as long as it asks', async () => {
  const { page, id, saves } = await typeInto('Start. ', ours('disk_full', 60));
  const words = `${ERRORS.disk_full.reason} ${STORED}`;
  await says(page, words);
  assert.equal(await page.locator('[data-saved]').getAttribute('title'), words);
  await page.keyboard.type(' Yet more.');
  await page.evaluate('dispatchEvent(new Event("focus"))');
  await page.clock.runFor(30_000);
  await says(page, words);
  assert.equal(saves.tried, 1);
  saves.refused = false;
  await page.clock.runFor(31_000);
  await says(page, /^Saved/);
  assert.equal((await desk.versions(id)).at(-1)?.body_md, 'Start. More. Yet more.');
});

test('a wait without end is cut short, and whoever saves by hand does not wait', async () => {
  const { page, saves } = await typeInto('Start. ', ours('too_many_requests', 86_400));
  await says(page, `${ERRORS.too_many_requests.reason} ${STORED}`);
  const second = page.waitForRequest('**/save');
  await page.clock.runFor(301_000);
  await second;
  await says(page, STORED);
  saves.refused = false;
  await page.keyboard.press('Control+s');
  await says(page, /^Saved/);
});

test('a gateway’s own page isn’t an answer of the server', async () => {
  for (const status of [502, 503]) {
    const { page } = await typeInto('Start. ', { status, body: '<h1>Bad gateway</h1>' });
    await says(page, 'Can’t reach the server. Your changes are stored in this browser');
    await page.close();
  }
});
