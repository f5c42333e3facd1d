// Versions, comparisons, a machine's draft and previews in Chromium: sound, restored, withdrawn.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createKey } from '../../../src/operations/api-keys/api-keys.ts';
import {
  faultsOf,
  rulesIn,
  saveImage,
  watchedPage,
} from '../../support/browser/accessible-page.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { serveDesk } from '../../support/desk/served-desk.ts';

const chromium = await openBrowser();

const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
] as const;

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const DRAFT = {
  headline: 'The bridge that hums',
  sub: 'Engineers listen to concrete the way doctors listen to chests.',
  body_md: `A bridge is never silent. Traffic, wind and heat all move it a little, and every movement makes a sound.

## How it works

Small sensors are glued to the deck. They hear the hum, thousands of times a second, and send it to a computer in a shed.

The computer compares today with yesterday. When the hum drops, something has grown softer.

- A crack changes the pitch.
- So does a cold morning.

${LONG} is a long word.

Nobody has to close the road to find out.`,
};

const EDITED = DRAFT.body_md
  .replace('never silent. Traffic', 'never quite silent. Lorries')
  .replace('a computer in a shed', 'a computer in a green shed by the river')
  .replace('So does a cold morning.', 'So does a cold morning, which is why we keep a thermometer.')
  .replace('Nobody has to close the road to find out.', 'I know, because I glued them on myself.');

async function enter(page: Page, setUp: string): Promise<void> {
  await page.goto(setUp);
  await page.getByLabel('Name').fill('Ada Okafor');
  await page.getByLabel('Slug').fill('ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await page.waitForLoadState();
}

describe('versions and previews', { concurrency: SCREENS.length }, () => {
  for (const { colorScheme, viewport } of SCREENS) {
    test(`looking back and sharing, ${colorScheme}, ${viewport.width} px wide`, async () => {
      const { base, setUp, context } = await serveDesk();
      const { page, complaints } = await watchedPage(chromium, base, {
        ...{ colorScheme, viewport, permissions: ['clipboard-read', 'clipboard-write'] },
      });
      const faults: string[] = [];
      const check = async (shown = page) => {
        faults.push(...(await faultsOf(shown, rulesIn(colorScheme))));
        await saveImage(shown, `versions-${colorScheme}-${viewport.width}`);
      };
      const look = async (url: string) => {
        await page.goto(url);
        await check();
      };
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).click();
        await page.waitForLoadState();
      };
      const headline = page.getByLabel('Headline');

      await enter(page, setUp);
      const { key } = await createKey(context, {
        ...{ writer: 'ada', name: 'research-agent', scope: 'pieces:write', expiresAt: null },
      });
      const made = await fetch(`${base}/api/v1/pieces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(DRAFT),
      });
      const { edit_url: piece } = Object(await made.json());

      await page.goto(piece);
      await headline.fill('The bridge that hums back');
      await page.locator('.cm-content').fill(EDITED);
      await press('Save');
      await page.locator('.editor-bar').getByText('More', { exact: true }).click();
      await page.getByRole('link', { name: 'What the machine wrote' }).click();
      await check();
      assert.match(await page.locator('.standfirst').first().innerText(), /You kept \d\d % of/);
      await look(`${piece}/versions`);
      await page.getByRole('link', { name: 'Version 2' }).click();
      await check();
      await look(`${piece}/versions/1?with=2`);
      await press('Restore this version');
      assert.equal(page.url(), `${piece}?done=restore`);
      assert.equal(await headline.inputValue(), DRAFT.headline);
      await page.goto(`${piece}/publish`);
      await page.getByLabel('Written by a machine').check();
      await press('Publish');
      await look(`${piece}/versions/2`);
      await press('Restore this version');
      await look(`${piece}/publish`);
      const action = page.getByRole('button', { name: 'Publish changes', exact: true });
      for (const place of ['0', 'document.body.scrollHeight / 2']) {
        await page.evaluate(`scrollTo(0, ${place})`);
        const { y } = (await action.boundingBox()) ?? { y: -1 };
        assert.ok(
          y >= 0 && y < viewport.height - 40,
          `the action is in sight, scrolled to ${place}`,
        );
      }
      await page.getByLabel('Drafted with a machine').check();
      await press('Publish changes');
      await look(`${piece}/published?server=nowhere`);
      await look(`${piece}/slug`);
      await page.getByLabel('URL').fill('elsewhere');
      await press('Change URL');
      await look(`${piece}/unpublish`);
      await look(`${piece}/versions`);

      await look(`${piece}/preview`);
      await press('Create a private link');
      await check();
      const address = await page.getByLabel('Private link').inputValue();
      await press('Copy link');
      await page.getByText('Copied.').waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);
      const guest = await watchedPage(chromium, base, { colorScheme, viewport });
      await guest.page.goto(address);
      await check(guest.page);
      assert.match(await guest.page.locator('main').innerText(), /private preview.*hums back/s);
      await press('Revoke');
      await check();
      assert.match(await page.locator('.notice').innerText(), /revoked.*404/);
      const gone = await guest.page.goto(address);
      assert.equal(gone?.status(), 404);
      await check(guest.page);

      assert.deepEqual(faults, []);
      const unexpected = [...complaints, ...guest.complaints].filter((line) => !/404/.test(line));
      assert.deepEqual(unexpected, []);
    });
  }
});
