// A page in Chromium that remembers every complaint, and what axe finds wrong with it.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { rounds } from '../soak.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface WatchedPage {
  page: Page;
  /** Errors on the console, and requests that left the house. */
  complaints: string[];
}

export async function watchedPage(
  chromium: Browser,
  base: string,
  options: BrowserContextOptions,
): Promise<WatchedPage> {
  const context = await chromium.newContext(options);
  after(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const isInside = request.url().startsWith(base) || request.url().startsWith('data:');
    if (!isInside) complaints.push(`left the house: ${request.url()}`);
  });
  return { page, complaints };
}

/** Those of axe that depend on colors, and are part of its default. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const WITHOUT_COLORS = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]));

/**
 * Where the same page was checked in other colors, only what depends on these is left to check; where pages that share
 * its styles were, only what does not.
 */
export type Rules = 'all' | 'colors' | 'structure';

/** Of a page that is checked in light too: what does not depend on colors is checked twice in a soak alone. */
export const rulesIn = (colorScheme: 'light' | 'dark'): Rules =>
  colorScheme === 'light' || rounds(0, 1) === 1 ? 'all' : 'colors';

/**
 * What has an end is at it, so that no color is on its way to another. It is not waited for: on a page
 * that is not drawn it would never come.
 */
const SETTLED = `document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .forEach((animation) => animation.finish())`;

/** What axe finds wrong, and whether the page is wider than its window. */
export async function faultsOf(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // A page that is still on its way has no document for axe.
  await page.waitForLoadState();
  await page.evaluate(SETTLED);
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe);
  // Only violations are described node by node: describing what passes takes most of axe's time.
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colors' ? { runOnly: COLOR_RULES } : {}),
    ...(rules === 'structure' ? { rules: WITHOUT_COLORS } : {}),
  };
  const faults: unknown = await page.evaluate(`(async () => {
    const { violations } = await axe.run(${JSON.stringify(options)});
    const isWide = document.documentElement.scrollWidth > innerWidth;
    const where = ' at ' + location.pathname;
    const names = violations.map(({ id, nodes }) => id + where + ': ' + nodes[0].html.slice(0, 120));
    return isWide ? [...names, 'wider than its window' + where] : names;
  })()`);
  return Array.isArray(faults) ? faults.map(String) : ['axe said nothing'];
}

interface Screen {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

/**
 * Shows the page that is open on another screen. It is loaded there again in a soak alone: what is
 * loaded for both is checked in half the time.
 */
export async function showOn(page: Page, { colorScheme, viewport }: Screen): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  if (rounds(0, 1) === 1) await page.reload();
  await page.evaluate(SETTLED);
}

let images = 0;

/** For people who look at the pages: SCREENSHOTS names a folder. */
export async function saveImage(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  images += 1;
  const number = String(images).padStart(3, '0');
  await page.screenshot({ path: join(folder, `${number}-${name}.png`), fullPage: true });
}
