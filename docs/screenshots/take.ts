// Takes the images of this folder from the demo: node docs/screenshots/take.ts

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../test/support/browser/browser.ts';
import { freePort } from '../../test/support/databases/postgres-server.ts';

const SCREENS = [
  { name: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'phone', colorScheme: 'light', width: 390, height: 844 },
] as const;
type Screen = (typeof SCREENS)[number];

/** Every image: what it is called, and how to get there. */
const SCREENSHOTS: { [name: string]: (page: Page, base: string) => Promise<unknown> } = {
  home: (page, base) => page.goto(`${base}/`),
  piece: (page, base) => page.goto(`${base}/author/iris-calloway/a-draft-that-nobody-meant`),
  author: (page, base) => page.goto(`${base}/author/iris-calloway`),
  category: (page, base) => page.goto(`${base}/category/culture`),
  search: (page, base) => page.goto(`${base}/search?q=bridge`),
  shop: (page, base) => page.goto(`${base}/shop`),
  product: async (page, base) => {
    await page.goto(`${base}/shop`);
    await page.locator('.products a').nth(2).click();
  },
  developers: (page, base) => page.goto(`${base}/developers#searchPieces`),
  embeds: (page, base) => showElsewhere(page, widgetsOf(base), '[data-service-widget]'),
  badges: (page, base) => showElsewhere(page, badgesOf(base), 'img'),
  'sign-in': (page, base) => page.goto(`${base}/desk/sign-in`),
  'desk-home': async (page, base) => {
    await signIn(page, base);
    await page.goto(`${base}/desk`);
  },
  'online-presence': (page, base) => page.goto(`${base}/desk/edit/online-presence`),
  profile: (page, base) => page.goto(`${base}/desk/edit/profile`),
  editor: async (page, base) => {
    await page.goto(`${base}/desk`);
    await page.getByRole('link', { name: /^Research notes/ }).click();
    // The script takes the place of the plain field, which may be found first.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Checked by hand, letter by letter.');
    await page
      .locator('[data-saved]')
      .getByText(/^Saved/)
      .waitFor();
    await page.keyboard.press('Control+Home');
    await page.evaluate('scrollTo(0, 0)');
    // The bar is hidden while somebody types.
    await page.mouse.move(10, 10);
    await page.mouse.move(20, 20);
  },
  'editor-details': async (page) => {
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('Category').waitFor();
  },
  'editor-preview': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview .text > *').first().waitFor();
  },
  machine: (page) => page.goto(`${pieceOf(page)}/machine`),
  versions: (page) => page.goto(`${pieceOf(page)}/versions`),
  comparison: async (page) => {
    await page.goto(`${pieceOf(page)}/versions`);
    await page.locator('main a[href*="/versions/"]').first().click();
  },
  publish: (page) => page.goto(`${pieceOf(page)}/publish`),
  published: async (page, base) => {
    await page.goto(`${base}/desk?status=approved`);
    await page.locator('.entry-list h2 a').first().click();
    await page.waitForURL(/pieces\/[0-9a-f-]{36}/);
    await page.goto(`${pieceOf(page)}/published`);
  },
};

/** A page of somebody else's, once everything that it shows of ours is there. */
async function showElsewhere(page: Page, body: string, what: string): Promise<void> {
  const host = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(text);
  }).listen(await freePort(), '127.0.0.1');
  const text = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${body}`;
  await once(host, 'listening');
  const { port: place } = host.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${place}/`);
  host.close();
  await page.waitForFunction(
    `[...document.querySelectorAll('${what}')]
      .filter((each) => each.getBoundingClientRect().top < innerHeight)
      .every((each) => each.complete || each.shadowRoot?.querySelector('.widget'))`,
  );
}

const WIDGETS = ['card', 'list', 'bio', 'badge'] as const;

const widgetsOf = (base: string) => `<style>
body { font: 16px/1.5 sans-serif; margin: 32px auto; max-width: 1100px; padding: 0 16px; columns: 2 360px; column-gap: 32px }
div, span { break-inside: avoid; margin-bottom: 32px }
</style>
${['iris-calloway', 'noor-haddad']
  .flatMap((slug) =>
    WIDGETS.map(
      (kind) =>
        `<div ${slug.startsWith('noor') ? 'dir="rtl"' : ''} data-service-widget="${kind}" data-slug="${slug}" data-theme="auto" data-limit="3"></div>`,
    ),
  )
  .join('')}
<script src="${base}/embed.js"></script>`;

const badgesOf = (base: string) => {
  const row = (theme: string) =>
    ['iris-calloway', 'ruth-kaplan', 'noor-haddad', 'lin-meiling', 'nobody']
      .flatMap((slug) =>
        ['', '&tone=verified'].map(
          (tone) => `<img src="${base}/embed/${slug}/badge.svg?theme=${theme}${tone}" alt="">`,
        ),
      )
      .join(' ');
  return `<style>body { margin: 0 } div { padding: 32px; display: flex; flex-wrap: wrap; gap: 16px }</style>
<div style="background: #fff">${row('light')}</div><div style="background: #000">${row('dark')}</div>`;
};

const pieceOf = (page: Page) => /^.*\/pieces\/[0-9a-f-]{36}/.exec(page.url())?.[0];

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill('iris-calloway@example.org');
  await page.getByLabel('Password').fill('read on, reader');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
}

async function take(browser: Browser, base: string, screen: Screen): Promise<void> {
  const { name, colorScheme, width, height } = screen;
  const context = await browser.newContext({
    ...{ colorScheme, viewport: { width, height } },
    // Nothing is taken while it still moves.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const [what, go] of Object.entries(SCREENSHOTS)) {
    await go(page, base);
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: join(import.meta.dirname, `${what}-${name}.png`) });
  }
  await context.close();
}

/** The demo, until its greeting is out. */
async function startDemo(port: number, dataDir: string) {
  const demo = spawn(process.execPath, ['src/cli.ts', 'demo'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of demo.stdout) if (String(chunk).includes('Stop with')) break;
  return demo;
}

const port = await freePort();
const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-pictures-'));
const demo = await startDemo(port, dataDir);
const executablePath = findChromium();
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath && { executablePath }),
});
try {
  for (const screen of SCREENS) await take(browser, `http://localhost:${port}`, screen);
} finally {
  await browser.close();
  demo.kill();
  await rm(dataDir, { recursive: true, force: true });
}
