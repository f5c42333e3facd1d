// The first day at a desk, in Chromium: the first steps, a profile and a product with an image, what
// is shown once and copied, and where one is signed in. Typed on a keyboard, as people do.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { watchedPage } from '../../support/browser/accessible-page.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { serveDesk } from '../../support/desk/served-desk.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PASSWORD = 'a long password';

const chromium = await openBrowser();
const { base, setUp, context } = await serveDesk({
  settings: { WEBHOOK_ALLOW: '127.0.0.0/8, ::1' },
});
const { page, complaints } = await watchedPage(chromium, base, {
  viewport: { width: 1440, height: 900 },
  userAgent: FIREFOX,
  permissions: ['clipboard-read', 'clipboard-write'],
});

async function type(label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const typedIn = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
const copied = async () => String(await page.evaluate('navigator.clipboard.readText()'));

const image = async (background: string) => ({
  name: 'image.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer(),
});

/** Presses the copy button next to an element; returns the text shown and the text copied. */
async function copyOf(selector: string, button: string): Promise<[shown: string, copied: string]> {
  const shown = String(await page.locator(selector).first().textContent()).trim();
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByText('Copied.', { exact: true }).first().waitFor();
  return [shown, (await copied()).trim()];
}

/** The height of an element's baseline. */
const baselineOf = async (selector: string) =>
  Number(
    await page.evaluate(`(() => {
      const mark = document.createElement('span');
      mark.style.cssText = 'display:inline-block;width:0;height:0';
      document.querySelector('${selector}').append(mark);
      const { bottom } = mark.getBoundingClientRect();
      mark.remove();
      return bottom;
    })()`),
  );

const colorOf = (selector: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);

describe('the first day', () => {
  test('the first desk has one act that stands out, then the others, and links to the site', async () => {
    await page.goto(setUp);
    await type('Name', 'Ada Okafor');
    await type('Slug', 'ada');
    await type('Email', 'ada@example.org');
    await type('Password', PASSWORD);
    await press('Create account');
    const main = page.getByRole('main');
    const first = main.getByRole('link', { name: 'Write your first piece', exact: true });
    await first.waitFor();
    assert.deepEqual(await main.locator('.primary').allTextContents(), ['Write your first piece']);
    const links = await main.getByRole('link').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    assert.deepEqual(targets, [
      '/desk/edit/pieces/new',
      '/desk/import',
      '/desk/edit/online-presence#keys',
      '/desk/site',
      '/desk/invite',
      '/',
      '/author/ada',
      '/desk/edit/profile',
    ]);
    const lines = [await baselineOf('.wordmark'), await baselineOf('.masthead nav a')];
    assert.ok(Math.abs((lines[0] ?? 0) - (lines[1] ?? 0)) < 1, `one baseline: ${lines}`);
    await first.click();
    await page.getByLabel('Headline').waitFor();
  });

  test('a profile keeps what was typed while an image is uploaded, and saves both', async () => {
    await page.goto(`${base}/desk/edit/profile`);
    await type('Bio', 'Builds bridges.');
    await type('X', 'https://x.example/ada');
    await page.getByLabel('Image', { exact: true }).setInputFiles(await image('#0a5'));
    await press('Upload');
    await page.getByAltText('Your profile image').waitFor();
    assert.equal(await typedIn('Bio'), 'Builds bridges.');
    assert.equal(await typedIn('X'), 'https://x.example/ada');
    const author = await context.store.authors.bySlug('ada');
    assert.equal(author?.bio, null, 'an image alone is saved');
    // Enter in a field saves the profile, although the form has other buttons.
    await type('Role', 'Engineer');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.', { exact: true }).waitFor();
    const saved = await context.store.authors.bySlug('ada');
    assert.deepEqual([saved?.bio, saved?.role], ['Builds bridges.', 'Engineer']);
    assert.match(String(saved?.avatar_url), /^\/media\//);
  });

  test('an image that was chosen and not uploaded is saved with the profile', async () => {
    const before = (await context.store.authors.bySlug('ada'))?.avatar_url;
    await page.getByLabel('Image', { exact: true }).setInputFiles(await image('#05a'));
    await press('Save profile');
    await page.getByText('Saved.', { exact: true }).waitFor();
    const after = (await context.store.authors.bySlug('ada'))?.avatar_url;
    assert.notEqual(after, before);
    assert.match(String(after), /^\/media\//);
    await type('Bio', 'Builds locks.');
    await press('Remove image');
    await page.getByText('Your image was removed.').waitFor();
    assert.equal(await typedIn('Bio'), 'Builds locks.');
    assert.equal((await context.store.authors.bySlug('ada'))?.avatar_url, null);
  });

  test('a product keeps what was typed while an image is uploaded, and saves both', async () => {
    await page.goto(`${base}/desk/edit/shop/new`);
    await type('Name', 'A map');
    await type('Price', '12');
    await type('Payment URL', 'https://pay.example/map');
    await page.getByLabel('Image', { exact: true }).setInputFiles(await image('#c30'));
    await press('Save product');
    await page.getByAltText('The current image').waitFor();
    await type('Description', 'Of every lock.');
    await type('Price', '14.50');
    await page.getByLabel('Image', { exact: true }).setInputFiles(await image('#3c0'));
    await press('Upload');
    await page.getByText('The image was saved.').waitFor();
    assert.equal(await typedIn('Description'), 'Of every lock.');
    assert.equal(await typedIn('Price'), '14.50');
    await press('Save product');
    await page.getByText('Saved.', { exact: true }).waitFor();
    assert.equal(await typedIn('Price'), '14.50');
    assert.equal(await page.getByAltText('The current image').count(), 1);
    const red = await colorOf('button.primary');
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Delete “A map”?' }).waitFor();
    assert.notEqual(await colorOf('main form button'), red, 'Publish’s red is not for deleting');
  });

  test('what is shown once, and every code, has a button that copies it', async () => {
    await page.goto(`${base}/desk/edit/online-presence`);
    assert.deepEqual(await page.locator('main h2').allTextContents(), [
      'Programs',
      'Website and embeds',
    ]);
    assert.equal(await page.locator('main .primary').count(), 1);
    await type('Name', 'research-agent');
    await press('Create key');
    const [key, copiedKey] = await copyOf('.secret', 'Copy key');
    assert.match(key, /^pk_live_[0-9a-f]{64}$/);
    assert.equal(copiedKey, key);
    const [command, copiedCommand] = await copyOf('.notice pre', 'Copy command');
    assert.match(command, /^curl /);
    assert.equal(copiedCommand, command);
    const [tools, copiedTools] = await copyOf('#tool-server', 'Copy tool server');
    assert.equal(tools, `${base}/api/mcp`);
    assert.equal(copiedTools, tools);
    await type('URL', `${base}/hook`);
    await press('Set webhook');
    const [secret, copiedSecret] = await copyOf('.secret', 'Copy secret');
    assert.match(secret, /^whsec_/);
    assert.equal(copiedSecret, secret);
    await press('Copy code: badge');
    assert.match(await copied(), /badge/);
  });

  test('an invitation is copied, opened elsewhere, and makes an account', async () => {
    await page.goto(`${base}/desk/writers`);
    await page.getByRole('link', { name: 'Invite a writer' }).click();
    await press('Create an invitation link');
    const [link, copiedLink] = await copyOf('.secret', 'Copy link');
    assert.equal(copiedLink, link);
    const guest = await chromium.newPage();
    await guest.goto(copiedLink);
    for (const [label, text] of Object.entries({
      Name: 'Bo Lindqvist',
      Slug: 'bo',
      Email: 'bo@example.org',
      Password: PASSWORD,
    })) {
      await guest.getByLabel(label, { exact: true }).click();
      await guest.keyboard.type(text);
    }
    await guest.keyboard.press('Enter');
    await guest.getByRole('link', { name: 'Write your first piece' }).waitFor();
    assert.equal(await guest.getByRole('link', { name: 'Invite a writer' }).count(), 0);
    await guest.close();
    await page.goto(`${base}/desk/writers`);
    const item = page.getByRole('listitem').filter({ hasText: 'Bo Lindqvist' });
    assert.match(String(await item.textContent()), /Writer/);
    assert.equal(await page.getByText('Open invitations').count(), 0);
  });

  test('a session is named by its browser, with the raw text at hand', async () => {
    await page.goto(`${base}/desk/account`);
    const item = page.getByRole('listitem').filter({ hasText: 'This browser' });
    assert.match(String(await item.textContent()), /Firefox on Linux/);
    assert.doesNotMatch(String(await item.textContent()), /Mozilla/);
    assert.equal(await item.getByText('Firefox on Linux').getAttribute('title'), FIREFOX);
    assert.deepEqual(complaints, []);
  });
});
