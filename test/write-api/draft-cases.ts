// Drafts from programs, field by field: what is stored and how, and what is refused and why.

import { URL_LENGTH } from '../../src/schemas/text.ts';
import { CATEGORIES, FRAMES } from '../../src/schemas/vocabulary.ts';
import { DRAFT } from '../support/gate.ts';
import type { Json } from '../support/json.ts';

/** One character of two UTF-16 units and four bytes. */
const ASTRAL = '😀';
/** One letter and the mark on it: two characters. */
const COMBINED = 'e\u0301';

export interface Case {
  name: string;
  send: { [field: string]: Json };
  /** How it is kept, where it is taken. */
  keeps?: { [column: string]: Json };
  /** The fields that are named, where it is refused. */
  refuses?: string[];
  /** A pattern that each reason must match. */
  because?: RegExp;
}

const kept = (field: string, value: Json, as: Json = value, name = JSON.stringify(value)) => ({
  name: `${field} ${name} is kept`,
  send: { ...DRAFT, [field]: value },
  keeps: { [field]: as },
});

const refused = (
  field: string,
  value: Json,
  because: RegExp,
  name = JSON.stringify(value),
  named = field,
) => ({
  name: `${field} ${name} is refused`,
  send: { ...DRAFT, [field]: value },
  refuses: [named],
  because,
});

/** The longest text that is accepted and the first that is too long, in characters of any size. */
const lengths = (field: string, max: number): Case[] =>
  ['x', 'é', '字', ASTRAL].flatMap((one) => [
    kept(field, one.repeat(max), one.repeat(max), `of ${max} ${one}`),
    refused(field, one.repeat(max + 1), new RegExp(`${max} char`), `of ${max + 1} ${one}`),
  ]);

const UNCLEAN: [name: string, character: string][] = [
  ['NUL', '\u0000'],
  ['backspace', '\b'],
  ['vertical tab', '\v'],
  ['form feed', '\f'],
  ['shift out', '\u000e'],
  ['escape', '\u001b'],
  ['unit separator', '\u001f'],
  ['DEL', '\u007f'],
  ['the first of C1', '\u0080'],
  ['next line', '\u0085'],
  ['the last of C1', '\u009f'],
  ['a lone high surrogate', '\ud800'],
  ['the last high surrogate', '\udbff'],
  ['a lone low surrogate', '\udc00'],
  ['surrogates in the wrong order', '\udc00\ud800'],
  ['a lone surrogate before a pair', `\ud83d${ASTRAL}`],
];

/** In every text, and first, last and amidst. */
const unclean = (field: string): Case[] =>
  UNCLEAN.flatMap(([name, character]) =>
    [`${character}ab`, `a${character}b`, `ab${character}`].map((value, place) => {
      const where = ['first', 'amidst', 'last'][place];
      return refused(field, value, /control|surrogate/, `with ${name} ${where}`);
    }),
  );

const isNot = (field: string, values: Json[], because: RegExp): Case[] =>
  values.map((value) => refused(field, value, because));

const NO_TEXT: Json[] = [1, true, [], ['a'], {}];
const BLANK = ['', ' ', '\t', '\n', '\r\n', ' \n\t ', '\u00a0', '\u2003', '\u3000', '\ufeff'];

/** Characters that leave nothing to see, alone and together. */
const INVISIBLE = [
  ...['\u200b', '\u00ad', '\u2060', '\u200d\u200c', '\u202e', '\u3164', '\u115f\u1160', '\uffa0'],
  ...['\ufe0f', '\u180e', '\u2800', '\u{e0020}\u{e007f}', '\u{1d173}', ' \u200b\n\u034f '],
];

const HEADLINE: Case[] = [
  ...lengths('headline', 200),
  ...unclean('headline'),
  ...isNot('headline', [null, ...NO_TEXT], /Expected text/),
  ...isNot('headline', BLANK, /blank|1 to 200/),
  ...isNot('headline', INVISIBLE, /not blank/),
  kept('headline', '\u200b.\u200b'),
  kept('headline', '  kept as typed  '),
  kept('headline', 'tab\tand\nline end'),
  kept('headline', 'a\r\nb\rc', 'a\nb\nc'),
  kept('headline', '<b>&amp;"\'\\%_$1 `'),
  kept('headline', `${COMBINED} ${ASTRAL} 字 שלום`),
  kept('headline', '\u2028 \u202e \u200d \ufffd'),
  kept('headline', COMBINED.repeat(100), COMBINED.repeat(100), 'of 100 letters with marks'),
  refused('headline', COMBINED.repeat(101), /200 char/, 'of 101 letters with marks'),
  kept('headline', `${'\r\n'.repeat(199)}x`, `${'\n'.repeat(199)}x`, 'of 200 once CRLF is LF'),
  { name: 'no headline is refused', send: { body_md: 'b' }, refuses: ['headline'], because: /got/ },
];

