// Every place at the desk, in light and dark, on a phone and on a wide screen: axe finds nothing,
// nothing is wider than its window or too small to hit, nothing complains, nothing is asked of anyone else.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { faultsOf, rulesIn, saveImage, watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { smallTargets } from '../support/browser/targets.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const chromium = await openBrowser();

const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
] as const;

const EVERYTHING = {
  REVIEW: 'on',
  SIGNUPS: 'open',
  SMTP_URL: 'smtp://127.0.0.1:1',
  WEBHOOK_ALLOW: '127.0.0.0/8, ::1',
};
const PASSWORD = 'a long password';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function signIn(page: Page, base: string, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
}

describe('every place at the desk', { concurrency: SCREENS.length }, () => {
  for (const screen of SCREENS) {
    const { colorScheme, viewport } = screen;
    test(`every place at the desk is sound, ${colorScheme}, ${viewport.width} px wide`, async () => {
      const { base, setUp, context } = await serveDesk({ settings: EVERYTHING });
      const { page, complaints } = await watchedPage(chromium, base, screen);
      const faults: string[] = [];
      const check = async () => {
        faults.push(...(await faultsOf(page, rulesIn(colorScheme))));
        faults.push(...(await smallTargets(page, 'hasTouch' in screen)));
        await saveImage(page, `desk-${colorScheme}-${viewport.width}`);
      };
      const look = async (path: string) => {
        await page.goto(base + path);
        await check();
      };
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).first().click();
        await page.waitForLoadState();
        await check();
      };

      await look('/desk/sign-in');
      await look('/desk/sign-up');
      await look('/desk/forgot');
      await page.goto(setUp);
      await check();
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Slug').fill('ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await press('Create account');
      const tops = await page.evaluate(
        `[...new Set([...document.querySelectorAll('.masthead nav a')].map((a) => a.offsetTop))]`,
      );
      assert.deepEqual(Object(tops).length, 1, 'the navigation takes one row');
      for (const path of [
        '/edit/profile',
        '/edit/online-presence',
        '/account',
        '/writers',
        '/review',
      ]) {
        await look(`/desk${path}`);
      }

      await createWriter(context, {
        ...{ slug: 'bo', name: LONG, email: 'bo@example.org', password: PASSWORD },
        ...{ admin: false, identityVerified: true },
      });
      await createKey(context, { writer: 'bo', name: LONG, scope: 'pieces:read', expiresAt: null });
      await signIn(page, base, 'bo@example.org');
      await check();
      await look('/desk/edit/pieces/new');
      await page.getByLabel('Headline').fill(LONG);
      await page
        .locator('.cm-content')
        .fill(`# ${LONG}\n\n| a | b |\n|---|---|\n| ${LONG} | ${LONG} |\n`);
      await page.getByRole('button', { name: 'Save draft', exact: true }).click();
      await page.locator('.history').waitFor();
      await check();
      const { pathname } = new URL(page.url());
      await look(`${pathname}/delete`);
      await look(`${pathname}/publish`);
      await press('Submit for review');
      await look('/desk');
      await look('/desk?q=nothing+like+it');
      await look('/desk?status=machine');
      await look('/desk/trash');
      await page.goto(`${base}/desk/edit/pieces/new`);
      await page.getByLabel('Headline').fill(`To be deleted ${LONG}`);
      await page.getByRole('button', { name: 'Save draft', exact: true }).click();
      await page.locator('.actions').waitFor({ state: 'attached' });
      await page.goto(`${base}/desk`);
      await page.getByLabel('Select all on this page').check();
      await press('Delete…');
      await press('Delete');
      await look('/desk/trash');
      await look('/desk/trash/empty');
      await page.goto(`${base}/desk/trash`);
      await page.getByRole('link', { name: /^To be deleted/ }).click();
      await check();
      await page.getByRole('link', { name: 'Delete permanently' }).click();
      await check();
      await look('/desk/edit/online-presence');
      await page.getByLabel('Name').fill('research-agent');
      await press('Create key');
      await page.getByLabel('URL').fill('https://192.168.1.1/hook');
      await press('Set webhook');
      await page.getByLabel('URL').fill(`${base}/${LONG}`);
      await press('Set webhook');
      await press('Replace secret');
      await press('Send test');
      await look('/desk/edit/online-presence');
      await press('Turn off');
      await look('/desk/nowhere');

      await signIn(page, base, 'ada@example.org');
      await look('/desk/review');
      await look(pathname.replace('edit/pieces', 'review'));
      await page.getByLabel('Note to the writer').fill(`${LONG}, please.`);
      await press('Ask for changes');
      await look('/desk/invite');
      await page.getByLabel('Email').fill('nobody');
      await press('Invite');
      await page.getByLabel('Email').fill('');
      await press('Invite');
      const invitation = String(await page.locator('#new-link').textContent()).trim();
      await look('/desk/site');
      await look('/desk/writers');
      await look('/desk/writers/bo');
      await press(`Make an admin: ${LONG}`);
      await look('/desk/writers/bo/password');
      await page.getByLabel('Your own password').fill('wrong');
      await press('Email the link');
      await look(new URL(invitation).pathname + new URL(invitation).search);
      await press('Create account');
      await signIn(page, base, 'bo@example.org');
      await look(pathname);
      assert.deepEqual(faults, []);
      // A page that is not there, and a form that comes back, is said to the console by the browser itself.
      assert.deepEqual(
        complaints.filter((line) => !/status of 40[04]/.test(line)),
        [],
      );
    });
  }
});
