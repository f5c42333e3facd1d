// After publishing: the page as readers see it, its card, its link and the ways to share it; after
// submitting, where it went. All of it can be found again, and works without script.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDesk, openPiece } from '../../editor/world.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { startEditing } from '../../support/desk/editing.ts';

const URL_NOW = 'https://press.example/author/ada/hats-more';
const HEADLINE = 'Hats & “more”';

/** The target of the link with these words. */
function linkOf(body: string, words: string): URL {
  const href = new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${words}</a>`).exec(body)?.[1];
  assert.ok(href, `no link “${words}” in ${body}`);
  return new URL(href.replaceAll('&amp;', '&'), 'https://press.example');
}

for (const kind of DATABASES_IN_FULL) {
  describe(`after publishing, on ${kind}`, async () => {
    const { gate, writer, stranger, piece, save } = await startEditing(kind);
    const page = await piece();
    const opened = async (url: string) => {
      const { statusCode, body } = await writer.open(url);
      assert.equal(statusCode, 200, body);
      return body;
    };

    test('nothing is celebrated before', async () => {
      assert.match(await opened(`${page}/published`), /This piece isn’t public/);
    });

    test('the page, the card, the link and the ways to share', async () => {
      await save(page, 1, { headline: HEADLINE, sub: 'Why we <wear> them.', body_md: 'Words.' });
      const next = leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      assert.equal(next.replace(/\?.*/, ''), `${page}/published`);
      const body = await opened(next);
      assert.match(body, /<h1[^>]*>Published<\/h1>/);
      assert.match(body, /Hats &amp; “more”/);
      assert.match(body, /Why we &lt;wear&gt; them\./);
      assert.match(body, new RegExp(`<input[^>]* readonly[^>]* value="${URL_NOW}"`));
      assert.equal(linkOf(body, 'View').href, URL_NOW);
      assert.equal((await gate.app.inject(linkOf(body, 'View').pathname)).statusCode, 200);
      const card = /<img[^>]* src="(\/pieces\/[^"]+\/social\.png[^"]*)"/.exec(body)?.[1] ?? '';
      const image = await gate.app.inject(card);
      assert.equal(image.headers['content-type'], 'image/png');
      const bluesky = linkOf(body, 'Bluesky');
      assert.equal(bluesky.origin + bluesky.pathname, 'https://bsky.app/intent/compose');
      assert.equal(bluesky.searchParams.get('text'), `${HEADLINE} ${URL_NOW}`);
      const email = linkOf(body, 'Email');
      assert.equal(email.protocol, 'mailto:');
      assert.equal(email.searchParams.get('subject'), HEADLINE);
      assert.equal(email.searchParams.get('body'), `Why we <wear> them.\n\n${URL_NOW}`);
      assert.equal(linkOf(body, 'Write another').pathname, '/desk/edit/pieces/new');
      assert.equal(linkOf(body, 'Back to your desk').pathname, '/desk');
      assert.ok(!/<(?:script|iframe)[^>]* src="https?:/.test(body), 'no script of anyone else’s');
      assert.ok((await opened(page)).includes(`href="${page}/published"`), 'found again');
    });

    test('Mastodon: any server, by a plain form', async () => {
      for (const given of [
        'mastodon.social',
        'https://Mastodon.social/@ada',
        '@ada@mastodon.social',
      ]) {
        const body = await opened(`${page}/published?server=${encodeURIComponent(given)}`);
        const share = linkOf(body, 'Share on mastodon.social');
        assert.equal(share.origin + share.pathname, 'https://mastodon.social/share');
        assert.equal(share.searchParams.get('text'), `${HEADLINE} ${URL_NOW}`);
      }
      for (const given of ['mastodon', 'a b.example', 'javascript:alert(1)', '"><b>']) {
        const body = await opened(`${page}/published?server=${encodeURIComponent(given)}`);
        assert.match(body, /id="server-error">Enter your server, such as mastodon\.social\.</);
        assert.ok(!body.includes('/share?text='), body);
      }
    });

    test('changes have the same, and it is nobody else’s', async () => {
      await save(page, 2, { headline: HEADLINE, sub: '', body_md: 'Other words.' });
      const next = leadsTo(await writer.submit(`${page}/publish`, { version: '3' }));
      assert.match(await opened(next), /<h1[^>]*>Changes published<\/h1>/);
      assert.match(await opened(`${page}/published`), /<h1[^>]*>Published<\/h1>/);
      assert.equal((await stranger.open(`${page}/published`)).statusCode, 404);
    });

    test('the desk leads to the site, and to each public page', async () => {
      const body = await opened('/desk');
      assert.equal(linkOf(body, 'View site').pathname, '/');
      assert.ok(
        body.includes(`href="${new URL(URL_NOW).pathname}"`) || body.includes(URL_NOW),
        body,
      );
    });
  });
}

test('after submitting, with REVIEW=on: where it went', async () => {
  const { writer, piece } = await startEditing('sqlite', { REVIEW: 'on' });
  const page = await piece();
  const next = leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
  assert.equal(next, `${page}/submitted`);
  const { body } = await writer.open(next);
  assert.match(body, /<h1[^>]*>In review<\/h1>/);
  assert.equal(linkOf(body, 'Back to your desk').pathname, '/desk');
  assert.equal(linkOf(body, 'See the piece').pathname, page);
  leadsTo(await writer.submit(`${page}/withdraw`));
  assert.match((await writer.open(next)).body, /This piece isn’t in review/);
});

test('in Chromium: the link is copied, the server is remembered, and sharing goes there', async () => {
  const desk = await openDesk();
  const { page } = await desk.newContext();
  const shared: string[] = [];
  await page.route('https://fediverse.example/**', (route) => {
    shared.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' });
  });
  const id = await desk.draft({ headline: 'A bridge', body_md: 'Steel holds it.' });
  await openPiece(page, desk.base, id);
  await page.getByRole('link', { name: 'Publish' }).click();
  // Enter in the field checks the slug; only the button publishes.
  await page.getByLabel('URL', { exact: true }).press('Control+A');
  await page.keyboard.type('Steel Bridge');
  await page.keyboard.press('Enter');
  const focused = page.locator('#slug:focus');
  await focused.waitFor();
  assert.equal(await focused.getAttribute('aria-invalid'), 'true');
  await focused.press('Control+A');
  await page.keyboard.type('steel-bridge');
  await page.keyboard.press('Enter');
  await page.locator('#slug:not([aria-invalid])').waitFor();
  assert.equal((await fetch(`${desk.base}/author/ada/steel-bridge`)).status, 404);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(/\/published/);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied.').waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(copied, `${desk.base}/author/ada/steel-bridge`);
  await page.getByLabel('Mastodon: your server').pressSequentially('@ada@fediverse.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
  assert.equal(new URL(shared[0] ?? '').searchParams.get('text'), `A bridge ${copied}`);
  await page.goto(`${desk.base}/desk/edit/pieces/${id}/published`);
  assert.equal(await page.getByLabel('Mastodon: your server').inputValue(), 'fediverse.example');
});
