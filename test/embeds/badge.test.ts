// The badge: well-formed for every name, true about who is verified, and inside its own pill.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { badge } from '../../src/rendering/badge.ts';
import { openBrowser } from '../support/browser.ts';
import { DATABASES } from '../support/databases.ts';
import { author } from '../support/records.ts';
import { startService } from '../support/service.ts';

const NAMES = [
  ...['Ada', 'Iris Calloway', 'W'.repeat(300), 'i'.repeat(300), '<b>&"\'', 'نور حداد', '林美玲'],
  ...['👩‍👩‍👧‍👦 Family', '田辺ゆき', 'Zoë\u202Eevil', 'a\u0301'.repeat(90), 'Łukasz Żółć', '🏳️‍🌈'],
];
const drawn = (name: string) =>
  badge({ name, siteName: 'S', theme: 'light', isVerified: false, isEmphasised: true });

for (const kind of DATABASES) {
  describe(`badges on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    const slugs = ['old', 'ada'].map((slug, at) => ({
      slug,
      since: `2026-01-0${at + 1}T00:00:00.000Z`,
    }));
    await add(
      author('ada', { name: 'Ada', slugs }),
      author('eve', { name: 'Eve', identity_verified: true }),
    );

    test('says who is verified, and of nobody else the word', async () => {
      for (const query of ['', '?theme=dark', '?tone=verified', '?theme=dark&tone=verified']) {
        const one = await app.inject(`/embed/ada/badge.svg${query}`);
        const two = await app.inject(`/embed/eve/badge.svg${query}`);
        assert.deepEqual([one.statusCode, two.statusCode], [200, 200]);
        assert.doesNotMatch(one.body, /verified|<path/);
        assert.match(two.body, /verified on/);
        assert.match(two.body, /<path/);
      }
    });

    test('answers for an old slug, and with a pill for what is not there', async () => {
      assert.match((await app.inject('/embed/old/badge.svg')).body, />Ada</);
      for (const [path, status] of [
        ['/embed/nobody/badge.svg', 404],
        ['/embed/ada/badge.svg?theme=blue', 400],
        ['/embed/ada/badge.svg?tone=', 400],
      ] as const) {
        const { statusCode, headers, body } = await app.inject(path);
        assert.equal(statusCode, status, path);
        assert.match(String(headers['content-type']), /^image\/svg\+xml/);
        assert.match(body, /^<svg/);
        assert.doesNotMatch(body, /Ada/);
      }
    });

    test('is kept by its tag, and free for other sites', async () => {
      const { headers } = await app.inject('/embed/ada/badge.svg');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      const again = await app.inject({
        url: '/embed/ada/badge.svg',
        headers: { 'if-none-match': String(headers.etag) },
      });
      assert.equal(again.statusCode, 304);
    });
  });
}

test('every name is well-formed and lies inside its pill', async () => {
  const page = await (await openBrowser()).newPage();
  const sampled = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), 150);
  for (const name of [...NAMES, ...sampled]) {
    const found = await page.evaluate(`(() => {
      const parsed = new DOMParser().parseFromString(${JSON.stringify(drawn(name))}, 'image/svg+xml');
      if (parsed.querySelector('parsererror')) return 'malformed';
      document.body.replaceChildren(document.importNode(parsed.documentElement, true));
      const pill = document.querySelector('rect').getBoundingClientRect();
      const text = document.querySelector('text').getBoundingClientRect();
      return text.left >= pill.left && text.right <= pill.right ? 'inside' : 'outside';
    })()`);
    assert.equal(found, 'inside', JSON.stringify(name));
  }
});
