// A writer's first day in a real Chromium: the first account, a piece, a key, a machine's draft.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { firstAccountToken } from '../../src/operations/accounts.ts';
import { openStore } from '../../src/store/store.ts';
import { openBrowser } from '../support/browser.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases.ts';
import { freePort } from '../support/postgres-server.ts';

const chromium = await openBrowser();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PASSWORD = 'a long password';

async function serve(kind: DatabaseKind) {
  const place = await freshPlace(kind);
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const config = {
    ...configFrom({ BASE_URL: base, LOG_LEVEL: 'silent' }),
    ...place,
  };
  const store = await openStore(place);
  const context = { store, config, now: () => new Date() };
  const app = await buildApp(context);
  await app.listen({ port, host: '127.0.0.1' });
  after(async () => {
    await app.close();
    await store.close();
  });
  return { base, setUp: `${base}/desk/set-up?token=${await firstAccountToken(context)}` };
}

/** A page that remembers every complaint and every request that leaves the house. */
async function newPage(colorScheme: 'light' | 'dark', width: number, base: string) {
  const context = await chromium.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(base)) complaints.push(`left the house: ${request.url()}`);
  });
  return { page, complaints };
}

/** What axe finds wrong, and whether the page is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const faults: unknown = await page.evaluate(`(async () => {
    const { violations } = await axe.run();
    const isWide = document.documentElement.scrollWidth > innerWidth;
    const names = violations.map(({ id }) => id + ' at ' + location.pathname);
    return isWide ? [...names, 'wider than its window at ' + location.pathname] : names;
  })()`);
  return Array.isArray(faults) ? faults.map(String) : ['axe said nothing'];
}

const titles = async (base: string) => {
  const answer = await fetch(`${base}/api/public/pieces/recent`);
  const body: { items: { title: string }[] } = JSON.parse(await answer.text());
  return body.items.map(({ title }) => title);
};

for (const kind of DATABASES) {
  test(`from the first account to a machine's draft in public, on ${kind}`, async () => {
    const { base, setUp } = await serve(kind);
    const { page, complaints } = await newPage('light', 1440, base);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();

    await page.goto(setUp);
    await page.getByLabel('Name').fill('Ada Okafor');
    await page.getByLabel('Address').fill('ada-okafor');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Make the account');
    await press('Sign out');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Sign in');

    await page.getByRole('link', { name: 'New piece' }).first().click();
    await page.getByLabel('Headline').fill('Everything is a leak');
    await page.getByLabel('Standfirst').fill('Water always wins.');
    await page.getByLabel('Text').fill('It **always** wins.');
    await press('Save draft');
    assert.deepEqual(await titles(base), []);
    await follow('Publish');
    assert.equal(await page.locator('article strong').textContent(), 'always');
    await press('Publish');
    await page.getByText('Published', { exact: true }).waitFor();
    assert.deepEqual(await titles(base), ['Everything is a leak']);
    await press('Unpublish');
    await page.getByText('Draft', { exact: true }).waitFor();
    assert.deepEqual(await titles(base), []);

    await follow('Online presence');
    await page.getByLabel('Name').fill('research-agent');
    await press('Create key');
    const key = String(await page.locator('.secret').first().textContent());
    const draft = await fetch(`${base}/api/v1/pieces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ headline: 'By a machine', body_md: 'Beep.', status: 'approved' }),
    });
    assert.equal(draft.status, 201);
    assert.deepEqual(await titles(base), []);
    await follow('Pieces');
    const item = page.getByRole('listitem').filter({ hasText: 'By a machine' });
    assert.match(String(await item.textContent()), /drafted by key “research-agent”/);
    await follow('By a machine');
    await follow('Publish');
    await press('Publish');
    await page.getByText('Published', { exact: true }).waitFor();
    assert.deepEqual(await titles(base), ['By a machine']);
    await follow('Online presence');
    assert.equal(await page.getByText(key.trim()).count(), 0, 'a key is shown once');
    assert.deepEqual(complaints, []);
  });
}

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`every place at the desk is sound, ${scheme}, ${width} px wide`, async () => {
    const { base, setUp } = await serve('sqlite');
    const { page, complaints } = await newPage(scheme, width, base);
    const faults: string[] = [];
    const look = async (path: string) => {
      await page.goto(base + path);
      faults.push(...(await faultsOf(page)));
    };
    await look('/desk/sign-in');
    await page.goto(setUp);
    faults.push(...(await faultsOf(page)));
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Address').fill('ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Make the account' }).click();
    await look('/desk');
    await look('/desk/edit/pieces/new');
    await page.getByLabel('Headline').fill('A headline');
    await page.getByLabel('Text').fill('A text.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    faults.push(...(await faultsOf(page)));
    const { pathname } = new URL(page.url());
    await look(`${pathname}/publish`);
    await look(`${pathname}/delete`);
    for (const path of ['/edit/profile', '/edit/online-presence', '/account', '/writers', '']) {
      await look(`/desk${path}`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(complaints, []);
  });
}
