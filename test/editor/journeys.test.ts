// A piece's life in Chromium: a machine's draft, a correction to a live piece, restoring a version, and a preview for a
// friend.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '../support/json.ts';
import { type Desk, fromMenu, openDesk, openPiece, says, textOf, written } from './world.ts';

async function published(desk: Desk, id: string) {
  const answer = await fetch(`${desk.base}/api/public/pieces/${id}`);
  const body = JSON.parse(await answer.text());
  const read = (name: string) => String(at(body, 'piece', name));
  return {
    text: read('content_text').trim(),
    first: read('date_published'),
    last: read('date_modified'),
    url: read('url'),
  };
}

test('a live piece stays as it is while it is mended, and the difference is shown first', async () => {
  const desk = await openDesk();
  const { page, complaints } = await desk.newContext();
  const id = await desk.draft({ headline: 'A bridge', body_md: 'It is beautifull.' });
  await openPiece(page, desk.base, id);
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  const before = await published(desk, id);

  await openPiece(page, desk.base, id);
  assert.ok(await page.getByRole('link', { name: 'Publish changes' }).isHidden());
  await textOf(page).fill('It is beautiful.');
  await says(page, /^Saved/);
  assert.deepEqual(await published(desk, id), before);
  await page.getByRole('link', { name: 'Publish changes' }).click();
  assert.match(String(await page.locator('del').first().textContent()), /beautifull/);
  assert.match(String(await page.locator('ins').first().textContent()), /beautiful/);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByText('Changes published', { exact: true }).waitFor();
  const now = await published(desk, id);
  assert.equal(now.text, 'It is beautiful.');
  assert.deepEqual([now.first, now.url], [before.first, before.url]);
  assert.ok(now.last > before.last);
  assert.deepEqual(complaints, []);
});

test('two versions are compared word by word, and one comes back', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A bridge', body_md: 'Steel holds it.' });
  await openPiece(page, desk.base, id);
  await textOf(page).fill('Stone holds it.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await says(page, /^Saved/);
  await fromMenu(page, 'Versions');
  await page.getByRole('link', { name: 'Version 2' }).click();
  assert.equal(await page.locator('del').textContent(), 'Steel');
  assert.equal(await page.locator('ins').textContent(), 'Stone');
  await page.getByRole('link', { name: 'All versions' }).click();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await textOf(page).waitFor();
  assert.equal(await written(page), 'Steel holds it.');
  const versions = await desk.versions(id);
  assert.deepEqual(
    versions.map(({ origin, body_md }) => [origin, body_md]),
    [
      ['created', 'Steel holds it.'],
      ['saved', 'Stone holds it.'],
      ['restored', 'Steel holds it.'],
    ],
  );
});

test('of a machine’s draft one sees what it wrote and what one changed', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  await fetch(`${desk.base}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await desk.key()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline: 'By a machine', body_md: 'The bridge is very old.' }),
  });
  await page.goto(`${desk.base}/desk`);
  await page.getByRole('link', { name: 'By a machine' }).click();
  await textOf(page).fill('The bridge is 400 years old.');
  await says(page, /^Saved/);
  await fromMenu(page, 'What the machine wrote');
  const text = page.locator('.annotated-text .diff-text');
  assert.match(String(await text.locator('del').textContent()), /very/);
  assert.match(String(await text.locator('ins').textContent()), /400 years/);
  await page.getByText(/You kept \d+% of the machine’s words\./).waitFor();
});

test('a friend reads first, by an address that ends when it is withdrawn', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'Not yet', body_md: 'Between *friends*.' });
  await openPiece(page, desk.base, id);
  await fromMenu(page, 'Private preview');
  await page.getByRole('button', { name: 'Create a private link' }).click();
  const address = await page.getByLabel('Private link').inputValue();
  const { page: friend, complaints } = await desk.stranger();
  const shown = await friend.goto(address);
  assert.equal(await friend.locator('em').textContent(), 'friends');
  const headers = shown?.headers() ?? {};
  assert.match(String(headers['x-robots-tag']), /noindex/);
  assert.equal(headers['cache-control'], 'no-store');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Create a private link' }).waitFor();
  assert.equal((await friend.goto(address))?.status(), 404);
  assert.deepEqual(
    complaints.filter((line) => !/status of 404/.test(line)),
    [],
  );
});
