// /developers has everything in the API document, its commands run as shown, and with script its sections can be
// searched and its samples copied.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { ERRORS } from '../../src/errors.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { addNote } from '../../src/operations/editorial/notes.ts';
import { EXAMPLE_AUTHOR } from '../../src/operations/examples.ts';
import { painting } from '../media/image-world.ts';
import { author, piece } from '../support/archive/records.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { at, isObject, type Json, listAt, objectAt } from '../support/json.ts';
import { operationsOf } from '../support/openapi/described.ts';
import { EXAMPLE_LINES } from '../support/openapi/example-world.ts';

const chromium = await openBrowser();
const served = await serveDesk();
await importArchive(
  served.context,
  EXAMPLE_LINES.map((line) => JSON.stringify(line)),
);
const { key } = await createKey(served.context, {
  writer: 'ada-okafor',
  name: 'agent',
  scope: 'pieces:write',
  expiresAt: null,
});
const { id: accountId, slug } = EXAMPLE_AUTHOR;
const writer = { kind: 'writer', accountId, slug, isAdmin: false, sessionId: 'none' } as const;

async function sentDraft(): Promise<string> {
  const made = await fetch(`${served.base}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline: 'To be deleted', body_md: 'Words.' }),
  });
  return String(at(JSON.parse(await made.text()), 'id'));
}

/** The variables that samples need: a draft to delete, or one with a note to keep. */
async function variables(isDeleted: boolean) {
  const ID = await sentDraft();
  if (isDeleted) return { ID, TAG: '*' };
  const note = { pieceId: ID, version: null, body: 'Which?', words: null };
  return { ID, TAG: '*', NOTE: (await addNote(served.context, writer, note)).id };
}
/** Where the samples run: there is a photo, and the id of a draft. */
const cwd = await mkdtemp(join(tmpdir(), 'standfirst-samples-'));
after(() => rm(cwd, { recursive: true, force: true }));
await painting(60, 40).jpeg().toFile(join(cwd, 'photo.jpg'));
const document: Json = JSON.parse(await (await fetch(`${served.base}/api/openapi.json`)).text());
const operations = isObject(document) ? operationsOf(document) : [];

async function opened(script = true): Promise<Page> {
  const context = await chromium.newContext({ javaScriptEnabled: script });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(`${served.base}/developers`);
  return page;
}

test('every endpoint is there with its parameters and statuses, and every record', async () => {
  const page = await opened(false);
  for (const { id, method, path, operation } of operations) {
    const section = page.locator(`#${id}`);
    const text = await section.innerText();
    const parameters = listAt(operation, 'parameters').map((each) => String(at(each, 'name')));
    const statuses = Object.keys(objectAt(operation, 'responses'));
    for (const words of [method, path, ...parameters, ...statuses]) {
      assert.ok(text.includes(words), `${id}: ${words}`);
    }
    assert.equal(await page.locator(`.reference-index a[href="#${id}"]`).count(), 1, id);
  }
  const records = Object.keys(objectAt(document, 'components', 'schemas'));
  const linked = await page
    .locator('a[href^="#"]')
    .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))));
  for (const anchor of new Set(linked)) {
    assert.equal(await page.locator(anchor).count(), 1, `${anchor} leads nowhere`);
  }
  assert.ok(records.length > 5);
});

test('errors are those of the catalogue that the API can answer, in its words', async () => {
  const page = await opened(false);
  const text = await page.locator('#errors').innerText();
  for (const code of ['unauthorised', 'key_refused', 'key_reused', 'overloaded'] as const) {
    assert.ok(text.includes(ERRORS[code].reason), code);
  }
  assert.ok(!text.includes(ERRORS.sign_in_refused.reason));
});

