// Where a page says what the last form did: above its heading, like what is wrong with a form.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' };

/** The notice and the heading at the top of a page. */
async function topOf(browser: DeskBrowser, url: string): Promise<(string | undefined)[]> {
  const { body } = await browser.open(url);
  const found = /<main[^>]*>\s*(?:<p class="notice"[^>]*>([^<]*)<\/p>)?\s*<h1[^>]*>([^<]*)<\/h1>/;
  return found.exec(body)?.slice(1) ?? [body];
}

describe('what the last form did stands above the heading', async () => {
  const desk = await startDesk('sqlite', { SIGNUPS: 'open', REVIEW: 'on', ...SMTP });
  const ada = await desk.writer('ada', { admin: true });
  const mine = await desk.signedIn(ada);
  const product = leadsTo(
    await mine.submit('/desk/edit/shop/new', {
      ...{ name: 'A book', description: 'Bound.', price: '12', currency: 'EUR' },
      ...{ category: 'book', payment_url: 'https://pay.example/book' },
    }),
  );

  const PAGES: [url: string, browser: DeskBrowser, words: RegExp, heading: string][] = [
    ['/desk/account?saved=yes', mine, /^Saved\.$/, 'Account'],
    ['/desk/account?sent=yes', mine, /^We’ve sent an email to the new address\./, 'Account'],
    ['/desk/edit/profile?saved=yes', mine, /^Saved\.$/, 'Profile'],
    ['/desk/review?done=approve', mine, /^Approved/, 'Review'],
    [product, mine, /^Saved/, 'A book'],
    ['/desk/sign-in?reset=yes', desk.browser(), /^Your password was changed\./, 'Sign in'],
    ['/desk/forgot?sent=yes', desk.browser(), /^If there’s an account/, 'Reset your password'],
  ];

  for (const [url, browser, words, heading] of PAGES) {
    test(url, async () => {
      const [notice, found] = await topOf(browser, url);
      assert.match(notice ?? '', words);
      assert.equal(found, heading);
      const [none, same] = await topOf(browser, url.replace(/\?.*/, ''));
      assert.equal(none, undefined);
      assert.equal(same, heading);
    });
  }

  test('and not while something is wrong', async () => {
    const answer = await desk.browser().submit('/desk/forgot?sent=yes', { email: 'nobody' });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.body.match(/class="notice/g)?.length, 1);
    assert.match(answer.body, /<main[^>]*>\s*<p class="notice problem" role="alert">Please check/);
  });
});
