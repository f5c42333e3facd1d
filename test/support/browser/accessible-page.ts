// A page in Chromium that collects console errors, and the accessibility faults that axe finds on it.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { rounds } from '../soak.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface WatchedPage {
  page: Page;
  /** Errors on the console, and requests to other hosts. */
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

/** The rules in axe's default set that depend on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const WITHOUT_COLORS = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]));

/**
 * The rules to check: only those on colours if the page was already checked in other colours; all others if pages
 * with the same styles were already checked.
 */
export type Rules = 'all' | 'colors' | 'structure';

/**
 * The rules for a page that is checked in light and dark. Only a soak checks rules other than those on colours twice.
 */
export const rulesIn = (colorScheme: 'light' | 'dark'): Rules =>
  colorScheme === 'light' || rounds(0, 1) === 1 ? 'all' : 'colors';

/**
 * Moves every finite animation to its end, so that no colour is in transition. Waiting instead could take forever,
 * since animations don't run on a page that isn't drawn.
 */
const SETTLED = `document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .forEach((animation) => animation.finish())`;

/** The faults that axe finds, and whether the page is wider than the window. */
export async function faultsOf(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // A page that is still loading has no document for axe.
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

/** Shows the open page on another screen. Only a soak loads the page again for each screen, which doubles the time. */
export async function showOn(page: Page, { colorScheme, viewport }: Screen): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  if (rounds(0, 1) === 1) await page.reload();
  await page.evaluate(SETTLED);
}

let images = 0;

/** Saves an image for people who want to look at the pages, if SCREENSHOTS names a folder. */
export async function saveImage(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  images += 1;
  const number = String(images).padStart(3, '0');
  await page.screenshot({ path: join(folder, `${number}-${name}.png`), fullPage: true });
}