test('every command runs as it stands', async () => {
  const page = await opened(false);
  const commands = await page.locator('.sample.command code').allInnerTexts();
  assert.ok(commands.length > operations.length);
  const home = await mkdtemp(join(tmpdir(), 'standfirst-curl-'));
  after(() => rm(home, { recursive: true, force: true }));
  // A refusal ends curl with an exit code.
  await writeFile(join(home, '.curlrc'), 'fail\nsilent\nshow-error\nnoproxy = "*"\n');
  for (const command of commands) {
    const own = await variables(command.includes('-X DELETE'));
    const env = { PATH: process.env['PATH'], KEY: key, ...own, CURL_HOME: home };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', command], { env, cwd });
    assert.match(
      stdout,
      /^(?:\{"(?:ok":true|openapi|version|jsonrpc":"2.0","id":1,"result|name|\$schema|specVersion)|<\?xml|<svg |\(\(\)=>|---\n|304)/,
      command,
    );
  }
});

/** Runs every sample of a language in one process, with a marker line before each; returns the output of each. */
async function saidBy(program: string[], samples: string[], mark: string): Promise<string[]> {
  const [file = '', ...options] = program;
  const { ID: DELETED = '' } = await variables(true);
  // One process has one draft for all: another one is deleted.
  const whole = samples
    .map(
      (sample) =>
        `${mark}\n${/DELETE/.test(sample) ? sample.replace(/\bID\b/, 'DELETED') : sample}`,
    )
    .join('\n');
  const own = { ...(await variables(false)), DELETED };
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], KEY: key, ...own };
  const { stdout } = await promisify(execFile)(file, [...options, whole], {
    env,
    cwd,
    maxBuffer: 2 ** 24,
  });
  return stdout.split('~~~\n').slice(1);
}

const REFUSED = /^\s*\{\s*['"]?ok['"]?: (?:false|False)/;

test('every sample in JavaScript and Python runs as it stands, with the key where it needs one', async (t) => {
  const page = await opened(false);
  const samplesIn = (language: string) =>
    page.locator(`.endpoint .sample.${language} code`).allInnerTexts();
  const python = await promisify(execFile)('python3', ['--version']).then(
    () => true,
    () => false,
  );
  const scripts = (await samplesIn('javascript')).map((sample) => `{\n${sample}\n}`);
  assert.equal(scripts.length, operations.length);
  assert.ok(scripts.some((sample) => sample.includes("method: 'POST'")));
  const said = await saidBy(
    [process.execPath, '--input-type=module', '-e'],
    scripts,
    "console.log('~~~');",
  );
  const programs = await samplesIn('python');
  assert.equal(programs.length, operations.length);
  if (!python) t.diagnostic('python3 is not installed: its samples were not run');
  const written = python
    ? await saidBy(['python3', '-c'], programs, "print('~~~', flush=True)")
    : [];
  for (const [at, { id }] of operations.entries()) {
    for (const answer of [said[at], ...(python ? [written[at]] : [])]) {
      assert.ok(answer && answer.length > 10, `${id} says something`);
      assert.doesNotMatch(answer, REFUSED, id);
    }
  }
});

test('samples switch their language, without script one by one, with script all and for the next visit', async () => {
  const plain = await opened(false);
  const shown = (page: Page, id: string) =>
    page
      .locator(`#${id} .sample >> visible=true`)
      .evaluateAll((samples) => samples.map((each) => each.className.split(' ').at(-1)));
  assert.deepEqual(await shown(plain, 'createPiece'), ['curl']);
  await plain.locator('#createPiece').getByText('Python', { exact: true }).click();
  assert.deepEqual(await shown(plain, 'createPiece'), ['python']);
  assert.deepEqual(await shown(plain, 'searchAuthors'), ['curl']);
  const page = await opened();
  const choice = page.locator('#createPiece').getByRole('radio', { name: 'curl' });
  await choice.focus();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await shown(page, 'createPiece'), ['javascript']);
  assert.deepEqual(await shown(page, 'searchAuthors'), ['javascript']);
  await page.reload();
  await page.locator('#searchAuthors .sample.javascript').waitFor();
  assert.deepEqual(await shown(page, 'searchAuthors'), ['javascript']);
  await page.context().close();
});

test('a phone folds the index, which opens without script', async () => {
  const page = await opened(false);
  const link = page.locator('.reference-index').getByRole('link', { name: 'Create a draft' });
  assert.ok(await link.isVisible());
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await link.isVisible(), false);
  const overview = await page.locator('#overview').boundingBox();
  assert.ok(overview && overview.y < 600, `the first section is at ${overview?.y}`);
  await page.getByText('Contents', { exact: true }).click();
  assert.ok(await link.isVisible());
  await page.context().close();
});

