// A writer's first day in a real Chromium: the first account, a piece, a key, a machine's draft, and
// an AI client that reads it.
// The same by every address people use: the machine's names, and a TLS proxy under another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import type { DatabaseKind } from '../support/databases/databases.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { at, listAt } from '../support/json.ts';
import { PROXY_NAME, startTlsProxy } from '../support/processes/tls-proxy.ts';

const chromium = await openBrowser(`--host-resolver-rules=MAP ${PROXY_NAME} 127.0.0.1`);

const PASSWORD = 'a long password';

interface Way {
  what: string;
  kind: DatabaseKind;
  address(port: number): Promise<string> | string;
  settings?: { [name: string]: string };
}

const behindTls = async (port: number) => `https://${PROXY_NAME}:${await startTlsProxy(port)}`;

const WAYS: Way[] = [
  { what: 'localhost', kind: 'sqlite', address: (port) => `http://localhost:${port}` },
  { what: 'localhost', kind: 'postgres', address: (port) => `http://localhost:${port}` },
  { what: '127.0.0.1', kind: 'sqlite', address: (port) => `http://127.0.0.1:${port}` },
  {
    what: 'a TLS proxy under another name',
    kind: 'postgres',
    address: behindTls,
    settings: { TRUST_PROXY: 'loopback' },
  },
];

/** The titles of public pieces, as a program reads them from the service at this port. */
const titles = async (port: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/public/pieces/recent`);
  const body: { items: { title: string; url: string }[] } = JSON.parse(await answer.text());
  return body.items.map(({ title }) => title);
};

/** The answer of the tools, as an AI client gets it. */
async function toldByTools(port: number, query: string): Promise<unknown> {
  const client = new Client({ name: 'assistant', version: '1.0.0' });
  const url = new URL(`http://127.0.0.1:${port}/api/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url));
  const found = await client.callTool({ name: 'search_pieces', arguments: { query } });
  const [hit] = listAt(JSON.parse(JSON.stringify(found)), 'structuredContent', 'results');
  const id = at(hit, 'id') ?? '';
  const read = await client.callTool({ name: 'get_piece', arguments: { id } });
  await client.close();
  return at(JSON.parse(JSON.stringify(read)), 'structuredContent', 'piece', 'content_text');
}

for (const { what, kind, address, settings = {} } of WAYS) {
  test(`from the first account to a machine's draft in public, via ${what}, on ${kind}`, async () => {
    const { base, port, setUp } = await serveDesk({ kind, address, settings });
    const { page, complaints } = await watchedPage(chromium, base, {
      viewport: { width: 1440, height: 900 },
      ignoreHTTPSErrors: true,
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();

    await page.goto(setUp);
    await page.getByLabel('Name').fill('Ada Okafor');
    await page.getByLabel('Slug').fill('ada-okafor');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Create account');
    await press('Sign out');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Sign in');
    await page.waitForURL(`${base}/desk`);
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name.endsWith('standfirst_session'));
    assert.deepEqual(
      [session?.httpOnly, session?.sameSite, session?.secure],
      [true, 'Lax', base.startsWith('https:')],
    );

    await page.getByRole('link', { name: 'Write your first piece' }).click();
    await page.getByLabel('Headline').fill('Everything is a leak');
    await page.getByLabel('Standfirst').fill('Water always wins.');
    // The script takes the place of the plain field, which would be found first.
    await page.locator('.cm-content').fill('It **always** wins.');
    await press('Save draft');
    assert.deepEqual(await titles(port), []);
    await follow('Publish');
    assert.equal(await page.locator('article strong').textContent(), 'always');
    await press('Publish');
    await page.getByText('Published', { exact: true }).waitFor();
    assert.deepEqual(await titles(port), ['Everything is a leak']);
    await follow('Back to the text');
    await page.getByText('More', { exact: true }).click();
    await follow('Unpublish');
    await press('Unpublish');
    await page.getByText('Draft', { exact: true }).waitFor();
    assert.deepEqual(await titles(port), []);

    await follow('Desk');
    await follow('Online presence');
    await page.getByLabel('Name').fill('research-agent');
    await press('Create key');
    const key = String(await page.locator('.secret').first().textContent()).trim();
    const curl = String(
      await page.locator('pre', { hasText: '/api/v1/pieces' }).first().textContent(),
    );
    assert.ok(curl.includes(`${base}/api/v1/pieces`), curl);
    const draft = await fetch(`http://127.0.0.1:${port}/api/v1/pieces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ headline: 'By a machine', body_md: 'Beep.', status: 'approved' }),
    });
    assert.equal(draft.status, 201);
    const { edit_url } = JSON.parse(await draft.text());
    assert.ok(edit_url.startsWith(`${base}/desk/edit/pieces/`), edit_url);
    assert.deepEqual(await titles(port), []);
    await follow('Pieces');
    const item = page.getByRole('listitem').filter({ hasText: 'By a machine' });
    assert.match(String(await item.textContent()), /drafted by key “research-agent”/);
    await follow('By a machine');
    await page.waitForURL(edit_url);
    await follow('Publish');
    await page.getByLabel('Written by a machine').check();
    await press('Publish');
    await page.getByText('Published', { exact: true }).waitFor();
    assert.deepEqual(await titles(port), ['By a machine']);
    assert.equal(await toldByTools(port, 'by a machine'), 'Beep.');
    await follow('Back to your desk');
    await follow('Online presence');
    assert.equal(await page.getByText(key).count(), 0, 'a key is shown once');
    assert.deepEqual(complaints, []);
  });
}
