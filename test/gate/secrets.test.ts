// Keys, passwords, sessions and tokens: shown where they must be, and kept nowhere in the clear.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  DATABASES_IN_FULL,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { withSql } from '../support/databases/sql.ts';
import { PLAIN_SESSION } from '../support/desk/desk.ts';
import { RemoteBrowser, type Served, serve } from '../support/processes/served.ts';

const KEY = /pk_live_[0-9a-f]{64}/g;
const PASSWORD = 'a password that nobody else has';

interface Told {
  key: string;
  /** Minted with the same name, then revoked. */
  revoked: string;
  session: string;
  csrfToken: string;
  setUpToken: string;
  /** Pages that were opened after the one that showed the key. */
  pages: Map<string, string>;
  log: string[];
}

const PAGES = [
  '/desk',
  '/desk/edit/online-presence',
  '/desk/edit/profile',
  '/desk/account',
  '/desk/writers',
  '/desk/edit/pieces/new',
];

async function mint(browser: RemoteBrowser, origin: string, name: string): Promise<string> {
  const page = `${origin}/desk/edit/online-presence`;
  await browser.open(page);
  const { status, body } = await browser.post(page, { name, scope: 'pieces:write', expires: '' });
  assert.equal(status, 200, body);
  const shown = new Set(body.match(KEY));
  assert.equal(shown.size, 1, 'one key is shown');
  return [...shown].join();
}

/** Sends a key everywhere that a client might put one, rightly or not. */
async function spread(origin: string, key: string): Promise<void> {
  const authorization = `Bearer ${key}`;
  const json = { 'content-type': 'application/json' };
  const draft = JSON.stringify({ headline: 'A headline', body_md: 'A body.' });
  const send = (body: string, headers: { [name: string]: string }, path = '/api/v1/pieces') =>
    fetch(origin + path, { method: 'POST', headers, body });
  const answers = [
    await send(draft, { authorization, ...json }),
    await send(draft, { authorization, ...json, 'idempotency-key': 'once' }),
    await send('{', { authorization, ...json }),
    await send('{}', { authorization, ...json }),
    await send(draft, { authorization, 'content-type': 'text/plain' }),
    await send(draft, { authorization: key, ...json }),
    await send(draft, { authorization: `Bearer ${key} ${key}`, ...json }),
    await send(draft, { authorization: `Bearer ${key}0`, ...json }),
    await send(draft, { 'x-api-key': key, cookie: `key=${key}`, ...json }),
    await send(draft, { authorization, ...json }, `/api/v1/pieces?key=${key}`),
    await send(draft, { authorization, ...json }, `/api/v1/${key}`),
    await fetch(`${origin}/api/v1/pieces/me?key=${key}`, { headers: { authorization } }),
    await fetch(`${origin}/api/v1/pieces/me?limit=${key}`, { headers: { authorization } }),
    await fetch(`${origin}/api/public/pieces/search?q=${key}`),
    await fetch(`${origin}/desk?q=${key}`, { redirect: 'manual' }),
    await fetch(`${origin}/desk/${encodeURIComponent(`Bearer ${key}`)}`),
    await fetch(`${origin}/desk/${key.replaceAll('_', '%5F')}`),
    await fetch(`${origin}/nothing?hash=x${key.toUpperCase()}`),
    await fetch(`${origin}/x/%70k_live_${key.slice('pk_live_'.length)}`),
    await fetch(`${origin}/nothing?next=${encodeURIComponent(encodeURIComponent(key))}`),
  ];
  for (const answer of answers) {
    assert.ok(answer.status < 500, `${answer.url}: ${answer.status}`);
    await answer.text();
  }
}

