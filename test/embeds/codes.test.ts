// Embed codes at the desk and in the reference: shown next to the result, copied, and usable on other sites.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { openWorld, told } from './world.ts';

const { chromium, base, context, open } = await openWorld();
const KINDS = ['badge', 'card', 'list', 'bio'];

async function copying() {
  const visitor = await chromium.newContext();
  await visitor.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await visitor.newPage();
  const copied = async () => String(await page.evaluate('navigator.clipboard.readText()'));
  return { page, copied };
}

test('at the desk each code is shown live and copied, and what was copied works elsewhere', async () => {
  const { page, copied } = await copying();
  await createWriter(context, {
    ...{ slug: 'mina', name: 'Mina "M" <Ray>', email: 'mina@example.org' },
    ...{ password: 'a long password', admin: false, identityVerified: false },
  });
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill('mina@example.org');
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
  await page.goto(`${base}/desk/edit/online-presence`);
  for (const kind of KINDS) {
    await page.locator(`[data-service-widget="${kind}"]`).scrollIntoViewIfNeeded();
    await page.locator(`[data-service-widget="${kind}"] .widget`).waitFor();
    const shown = page.locator(`#embed-${kind}`);
    const button = page.getByRole('button', { name: `Copy code: ${kind}`, exact: true });
    await button.click();
    await page.locator(`[data-copy="embed-${kind}"]`).getByText('Copied.').waitFor();
    assert.equal(await copied(), await shown.inputValue());
    const host = await open(await copied(), { head: '' });
    await told(host.page, 1);
    assert.match(await host.page.locator('.widget').innerText(), /Mina "M" <Ray>/);
  }
  const width = `document.querySelector('img').naturalWidth`;
  assert.ok(Number(await page.evaluate(width)) > 50);
  const host = await open(await page.locator('#embed-picture').inputValue(), { head: '' });
  await host.page.waitForLoadState('load');
  assert.ok(Number(await host.page.evaluate(width)) > 50);
});

test('the reference shows the same of whoever published last', async () => {
  const { page, copied } = await copying();
  await page.goto(`${base}/developers`);
  const section = page.locator('#embeds');
  for (const kind of KINDS) {
    await section.locator(`[data-service-widget="${kind}"]`).scrollIntoViewIfNeeded();
    await section.locator(`[data-service-widget="${kind}"] .widget`).waitFor();
  }
  const text = await section.innerText();
  for (const name of [
    'data-slug',
    'data-theme',
    'data-limit',
    'data-tone',
    'service-widget:ready',
  ]) {
    assert.ok(text.includes(name), name);
  }
  const sample = section.locator('.sample').nth(1);
  await sample.getByRole('button', { name: 'Copy' }).click();
  await sample.getByRole('button', { name: 'Copied' }).waitFor();
  const host = await open(await copied(), { head: '' });
  await told(host.page, 1);
  assert.equal(await host.page.locator('.foot').count(), 1);
});
