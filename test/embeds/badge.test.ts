// The badge: well-formed for every name, true about who is verified, and inside its own pill.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { unverifyWriter, verifyWriter } from '../../src/operations/accounts/writers.ts';
import { authorRow } from '../../src/operations/public-pages/page-lookup.ts';
import { badge } from '../../src/rendering/templates/badge.ts';
import { BADGE_THEMES } from '../../src/schemas/vocabulary.ts';
import { author } from '../support/archive/records.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const NAMES = [
  ...['Ada', 'Iris Calloway', 'W'.repeat(300), 'i'.repeat(300), '<b>&"\'', 'نور حداد', '林美玲'],
  ...['👩‍👩‍👧‍👦 Family', '田辺ゆき', 'Zoë\u202Eevil', 'a\u0301'.repeat(90), 'Łukasz Żółć', '🏳️‍🌈'],
  ...['┠ῃ⢥𛄆🠱🛣⌲齃𘡢𒔕Ⲃ हिन्दी Ǒتפֿ𝆹𝅥𝅮 婦🠵𝚋ꚻ䷂Ệẏ', 'བོད་ཡིག', 'རྒྱལ་མཚན', 'தமிழ் பெயர்', 'မြန်မာ', 'ខ្មែរ'],
];
/** Names that would say of themselves what only the service may say. */
const UNVERIFIED = [
  ...[
    'Verified',
    'Ada, verified',
    'VERIFIED WRITER',
    'Ada (ｖｅｒｉｆｉｅｄ)',
    'veri\u200bfied Ada',
  ],
  ...[
    'veriverifiedfied',
    '𝐕𝐞𝐫𝐢𝐟𝐢𝐞𝐝',
    'v\u00ade\u2060rified',
    'Ada verified on Standfirst',
    've\u0301rified',
  ],
];

/** The text as people read it: without invisible characters, in plain letters. */
const readable = (text: string) =>
  text.normalize('NFKD').replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '');

const drawn = (name: string) =>
  badge({ name, siteName: 'S', theme: 'light', isVerified: false, isEmphasised: true });

for (const kind of DATABASES_IN_FULL) {
  describe(`badges on ${kind}`, async () => {
    const { app, add, context } = await startService(kind);
    const slugs = ['old', 'ada'].map((slug, at) => ({
      slug,
      since: `2026-01-0${at + 1}T00:00:00.000Z`,
    }));
    await add(
      author('ada', { name: 'Ada', slugs }),
      author('eve', { name: 'Eve', identity_verified: true }),
      ...UNVERIFIED.map((name, at) => author(`claim-${at}`, { name })),
      author('true', { name: 'Verified Vera', identity_verified: true }),
    );

    for (const [at, name] of UNVERIFIED.entries()) {
      test(`has no claim in it for ${JSON.stringify(name)}`, async () => {
        const { statusCode, body } = await app.inject(`/embed/claim-${at}/badge.svg?tone=verified`);
        assert.equal(statusCode, 200);
        assert.doesNotMatch(readable(body), /verified/i);
        assert.doesNotMatch(body, /<path|<text[^>]*><|<title> on|<title></);
      });
    }

    test('leaves the name of somebody verified as it is', async () => {
      const { body } = await app.inject('/embed/true/badge.svg');
      assert.match(body, /<title>Verified Vera, verified on /);
      assert.match(body, />Verified Vera</);
    });

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
        assert.match(body, /<title>Standfirst<\/title>/);
      }
    });

    test('follows a new name and a verification at once', async () => {
      const shown = async () => (await app.inject('/embed/bo/badge.svg?tone=verified')).body;
      await add(author('bo', { name: 'Bo' }));
      assert.doesNotMatch(await shown(), /<path/);
      await verifyWriter(context, 'bo');
      assert.match(await shown(), /Bo, verified on/);
      await unverifyWriter(context, 'bo');
      assert.doesNotMatch(await shown(), /<path|verified/);
      const { id } = await authorRow(context, 'bo');
      await context.store.authors.update(id, { name: 'Beau' });
      assert.match(await shown(), />Beau</);
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

/** Names up to the longest allowed and beyond, in every script, with markup inside. */
const generated = () => {
  const parts = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom('</text>', '<script>', ']]>', '&amp;', '"', "'", '<!--', '👩‍👩‍👧‍👦', '🇳🇴', '✓'),
    fc.constantFrom(
      'نور حداد',
      'שלום',
      '林美玲',
      '田辺ゆき',
      'Олена',
      'ภาษาไทย',
      'हिन्दी',
      'W',
      'il',
    ),
  );
  const names = fc.array(parts, { minLength: 1, maxLength: 40 }).map((all) => all.join(' '));
  return fc.sample(
    names.map((name) => [...name].slice(0, 300).join('')),
    1000,
  );
};

/** Names of badges that are malformed, or whose words leave the pill; all in one go. */
const FAULTS = `(badges) => badges.flatMap((text, at) => {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (parsed.querySelector('parsererror')) return [at + ' malformed'];
  document.body.replaceChildren(document.importNode(parsed.documentElement, true));
  const [pill, words] = ['rect', 'text'].map((each) => document.querySelector(each).getBoundingClientRect());
  const isInside = words.left >= pill.left && words.right <= pill.right && words.top >= pill.top && words.bottom <= pill.bottom;
  return isInside ? [] : [at + ' outside'];
})`;

test('every name is well-formed and lies inside its pill', async () => {
  const demo: { name: string }[] = JSON.parse(await readFile('demo/authors.json', 'utf8'));
  const names = [...NAMES, ...demo.map(({ name }) => name), ...generated()];
  const page = await (await openBrowser()).newPage();
  const faults: unknown = await page.evaluate(`(${FAULTS})(${JSON.stringify(names.map(drawn))})`);
  const told = Array.isArray(faults) ? faults.map(String) : ['nothing was looked at'];
  assert.deepEqual(
    told.map((fault) => `${fault}: ${JSON.stringify(names[Number.parseInt(fault, 10)])}`),
    [],
  );
});

test('a name is as wide as its script takes, so that no letter is squeezed or stretched', () => {
  // The width that the plain faces of each script have at the size of the badge.
  for (const [name, natural] of [
    ['Iris Calloway', 90],
    ['نور حداد', 48],
    ['عبد الرحمن بن محمد', 121],
    ['林美玲', 42],
    ['हिन्दी नाम', 50],
    ['தமிழ் பெயர்', 69],
    ['မြန်မာ', 29],
    ['ภาษาไทย', 50],
    ['Æsa Œuvre', 72],
  ] as const) {
    const length = Number(/textLength="(\d+)"/.exec(drawn(name))?.[1]);
    assert.ok(Math.abs(length / natural - 1) < 0.16, `${name}: ${length} for ${natural}`);
  }
});

test('a tick in a name is not shown, nor told: it would be taken for ours', () => {
  for (const name of ['Eve ✓', 'Eve ✔️', '✅ Eve', 'Eve ☑', 'Eve 🗸']) {
    const words = /<title>(.*) on S<.*>([^<]+)<\/text>/s.exec(drawn(name));
    assert.deepEqual(words?.slice(1), ['Eve', 'Eve'], name);
  }
});

test('no name and no look makes an unverified author verified', () => {
  for (const name of generated()) {
    for (const theme of BADGE_THEMES) {
      for (const isEmphasised of [false, true]) {
        const text = badge({ name, siteName: 'S', theme, isVerified: false, isEmphasised });
        assert.doesNotMatch(text, /<(?:path|circle)|verified/, JSON.stringify(name));
      }
    }
  }
});