async function live(place: Place): Promise<Told> {
  const server = await serve(place, { LOG_LEVEL: 'trace' });
  const { origin } = server;
  const browser = new RemoteBrowser();
  const setUp = await setupUrl(server);
  await browser.open(origin + setUp);
  const account = { name: 'Ada', slug: 'ada', email: 'ada@press.example', password: PASSWORD };
  assert.equal((await browser.post(origin + setUp, account)).status, 303);
  const wrong = { email: account.email, password: `${PASSWORD}!` };
  assert.equal((await browser.post(`${origin}/desk/sign-in`, wrong)).status < 500, true);
  await browser.signIn(origin, account.email, PASSWORD);
  const key = await mint(browser, origin, 'research-agent');
  await spread(origin, key);
  const revoked = await mint(browser, origin, 'research-agent');
  await revoke(browser, origin);
  await spread(origin, revoked);
  const pages = new Map<string, string>();
  for (const path of PAGES) pages.set(path, (await browser.open(origin + path)).body);
  const session = browser.cookies.get(PLAIN_SESSION) ?? '';
  const csrfToken = browser.token;
  const { stdout } = await server.end('SIGTERM');
  const setUpToken = setUp.split('token=')[1] ?? '';
  const log = stdout.split('\n').filter((line) => line.startsWith('{'));
  return { key, revoked, session, csrfToken, setUpToken, pages, log };
}

async function setupUrl({ output }: Served): Promise<string> {
  const found = () => /(\/desk\/set-up\?token=\S+)/.exec(output())?.[1];
  while (!found()) await new Promise((resolve) => setImmediate(resolve));
  return found() ?? '';
}

/** The newest is the first in the list. */
async function revoke(browser: RemoteBrowser, origin: string): Promise<void> {
  const page = `${origin}/desk/edit/online-presence`;
  const { body } = await browser.open(page);
  const id = /name="id" value="([0-9a-f-]{36})"/.exec(body)?.[1] ?? '';
  assert.equal((await browser.post(`${page}/revoke`, { id })).status, 303);
}

/** Every value in every table. */
const everything = (place: Place, kind: DatabaseKind) =>
  withSql(place, async (query) => {
    const tables = await query(
      kind === 'sqlite'
        ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
        : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows = [];
    for (const { name } of tables) rows.push(...(await query(`SELECT * FROM ${name}`)));
    return JSON.stringify(rows);
  });

for (const kind of DATABASES_IN_FULL) {
  describe(`secrets, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const told = await live(place);

    /** Each with and without what everybody knows of it. */
    const secrets = () => {
      const { key, revoked, session, csrfToken, setUpToken } = told;
      const keys = [key, revoked].map((each) => each.slice('pk_live_'.length));
      return { keys, others: [session, csrfToken, setUpToken, PASSWORD] };
    };

    test('are there at all', () => {
      const { keys, others } = secrets();
      for (const each of [...keys, ...others]) assert.ok(each.length >= 30, each);
      assert.notEqual(keys[0], keys[1]);
    });

    test('are not in the log, though every request is', () => {
      const { keys, others } = secrets();
      assert.ok(told.log.filter((line) => line.includes('"msg":"request"')).length > 40);
      for (const each of [...keys, ...others]) {
        const lines = told.log.filter((line) => line.toLowerCase().includes(each.toLowerCase()));
        assert.deepEqual(lines, []);
      }
    });

    test('are not in the database, where only the hash of a key is', async () => {
      const { keys, others } = secrets();
      const stored = await everything(place, kind);
      for (const each of [...keys, ...others]) assert.ok(!stored.includes(each), each);
      for (const key of [told.key, told.revoked]) {
        assert.ok(stored.includes(createHash('sha256').update(key).digest('hex')));
      }
      assert.ok(stored.includes('research-agent'));
      assert.match(stored, /\$argon2id\$/);
    });

    test('are in no file of the data folder', async () => {
      const { keys, others } = secrets();
      const files = await readdir(place.dataDir, { recursive: true, withFileTypes: true });
      for (const file of files.filter((each) => each.isFile())) {
        const bytes = await readFile(join(file.parentPath, file.name));
        for (const each of [...keys, ...others]) assert.ok(!bytes.includes(each), file.name);
      }
    });

    test('are on no page after the first', () => {
      for (const [path, body] of told.pages) {
        assert.match(body, /<h1/, path);
        assert.doesNotMatch(body, KEY, path);
        for (const each of secrets().keys) assert.ok(!body.includes(each), path);
        assert.ok(!body.includes(PASSWORD), path);
        assert.ok(!body.includes(told.session), path);
      }
      assert.ok(told.pages.get('/desk/edit/online-presence')?.includes('research-agent'));
    });
  });
}
