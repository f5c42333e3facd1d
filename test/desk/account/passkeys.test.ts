// Passkeys in a real Chromium, whose own virtual authenticator holds them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../support/browser/browser.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { type Person, startDesk } from '../../support/desk/desk.ts';

const SIGN_IN = 'Sign in with a passkey';
const ADD = 'Add a passkey';

const chromium = await openBrowser();

for (const kind of DATABASES_IN_FULL) {
  test(`a passkey is added, signs in, and is gone once removed, on ${kind}`, async () => {
    const { ada, port } = await listeningDesk(kind);
    const desk = `http://localhost:${port}/desk`;
    const { page, complaints } = await newPage();
    await plugInDevice(page);
    await page.goto(`${desk}/sign-in`);
    await signInWithPassword(page, ada);

    await page.getByRole('link', { name: 'Account' }).click();
    await addPasskey(page, 'My phone');
    await page.getByText('Saved.').waitFor();
    const passkey = page.getByRole('listitem').filter({ hasText: 'My phone' });
    assert.match(String(await passkey.textContent()), /Added .* not used yet/);
    await addPasskey(page, 'My phone again');
    await page.getByRole('alert').filter({ hasText: 'has a passkey' }).waitFor();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.goto(`${desk}/edit/profile`);
    await page.getByRole('button', { name: SIGN_IN }).click();
    await page.waitForURL(`${desk}/edit/profile`);
    await page.getByRole('link', { name: 'Account' }).click();
    assert.match(String(await passkey.textContent()), /last used/);
    assert.deepEqual(complaints, []);

    await page.getByRole('button', { name: 'Remove My phone' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await passkey.count(), 0);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: SIGN_IN }).click();
    await page.getByRole('alert').filter({ hasText: 'not accepted' }).waitFor();
    await page.goto(desk);
    assert.equal(page.url(), `${desk}/sign-in?next=%2Fdesk`);
  });
}

describe('passkeys are offered where there can be any', async () => {
  const { ada, port } = await listeningDesk('sqlite');
  const signIn = `http://localhost:${port}/desk/sign-in`;

  test('a device without one is said to have none', async () => {
    const { page } = await newPage();
    await plugInDevice(page);
    await page.goto(signIn);
    await page.getByRole('button', { name: SIGN_IN }).click();
    await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor();
    assert.equal(await page.getByRole('button', { name: SIGN_IN }).isEnabled(), true);
  });

  test('not at a bare url', async () => {
    const { page } = await newPage();
    await page.goto(signIn.replace('localhost', '127.0.0.1'));
    await assertNotOffered(page, ada);
  });

  test('not without script', async () => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto(signIn);
    await assertNotOffered(page, ada);
  });

  test('not in a browser that knows no passkeys', async () => {
    const { page } = await newPage();
    await page.addInitScript('delete window.PublicKeyCredential');
    await page.goto(signIn);
    await assertNotOffered(page, ada);
  });
});

async function listeningDesk(kind: DatabaseKind) {
  const desk = await startDesk(kind);
  const ada = await desk.writer('ada');
  const url = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  return { ada, port: new URL(url).port };
}

/** A page in a new context; `complaints` are the errors on its console. */
async function newPage(options: BrowserContextOptions = {}) {
  const page = await chromium.newPage(options);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const { url } = message.location();
    // Browsers look for the icon by themselves; no page here refers to it.
    if (message.type() !== 'error' || url.endsWith('/favicon.ico')) return;
    complaints.push(`${message.text()} ${url}`);
  });
  return { page, complaints };
}

/** A device that knows its user and says yes to everything. */
async function plugInDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: ADD }).click();
}

async function signInWithPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/desk');
}

/** Neither before nor after signing in with the password, which works. */
async function assertNotOffered(page: Page, person: Person): Promise<void> {
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('button', { name: SIGN_IN }).count(), 0);
  await signInWithPassword(page, person);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.waitForURL('**/desk/account');
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('heading', { name: 'Account', exact: true }).count(), 1);
  assert.equal(await page.getByRole('heading', { name: 'Passkeys' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: ADD }).count(), 0);
}
