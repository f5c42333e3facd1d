// Serves the desk on a port, for a real browser, at a URL like those that people use.

import { after } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { buildApp } from '../../../src/app.ts';
import { type Config, configFrom } from '../../../src/config.ts';
import { firstAccountToken } from '../../../src/operations/accounts/accounts.ts';
import { openSession } from '../../../src/operations/accounts/sessions.ts';
import { type Context, newContext } from '../../../src/operations/operation.ts';
import { type DatabaseKind, freshPlace, openPatiently } from '../databases/databases.ts';
import { freePort } from '../databases/postgres-server.ts';
import { UNLIMITED } from '../unlimited.ts';
import { PLAIN_SESSION } from './desk.ts';

interface Options {
  kind?: DatabaseKind;
  /** The base URL that people use, given the port of the service. */
  address?: (port: number) => Promise<string> | string;
  settings?: { [name: string]: string };
  /** Parts of the configuration that are not settings. */
  more?: Partial<Config>;
  now?: () => Date;
}

export async function serveDesk({
  kind = 'sqlite',
  address = (port) => `http://localhost:${port}`,
  settings = {},
  more = {},
  now = () => new Date(),
}: Options = {}) {
  const place = await freshPlace(kind);
  const port = await freePort();
  const base = await address(port);
  const config = {
    ...configFrom({ BASE_URL: base, LOG_LEVEL: 'silent', ...UNLIMITED, ...settings }),
    ...place,
    ...more,
  };
  const store = await openPatiently(place);
  const context = newContext(store, config, now);
  const app = await buildApp(context);
  await app.listen({ port, host: '127.0.0.1' });
  after(async () => {
    await app.close();
    await store.close();
  });
  const setUp = `${base}/desk/set-up?token=${await firstAccountToken(context)}`;
  return { app, base, port, context, setUp };
}

interface Served {
  base: string;
  context: Context;
}

/** Signs a writer in without the form, which saves two page loads, for tests of later steps. */
export async function letIn(
  browser: BrowserContext,
  { base, context }: Served,
  accountId: string,
): Promise<void> {
  const value = await openSession(context, accountId, 'a browser');
  await browser.addCookies([
    { name: PLAIN_SESSION, value, url: base, httpOnly: true, sameSite: 'Lax' },
  ]);
}