const SUB: Case[] = [
  ...lengths('sub', 400),
  ...unclean('sub'),
  ...isNot('sub', NO_TEXT, /or null/),
  kept('sub', null),
  kept('sub', 'a\r\nb\rc', 'a\nb\nc'),
  { name: 'no sub is null', send: DRAFT, keeps: { sub: null } },
];

const BODY: Case[] = [
  ...lengths('body_md', 100_000),
  ...unclean('body_md'),
  ...isNot('body_md', [null, ...NO_TEXT], /Expected text/),
  ...isNot('body_md', BLANK, /blank|1 to 100000/),
  ...isNot('body_md', INVISIBLE, /not blank/),
  kept('body_md', '# A\r\n\r\ntext\rmore\n', '# A\n\ntext\nmore\n'),
  kept('body_md', '<script>alert(1)</script>\t'),
  { name: 'no body_md is refused', send: { headline: 'h' }, refuses: ['body_md'], because: /got/ },
];

const CHOICES: Case[] = [
  ...CATEGORIES.map((each) => kept('category', each)),
  ...isNot('category', [null, '', 'sport', 'Building', ' life', ...NO_TEXT], /building, leading/),
  { name: 'no category is building', send: DRAFT, keeps: { category: 'building' } },
  ...FRAMES.map((each) => kept('frame', each)),
  ...isNot('frame', [null, '', 'essay', 'before and after', ...NO_TEXT], /lesson, origin/),
  { name: 'no frame is lesson', send: DRAFT, keeps: { frame: 'lesson' } },
];

const many = (count: number) => Array.from({ length: count }, (_, each) => `tag ${each}`);

const TAGS: Case[] = [
  kept('tags', []),
  kept('tags', many(8)),
  refused('tags', many(9), /at most 8/),
  refused('tags', Array(9).fill('same'), /at most 8/, 'of nine alike'),
  kept('tags', [' a ', '\tb\n', '\u00a0c'], ['a', 'b', 'c']),
  kept('tags', ['b', 'a', 'b', ' a', 'B'], ['b', 'a', 'B']),
  kept('tags', ['two words', 'ünï', '標籤', ASTRAL, 'a,b', '#c']),
  kept('tags', ['a\r\nb', 'c\rd'], ['a\nb', 'c\nd']),
  refused('tags', ['x\u000b'], /control/, 'a control character at its end', 'tags[0]'),
  refused('tags', ['\u000cx'], /control/, 'a control character at its start', 'tags[0]'),
  kept('tags', ['x'.repeat(32)]),
  refused('tags', ['ok', 'x'.repeat(33)], /32 char/, undefined, 'tags[1]'),
  kept('tags', [ASTRAL.repeat(32)]),
  refused('tags', [ASTRAL.repeat(33)], /32 char/, undefined, 'tags[0]'),
  kept('tags', [`  ${'x'.repeat(32)}  `], ['x'.repeat(32)]),
  refused('tags', [''], /1 to 32/, undefined, 'tags[0]'),
  refused('tags', ['a', '  '], /1 to 32/, undefined, 'tags[1]'),
  ...UNCLEAN.map(([name, character]) =>
    refused('tags', [`a${character}b`], /control|surrogate/, `with ${name}`, 'tags[0]'),
  ),
  ...[1, null, [], {}].map((value) => refused('tags', [value], /text/, undefined, 'tags[0]')),
  ...isNot('tags', [null, 'a', 'a,b', 1, { 0: 'a', length: 1 }], /a list/),
  { name: 'no tags are none', send: DRAFT, keeps: { tags: [] } },
];

const STYLE: Case[] = [
  refused('style', '', /1 to 40/),
  kept('style', 'x'),
  ...lengths('style', 40),
  ...isNot('style', [null, ...NO_TEXT], /Expected text/),
  refused('style', '   ', /blank/),
  refused('style', 'a\u0000b', /control/),
  { name: 'no style is essay', send: DRAFT, keeps: { style: 'essay' } },
];

