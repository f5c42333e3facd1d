// Time for which a keystroke keeps the browser busy in a piece of 100,000 characters: node bench/editor.ts

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { ensureChromium, findChromium } from '../test/support/browser/browser.ts';
import { ArchiveGenerator } from './support/archive-generator.ts';
import { median, percentile, run, startServer } from './support/processes.ts';
import { report } from './support/report.ts';

const KEYS = 300;
const FRAME_MS = 1000 / 60;
const CHARACTERS = 100_000;
const WRITER = { slug: 'ada', name: 'Ada', email: 'ada@example.org' };
const PASSWORD = 'a long password';

/** Sections, lists and emphasis, as long as a piece may be. */
function longText(): string {
  const { words } = new ArchiveGenerator();
  const paragraph = (at: number) =>
    `## Part ${at}\n\n- ${words.slice(0, 9).join(' ')}\n\n**${words.slice(9, 14).join(' ')}** ${words.slice(14, 90).join(' ')}\n\n`;
  let text = '';
  for (let at = 1; text.length < CHARACTERS; at += 1) text += paragraph(at);
  return text.slice(0, CHARACTERS - KEYS - 1);
}

/** The piece is created through the API, because typing it would take the browser a minute. */
async function draftLongPiece(base: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src/cli.ts', 'key', 'create', '--writer', WRITER.slug, '--name', 'bench'],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );
  const answer = await fetch(`${base}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline: 'A long piece', body_md: longText() }),
  });
  const { id }: { id: string } = JSON.parse(await answer.text());
  return `${base}/desk/edit/pieces/${id}`;
}

async function openLongPiece(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk/sign-in`);
  await page.getByLabel('Email').fill(WRITER.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/desk`);
  await page.goto(await draftLongPiece(base));
  await page.locator('.cm-content').click();
}

/** Seconds for which the page's main thread has worked so far. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

async function keystrokes(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const times: number[] = [];
  for (let at = 0; at < KEYS; at += 1) {
    const before = await busy(session);
    await page.keyboard.press(at % 6 === 5 ? 'Space' : 'KeyE');
    times.push(((await busy(session)) - before) * 1000);
  }
  return times;
}

await ensureChromium();
const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const options = Object.entries(WRITER).flatMap(([name, value]) => [`--${name}`, value]);
const password = join(dataDir, 'password');
await writeFile(password, PASSWORD);
const create = ['src/cli.ts', 'writer', 'create', ...options, '--password-file', password];
await run(create, { DATA_DIR: dataDir });
const server = await startServer({ DATA_DIR: dataDir });
const executablePath = findChromium();
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath && { executablePath }),
});
try {
  const page = await browser.newPage();
  await openLongPiece(page, server.base);
  const times = await keystrokes(page);
  const row = (what: string, value: number) =>
    ({ what, value, unit: 'ms', bar: FRAME_MS, is: 'at most' }) as const;
  report([
    row('a keystroke in 100,000 characters, median', median(times)),
    row('the same, 95th percentile', percentile(times, 95)),
  ]);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
