// A real Chromium, started once for a run, and installed if it is missing and root runs the tests.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without windows, which takes two thirds of a whole browser's processor time. */
const HEADLESS = { path: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' };

const USUAL_PLACES = [
  HEADLESS.path,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The variable with the endpoint of the shared browser. */
const SHARED = 'TEST_CHROMIUM';

const MISSING =
  'Chromium is missing: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.';

/** Called once before the suite, so that no two test files install Chromium at the same time. */
export async function ensureChromium(): Promise<void> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen && !existsSync(chosen)) stop(`CHROMIUM_PATH is not usable: there is no ${chosen}.`);
  if (chosen || existsSync(HEADLESS.path)) return;
  const failure = await install(HEADLESS.package);
  if (failure && !findChromium()) stop(failure);
}

/** Installs the package; returns the error, or null. */
async function install(name: string): Promise<string | null> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return MISSING;
  console.log(`Installing Debian’s ${name} for the browser tests.`);
  try {
    await aptGet('update');
    await aptGet('install', '--yes', '--no-install-recommends', name);
    return null;
  } catch (error) {
    return `${MISSING} (apt-get: ${String(error).trim().split('\n').at(-1)})`;
  }
}

/** Ends the run with one line, which a stack trace would bury. */
function stop(line: string): never {
  console.error(line);
  process.exit(1);
}

export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  return (chosen ? [chosen] : USUAL_PLACES).find((place) => existsSync(place));
}

const aptGet = (...words: string[]) =>
  promisify(execFile)('/usr/bin/apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  });

/** The limit for any wait in a page: on a busy machine, some take half a minute. */
const PATIENCE_MS = 120_000;

/** An interrupted run also has to stop PostgreSQL, so playwright must not end the process first. */
const KEEP_SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** Starts the browser that the files of a run share; returns a function that stops it. */
export async function startSharedBrowser(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: chromiumPath(),
    args: ARGUMENTS,
    ...KEEP_SIGNALS,
  });
  process.env[SHARED] = server.wsEndpoint();
  return () => server.close();
}

/** The shared browser, or a separate one if arguments are given. Its contexts are closed after the test file. */
export async function openBrowser(...more: string[]): Promise<Browser> {
  const shared = process.env[SHARED];
  const browser =
    shared && more.length === 0
      ? await chromium.connect(shared)
      : await chromium.launch({
          executablePath: chromiumPath(),
          args: [...ARGUMENTS, ...more],
        });
  after(() => browser.close());
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error(MISSING);
  return found;
}
