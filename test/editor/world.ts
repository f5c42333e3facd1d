// The editor in Chromium: a service, a writer who is signed in, and a page with a piece open.

import type { BrowserContext, Page } from 'playwright-core';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { createDraft, workingContentFrom } from '../../src/operations/pieces/saving/save-piece.ts';
import { watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { letIn, serveDesk } from '../support/desk/served-desk.ts';

const PASSWORD = 'a long password';
const ADA = { slug: 'ada', name: 'Ada', email: 'ada@example.org', password: PASSWORD };

const chromium = await openBrowser();

export async function openDesk(options: Parameters<typeof serveDesk>[0] = {}) {
  const served = await serveDesk(options);
  const { base, context } = served;
  const { id: accountId } = await createWriter(context, {
    ...ADA,
    ...{ admin: false, identityVerified: false },
  });
  const writer = {
    ...({ kind: 'writer', accountId, slug: 'ada' } as const),
    ...{ isAdmin: false, sessionId: 'none' },
  };
  const newContext = async (options = {}) => {
    const watched = await watchedPage(chromium, base, {
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    await letIn(watched.page.context(), served, accountId);
    return watched;
  };
  return {
    ...served,
    writer,
    newContext,
    /** A browser that is not signed in. */
    stranger: () => watchedPage(chromium, base, {}),
    /** A draft of hers, as if she had saved it before. */
    async draft(content: { headline: string; body_md: string }): Promise<string> {
      return (await createDraft(context, writer, workingContentFrom(content))).id;
    },
    async key(): Promise<string> {
      const input = { writer: 'ada', name: 'research-agent', scope: 'pieces:write' } as const;
      return (await createKey(context, { ...input, expiresAt: null })).key;
    },
    versions: async (id: string) => {
      const piece = await context.store.pieces.byId(id);
      const numbers = Array.from({ length: piece?.working_version ?? 0 }, (_, at) => at + 1);
      const all = await Promise.all(numbers.map((n) => context.store.pieces.version(id, n)));
      return all.flatMap((version) => version ?? []);
    },
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

export async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill(ADA.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
}

/** The text of the editor; the plain field that it takes the place of is no help to it. */
export const textOf = (page: Page) => page.locator('.cm-content[aria-labelledby="text-label"]');

/** Waits until the status line says this. */
export const says = (page: Page, words: string | RegExp) =>
  page.locator('[data-saved]').filter({ hasText: words }).waitFor();

/** Forgets what it says, so that `says` waits for what it says next: “Writing…” may be over before one looks. */
export const forgetWords = (page: Page) =>
  page.evaluate(`document.querySelector('[data-saved] > span')?.replaceChildren()`);

export async function openPiece(page: Page, base: string, id: string): Promise<void> {
  await page.goto(`${base}/desk/edit/pieces/${id}`);
  await textOf(page).waitFor();
}

/** Opens the drawer, if it isn't open. */
export async function openDetails(page: Page): Promise<void> {
  const details = page.getByRole('button', { name: 'Details', exact: true });
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
}

/** Follows a link of the bar's menu. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await page.locator('.editor-bar').getByText('More', { exact: true }).click();
  await page.locator('.more-panel').getByRole('link', { name }).click();
}

/** A phone, where tools are in a row at the foot of the window. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The text in the editor, as it would be saved. */
export const written = async (page: Page) =>
  String(
    await page.evaluate(`document.querySelector('.cm-content').cmTile?.view?.state?.doc?.toString() ??
      [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`),
  );

export const signOutEverywhere = (browser: BrowserContext) => browser.clearCookies();