const LOCALE: Case[] = [
  ...['en', 'de', 'pt-BR', 'zh-Hant-TW', 'sr-Latn', 'es-419', 'gsw', 'de-CH-1996'].map((each) =>
    kept('locale', each),
  ),
  ...['en-a-bbb-x-a-ccc', 'ar-u-nu-latn'].map((each) => kept('locale', each)),
  // Private use, grandfathered, and a language with the one that it is kept under.
  ...['x-klingon', 'X-a-1-abcdefgh', 'i-default', 'i-klingon', 'I-Navajo', 'en-GB-oed'].map(
    (each) => kept('locale', each),
  ),
  ...['sgn-BE-FR', 'art-lojban', 'zh-min-nan', 'zh-xiang', 'zh-yue-HK', 'zh-cmn-Hans-CN'].map(
    (each) => kept('locale', each),
  ),
  ...isNot('locale', ['x', 'x-', 'x-abcdefghi', 'x--a', 'x-ä', 'i-nothing', 'i'], /such as en/),
  ...isNot('locale', ['de-1996-1996', 'en-a-bb-a-cc', 'en-a', 'en-x'], /such as en/),
  ...isNot(
    'locale',
    [null, '', ' ', 'e', 'en_US', 'english!', 'en-', '-en', 'en--US'],
    /such as en/,
  ),
  ...isNot('locale', ['en,de', 'en de', '*', '12', 'en\u0000', '日本', ...NO_TEXT], /such as en/),
  refused('locale', `en-${'abcdefgh-'.repeat(400)}x`, /such as en/, 'far too long'),
  { name: 'no locale is en', send: DRAFT, keeps: { locale: 'en' } },
];

const long = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

const EXTERNAL_URL: Case[] = [
  ...[
    'https://elsewhere.example/a?b=c&d=%20#e',
    'http://elsewhere.example',
    'https://elsewhere.example:8443/',
    'https://xn--bcher-kva.example/',
    'https://[2001:db8::1]/',
    'HTTPS://ELSEWHERE.EXAMPLE/A',
  ].map((each) => kept('external_url', each)),
  kept('external_url', null),
  { name: 'no external_url is null', send: DRAFT, keeps: { external_url: null } },
  ...isNot(
    'external_url',
    [
      '',
      'elsewhere.example',
      '/a/path',
      '//elsewhere.example/a',
      'ftp://elsewhere.example/a',
      'javascript:alert(1)',
      'JaVaScRiPt://elsewhere.example/%0aalert(1)',
      'data:text/html,a',
      'file:///etc/passwd',
      'mailto:a@elsewhere.example',
      'https:elsewhere.example',
      'https://',
      'https:///a',
      'https://a b.example',
      'https://elsewhere.example/a b',
      ' https://elsewhere.example',
      'https://elsewhere.example\n',
      'https://elsewhere.example/\u0000',
      'https://elsewhere.example/\ud800',
      'https://elsewhere.example:99999/',
      ...NO_TEXT,
    ],
    /an http or https URL|control/,
  ),
  kept('external_url', long(URL_LENGTH), long(URL_LENGTH), 'of 2000 characters'),
  refused('external_url', long(URL_LENGTH + 1), /2000 char/, 'of 2001 characters'),
];

/** Unknown fields don't matter: the result is a draft of the key's owner, made now. */
const UNKNOWN: Case[] = [
  {
    name: 'what a draft does not have is ignored',
    send: {
      ...DRAFT,
      id: '00000000-0000-4000-8000-000000000000',
      status: 'approved',
      editor_status: 'approved',
      state: 'approved',
      author_id: 'somebody',
      author: 'bob',
      owner: 'bob',
      publisher_id: 'somebody',
      published_at: '2020-01-01T00:00:00Z',
      date_published: '2020-01-01T00:00:00Z',
      created_at: '2020-01-01T00:00:00Z',
      live_version: 1,
      working_version: 7,
      position: 1,
      slug: 'mine',
      publish: true,
      decision: 'approve',
      fields: { external_url: 'https://elsewhere.example/' },
      headlines: '\ud800\u0000',
      '': null,
    },
    keeps: { ...DRAFT, external_url: null, number: 1 },
  },
  {
    name: 'nor is a field in other letters another one',
    send: { ...DRAFT, Headline: 'Other', SUB: 'Other', bodyMd: 'Other', 'body-md': 'Other' },
    keeps: { ...DRAFT, sub: null },
  },
];

const SEVERAL: Case[] = [
  {
    name: 'several bad fields are all named, each once',
    send: {
      headline: `\u0000${'x'.repeat(201)}`,
      sub: 7,
      body_md: ' ',
      category: 'sport',
      tags: ['ok', '', 'x'.repeat(33), 'ok'],
      frame: 'none',
      style: '',
      locale: 'en_US',
      external_url: 'javascript:alert(1)',
    },
    refuses: [
      'headline',
      'sub',
      'body_md',
      'category',
      'tags[1]',
      'tags[2]',
      'frame',
      'style',
      'locale',
      'external_url',
    ],
    because: /^Expected .*, got .*\.$/,
  },
  { name: 'nothing at all', send: {}, refuses: ['headline', 'body_md'], because: /got nothing/ },
];

export const DRAFT_CASES: Case[] = [
  HEADLINE,
  SUB,
  BODY,
  CHOICES,
  TAGS,
  STYLE,
  LOCALE,
  EXTERNAL_URL,
  UNKNOWN,
  SEVERAL,
].flat();
