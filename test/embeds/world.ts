// Pages of other people, served from another origin than the service whose widgets they show.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { importArchive } from '../../src/operations/archive/import.ts';
import { author, piece } from '../support/archive/records.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

interface Host extends BrowserContextOptions {
  /** HTML that loads the script; by default once and with `async`. */
  head?: string;
  policy?: string;
}

export const MARKUP = '<img src=x onerror="document.title=1"><b>Eve</b>';

const LINES = [
  author('ada', {
    name: 'Ada Okafor',
    role: 'Structural engineer',
    bio: 'Looks after bridges.\n\nWrites about looking.',
    identity_verified: true,
    website: 'https://ada.example.org/',
    website_verified: true,
    socials: { linkedin: 'https://example.com/linkedin/ada' },
  }),
  ...Array.from({ length: 25 }, (_, at) =>
    piece('ada', {
      headline: `Bridge ${at + 1}`,
      published_at: new Date(Date.UTC(2026, 0, at + 1)).toISOString(),
    }),
  ),
  author('eve', { name: MARKUP, bio: MARKUP, role: MARKUP }),
  piece('eve', { headline: MARKUP }),
  author('zed', { name: 'Zed' }),
  author('tia', { name: 'Tia ✔️' }),
  author('one', { name: '✅' }),
];

/** Remembers what the elements of the page say, from the very beginning. */
const LISTENING = `window.told = [];
for (const type of ['ready', 'error']) {
  addEventListener('service-widget:' + type, ({ target, detail }) => told.push({ type, id: target.id, detail }));
}`;

export async function openWorld(lines: object[] = LINES) {
  const chromium = await openBrowser();
  const { base, context } = await serveDesk();
  await importArchive(
    context,
    lines.map((line) => JSON.stringify(line)),
  );
  const pages = new Map<string, { policy: string | undefined; text: string }>();
  const server = createServer(({ url = '' }, response) => {
    const { policy, text } = pages.get(url) ?? { policy: undefined, text: '' };
    if (policy) response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;

  /** A page with this body, on another site. */
  async function open(body: string, { head, policy, ...options }: Host = {}) {
    const path = `/page-${pages.size}`;
    const loading = head ?? `<script async src="${base}/embed.js"></script>`;
    const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${loading}</head><body>${body}</body></html>`;
    pages.set(path, { policy, text });
    const page = await (await chromium.newContext(options)).newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(base, '')));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(LISTENING);
    await page.goto(`http://127.0.0.1:${port}${path}`);
    return { page, asked, complaints };
  }
  return { chromium, base, context, open };
}

/** Waits until the page has received this many events. */
export const told = (page: Page, count: number) => page.waitForFunction(`told.length >= ${count}`);

/** When everything that was set off by what came before has happened. */
export const settled = (page: Page) =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);

export const ask = (kind: string, slug: string, more = '') =>
  `<div id="${kind}" data-service-widget="${kind}" data-slug="${slug}" ${more}>Fallback ${kind}</div>`;