test('every way to connect a client leads to the tools, and the program runs', async () => {
  const page = await opened(false);
  const all = await page.locator('#tools .written code').allInnerTexts();
  const url = `${served.base}/api/mcp`;
  const [written, own] = [all.slice(0, 5), all.slice(5)];
  assert.equal(own.length, 6);
  for (const text of own) assert.ok(text.includes(`${served.base}/mcp`), text);
  for (const text of written) assert.ok(text.includes(url), text);
  for (const text of written.filter((each) => each.startsWith('{'))) {
    const [servers] = Object.values(objectAt(JSON.parse(text)));
    assert.deepEqual(servers, { standfirst: { type: 'http', url: url } });
  }
  const program = written.find((each) => each.startsWith('import '));
  const given = ['--input-type=module', '-e', String(program)];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  assert.match(stdout, new RegExp(`: ${served.base}/author/`));
});

test('without script there is an index and no dead control', async () => {
  const page = await opened(false);
  assert.equal(await page.locator('.reference-search').isVisible(), false);
  assert.equal(await page.getByRole('button').count(), 0);
  assert.ok(
    await page
      .locator('.reference-index')
      .getByRole('link', { name: 'Create a draft' })
      .isVisible(),
  );
});

test('what is typed leaves the sections that have all of it', async () => {
  const page = await opened();
  await page.getByLabel('Find').fill('Idempotency-Key  draft');
  assert.ok(await page.locator('#createPiece').isVisible());
  assert.equal(await page.locator('#searchAuthors').isVisible(), false);
  assert.equal(await page.locator('#authors').isVisible(), false);
  assert.equal(
    await page
      .locator('.reference-index')
      .getByRole('link', { name: 'Search authors' })
      .isVisible(),
    false,
  );
  assert.match(await page.getByRole('status').innerText(), /^\d+ of \d+$/);
  await page.getByLabel('Find').fill('RSS');
  assert.ok(await page.locator('#authorFeedRss').first().isVisible());
  assert.equal(await page.locator('#searchAuthors').isVisible(), false);
  const isWide = `document.querySelector('.reference-index').scrollWidth > document.querySelector('.reference-index').clientWidth`;
  assert.equal(await page.evaluate(isWide), false);
  await page.getByLabel('Find').fill('zzzz');
  assert.equal(await page.getByRole('status').innerText(), 'No results');
  await page.evaluate(`location.hash = '#searchAuthors'`);
  await page.locator('#searchAuthors').waitFor();
  assert.equal(await page.getByLabel('Find').inputValue(), '');
});

test('a sample is copied whole', async () => {
  const page = await opened();
  const sample = page.locator('#createPiece .sample.command');
  await sample.getByRole('button', { name: 'Copy' }).click();
  await sample.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(copied, await sample.locator('code').innerText());
});

test('the draft of the quick start can be sent again, with other words', async () => {
  const page = await opened(false);
  const [command = ''] = await page.locator('#quick-start .sample.command code').allInnerTexts();
  assert.match(command, /"Idempotency-Key: draft-\$\(date \+%s\)"/);
});

test('an answer that is about somebody else than the command says so', async () => {
  const other = await serveDesk();
  const page = async () => (await fetch(`${other.base}/developers`)).text();
  const empty = await page();
  assert.match(empty, /Nothing is published here yet/);
  assert.match(empty, /authors\/ada-okafor&#39;|authors\/ada-okafor'/);
  assert.doesNotMatch(empty, /for example with/);
  const lines = [author('bob'), piece('bob')].map((line) => JSON.stringify(line));
  await importArchive(other.context, lines);
  const lively = await page();
  assert.doesNotMatch(lively, /Nothing is published here yet/);
  assert.match(lively, /200, for example with ada-okafor</);
  assert.match(lively, /200, for example with ada-okafor, how-to-read-a-bridge</);
});
