// Drives Chromium as a writer whom an app asks for access: signs in if needed, and presses Connect.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Stream } from 'node:stream';
import type { Page } from 'playwright-core';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import type { Context } from '../../../src/operations/operation.ts';
import { faultsOf, saveImage } from './accessible-page.ts';

const ADA = { slug: 'ada', email: 'ada@press.example', password: 'the password of ada' };

export const addAda = (context: Context) =>
  createWriter(context, { ...ADA, name: 'Ada', admin: false, identityVerified: false });

/** The URL to which the browser returns. */
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

/** The output streams of a program. */
type Says = { readonly [stream in 'stdout' | 'stderr']: Stream | null };

/** All output of a program until it ends. `hear` is called with the output so far. */
export async function programSays(
  { stdout, stderr }: Says,
  hear: (said: string) => void = () => {},
): Promise<string> {
  let said = '';
  const streams = [stdout, stderr].filter((stream) => stream !== null);
  const ends = streams.map((stream) => {
    stream.on('data', (chunk) => {
      said += String(chunk);
      hear(said);
    });
    return once(stream, 'close');
  });
  await Promise.all(ends);
  return said;
}

/** Opens the URL that a program prints, and allows the app. `said` is the program's output until it ends. */
export async function allowedIn(
  page: Page,
  program: Says,
  name: string,
): Promise<{ said: Promise<string> }> {
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  const said = programSays(program, (words) => {
    const url = /http\S+\/oauth\/auth\?\S+/.exec(words)?.[0];
    if (url) resolve(url);
  });
  const silent = said.then((words) => Promise.reject(new Error(`It asked for nothing: ${words}`)));
  await allowIn(page, new URL(await Promise.race([asked, silent])), name);
  silent.catch(() => {});
  return { said };
}
