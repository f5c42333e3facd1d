// A series at the desk in a browser: ordered by keyboard, without script, and chosen in the editor's details.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { piece, series } from '../support/archive/records.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const PASSWORD = 'a long password';
const ADA = { slug: 'ada', name: 'Ada', email: 'ada@example.org', password: PASSWORD };
const [WELLS, LOCKS, WEIRS] = ['Wells', 'Locks', 'Weirs'].map((headline) =>
  piece('ada', { headline, slug: headline.toLowerCase() }),
);
const WATER = series(
  'ada',
  [WELLS, LOCKS].flatMap((each) => each ?? []),
  {
    ...{ title: 'On water', slug: 'water' },
  },
);

const chromium = await openBrowser();

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill(ADA.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
}

test('parts are ordered by keyboard, and a piece is put in a series from its details', async () => {
  const { base, context } = await serveDesk();
  await createWriter(context, { ...ADA, admin: false, identityVerified: false });
  const lines = [WELLS, LOCKS, WEIRS, WATER].map((line) => JSON.stringify(line));
  await importArchive(context, lines);
  const parts = async () => {
    const text = await (await fetch(`${base}/author/ada/series/water`)).text();
    return [...text.matchAll(/<h2 [^>]*><a[^>]*>([^<]*)/g)].map(([, title]) => title);
  };

  const page = await (await chromium.newContext()).newPage();
  await signIn(page, base);
  await page.goto(`${base}/desk/edit/pieces/${WEIRS?.id}`);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByLabel('Series').selectOption('On water');
  await page.getByText('Saved.', { exact: true }).waitFor();
  assert.deepEqual(await parts(), ['Wells', 'Locks', 'Weirs']);
  // The text has no change to publish.
  assert.equal(await page.locator('[data-ahead]').isVisible(), false);

  const plain = await chromium.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const noScript = await plain.newPage();
  await noScript.goto(`${base}/desk/series/${WATER.id}`);
  await noScript.getByRole('button', { name: 'Move up: Weirs' }).focus();
  await noScript.keyboard.press('Enter');
  await noScript.waitForURL(/moved=/);
  // The focus is on the same button, to be pressed again.
  assert.equal(await noScript.locator(':focus').getAttribute('aria-label'), 'Move up: Weirs');
  await noScript.keyboard.press('Enter');
  await noScript.getByRole('button', { name: 'Move up: Wells' }).waitFor();
  assert.deepEqual(await parts(), ['Weirs', 'Wells', 'Locks']);

  await noScript.goto(`${base}/desk/edit/pieces/${LOCKS?.id}`);
  await noScript.getByLabel('Series').selectOption('None');
  await noScript.getByRole('button', { name: 'Save series' }).click();
  await noScript.getByText('Saved.', { exact: true }).waitFor();
  assert.deepEqual(await parts(), ['Weirs', 'Wells']);
});
