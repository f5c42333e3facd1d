// The writer in Chromium whom an app asks for access: signs in where that is asked, and presses Connect.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import type { Context } from '../../../src/operations/operation.ts';
import { faultsOf, saveImage } from './accessible-page.ts';

const ADA = { slug: 'ada', email: 'ada@press.example', password: 'the password of ada' };

export const addAda = (context: Context) =>
  createWriter(context, { ...ADA, name: 'Ada', admin: false, identityVerified: false });

/** Where the browser came back to. */
export async function allowIn(page: Page, url: URL, name: string): Promise<URL> {
  await page.goto(url.href);
  if (page.url().includes('/desk/sign-in')) {
    await page.fill('[name=email]', ADA.email);
    await page.fill('[name=password]', ADA.password);
    await page.click('main button.primary');
  }
  await page.waitForURL(/\/desk\/connect\//);
  assert.match(await page.locator('h1').innerText(), new RegExp(name));
  assert.deepEqual(await faultsOf(page), []);
  await saveImage(page, 'connect-an-app');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/callback\?/, { waitUntil: 'commit' });
  return new URL(page.url());
}

/** A program that says which URL to open, and goes on once its callback is. All that it said. */
export async function allowedIn(page: Page, program: ChildProcess, name: string): Promise<string> {
  let said = '';
  let isAsked = false;
  const hear = async (stream: Readable | null) => {
    for await (const chunk of stream ?? []) {
      said += chunk;
      const url = /http\S+\/oauth\/auth\?\S+/.exec(said)?.[0];
      if (!url || isAsked) continue;
      isAsked = true;
      await allowIn(page, new URL(url), name);
    }
  };
  await Promise.all([hear(program.stdout), hear(program.stderr)]);
  assert.ok(isAsked, said);
  return said;
}
