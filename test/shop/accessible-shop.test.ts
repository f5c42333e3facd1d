// The shop and the readers at the desk, in a browser: sound in light and dark, and without script.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { hourOf } from '../../src/schemas/trending.ts';
import { piece, product } from '../support/archive/records.ts';
import { faultsOf, rulesIn, saveImage, watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { someOf } from '../support/full.ts';

const chromium = await openBrowser();

const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
] as const;

const PASSWORD = 'a long password';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const HOUR_MS = 3_600_000;

async function serveShop() {
  const served = await serveDesk();
  const { context, base } = served;
  const ada = { slug: 'ada', name: 'Ada', email: 'ada@example.org', password: PASSWORD };
  await createWriter(context, { ...ada, admin: false, identityVerified: false });
  const signIn = async (page: Page) => {
    await page.goto(`${base}/desk/sign-in`);
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${base}/desk`);
  };
  const add = (...lines: object[]) =>
    importArchive(
      context,
      lines.map((line) => JSON.stringify(line)),
    );
  return { ...served, signIn, add };
}

describe('shop and readers', { concurrency: SCREENS.length }, () => {
  for (const { colorScheme, viewport } of someOf(SCREENS, 2)) {
    test(`shop and readers are sound, ${colorScheme}, ${viewport.width} px wide`, async () => {
      const { base, context, signIn, add } = await serveShop();
      const { page, complaints } = await watchedPage(chromium, base, { colorScheme, viewport });
      const faults: string[] = [];
      const look = async (path?: string) => {
        if (path) await page.goto(base + path);
        faults.push(...(await faultsOf(page, rulesIn(colorScheme))));
        await saveImage(page, `shop-${colorScheme}-${viewport.width}`);
      };
      await signIn(page);
      await look('/desk/edit/shop');
      await look('/desk/edit/shop/new');

      const read = piece('ada', { headline: LONG, published_at: '2026-01-01T00:00:00Z' });
      await add(read, piece('ada', { headline: 'Bridges' }));
      await page.reload();
      await page.getByLabel('Name').fill(LONG);
      await page.getByLabel('Price').fill('twelve');
      await page.getByLabel('Payment URL').fill(`https://${LONG.slice(0, 20)}.example/a`);
      await page.getByRole('button', { name: 'Save product' }).click();
      await page.getByRole('alert').waitFor();
      await look();
      await page.getByLabel('Price').fill('12,50');
      await page.getByLabel('Payment URL').fill('https://pay.example.org/guide');
      await page.getByLabel('Piece 1').selectOption({ label: 'Bridges' });
      await page.getByRole('button', { name: 'Save product' }).click();
      await page.getByRole('status').waitFor();
      await look();
      await add(product('ada', { name: 'A map', listed: true }));
      await look('/desk/edit/shop');
      await page.getByRole('link', { name: 'Delete A map' }).click();
      await look();

      const now = Date.now();
      await context.store.views.insertHours(
        Array.from({ length: 300 }, (_, at) => ({
          piece_id: read.id,
          hour: hourOf(new Date(now - at * 2 * HOUR_MS)),
          views: 1 + ((at * 7) % 11),
        })),
      );
      await look('/desk');
      await look(`/desk/edit/pieces/${read.id}/readers`);
      await page.getByText('Every day', { exact: true }).click();
      await look();
      assert.deepEqual(faults, []);
      // The browser itself reports a refused form on the console.
      assert.deepEqual(
        complaints.filter((line) => !/status of 400/.test(line)),
        [],
      );
    });
  }
});

test('without script, products are put in order, listed and deleted', async () => {
  const { base, signIn, add } = await serveShop();
  await add(
    ...['one', 'two', 'three'].map((name, sort_order) => product('ada', { name, sort_order })),
  );
  const { page } = await watchedPage(chromium, base, { javaScriptEnabled: false });
  await signIn(page);
  await page.goto(`${base}/desk/edit/shop`);
  const names = () => page.locator('.entry-list h2').allTextContents();
  await page.getByRole('button', { name: 'Move up: three' }).click();
  assert.deepEqual(await names(), ['one', 'three', 'two']);
  await page.getByRole('button', { name: 'Move down: one' }).click();
  assert.deepEqual(await names(), ['three', 'one', 'two']);
  await page.getByRole('button', { name: 'Unlist: one' }).click();
  assert.equal(await page.getByText('Not listed').count(), 1);
  await page.getByRole('button', { name: 'List in the shop: one' }).click();
  assert.equal(await page.getByText('Not listed').count(), 0);
  await page.getByRole('link', { name: 'Delete one' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  assert.deepEqual(await names(), ['three', 'two']);
});
