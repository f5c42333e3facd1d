// The bounds of limit, q and category: what is outside is refused in words, never adjusted.

import { describe } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const FIVE = ['building', 'leading', 'culture', 'money', 'life'];

interface List {
  path: string;
  /** The rest of the query that the URL needs besides the tested parameter. */
  with: string;
  max: number;
  usual: number;
}

const AUTHORS: List = { path: '/api/public/authors/search', with: 'q=many', max: 50, usual: 10 };
const RECENT: List = { path: '/api/public/pieces/recent', with: '', max: 100, usual: 20 };
const SEARCH: List = { path: '/api/public/pieces/search', with: 'q=many', max: 100, usual: 20 };

const LISTS = [AUTHORS, RECENT, SEARCH];

// One more of each than any list may answer with.
const RECORDS = [
  ...Array.from({ length: 51 }, (_, at) => author(`author-${at}`, { name: `Many ${at}` })),
  ...Array.from({ length: 101 }, (_, at) => piece('author-0', { headline: `Many ${at}` })),
];

const BAD_LIMITS = [
  'limit=0',
  'limit=-1',
  'limit=-0',
  'limit=abc',
  'limit=1.5',
  'limit=1.0',
  'limit=1e1',
  'limit=0x5',
  'limit=1_0',
  'limit=%2B5',
  'limit=+5',
  'limit=5%20',
  'limit=%D9%A5',
  'limit=',
  'limit',
  'limit=null',
  'limit=true',
  'limit=Infinity',
  'limit=99999999999999999999',
  'limit=5&limit=6',
  'limit=5&limit=5',
  'limit=5&limit=',
];

const addressOf = (list: List, query: string) =>
  `${list.path}?${[list.with, query].filter(Boolean).join('&')}`;

const limitRefused = (list: List, query: string): Scenario => ({
  name: `${list.path} refuses ${query}`,
  url: addressOf(list, query),
  status: 400,
  refuses: ['limit'],
  holds: [`an integer from 1 to ${list.max}`],
  lacks: ['"results"', '"items"'],
});

const limitTaken = (list: List, query: string, count: number): Scenario => ({
  name: `${list.path} answers ${query || 'no limit'} with ${count}`,
  url: addressOf(list, query),
  status: 200,
  has: { count },
});

const limits = LISTS.flatMap((list) => [
  ...[...BAD_LIMITS, `limit=${list.max + 1}`].map((query) => limitRefused(list, query)),
  limitTaken(list, '', list.usual),
  limitTaken(list, 'limit=1', 1),
  limitTaken(list, `limit=${list.max}`, list.max),
  limitTaken(list, 'limit=7&limits=0&LIMIT=0', 7),
]);

const encoded = encodeURIComponent;

/** `says` is the part of the error that names what is accepted, for errors other than length. */
const BAD_QUERIES: { name: string; query: string; says?: string }[] = [
  { name: 'no q', query: '' },
  { name: 'another parameter only', query: 'Q=many&query=many' },
  { name: 'q without a value', query: 'q' },
  { name: 'an empty q', query: 'q=' },
  { name: 'a blank q', query: 'q=%20%20', says: 'not blank' },
  { name: 'a q of tabs and line ends', query: 'q=%09%0A%0D', says: 'not blank' },
  { name: 'a q of no-break spaces', query: 'q=%C2%A0%E3%80%80', says: 'not blank' },
  { name: 'a q of 201 characters', query: `q=${'m'.repeat(201)}` },
  { name: 'a q of 201 characters beyond the basic plane', query: `q=${encoded('🦊'.repeat(201))}` },
  { name: 'a q of 5000 characters', query: `q=${'m'.repeat(5000)}` },
  { name: 'a NUL in q', query: 'q=ma%00ny', says: 'without control characters' },
  { name: 'an escape character in q', query: 'q=%1B%5B31m', says: 'without control characters' },
  { name: 'a delete character in q', query: 'q=many%7F', says: 'without control characters' },
  {
    name: 'a C1 control character in q',
    query: 'q=many%C2%85',
    says: 'without control characters',
  },
  {
    name: 'the separator that no field can hold',
    query: 'q=%01',
    says: 'without control characters',
  },
  { name: 'q twice', query: 'q=many&q=few' },
];

const GOOD_QUERIES: { name: string; q: string }[] = [
  { name: 'one character', q: 'z' },
  { name: '200 characters', q: 'z'.repeat(200) },
  { name: '200 characters beyond the basic plane', q: '🦊'.repeat(200) },
  { name: '200 characters that fold to three each', q: 'ΐ'.repeat(200) },
  { name: 'a tab and a line end inside', q: 'z\tz\r\nz' },
];

const queries = [AUTHORS, SEARCH].flatMap(({ path }): Scenario[] => [
  ...BAD_QUERIES.map(({ name, query, says = '1 to 200 characters' }) => ({
    name: `${path} refuses ${name}`,
    url: `${path}?${query}`,
    status: 400,
    refuses: ['q'],
    holds: [says],
    lacks: ['"results"', 'mmmmmmmmmm'],
  })),
  ...GOOD_QUERIES.map(({ name, q }) => ({
    name: `${path} takes ${name}`,
    url: `${path}?q=${encoded(q)}`,
    status: 200,
    has: { query: q, count: 0 },
  })),
]);

const BAD_CATEGORIES = [
  'category=civic',
  'category=ideas',
  'category=society',
  'category=nonsense',
  'category=Building',
  'category=building%20',
  'category=building,life',
  'category=',
  'category',
  'category=building&category=life',
  'category=life&category=life',
  'category=null',
];

const categories = [RECENT, SEARCH].flatMap((list): Scenario[] => [
  ...BAD_CATEGORIES.map((query) => ({
    name: `${list.path} refuses ${query}`,
    url: addressOf(list, query),
    status: 400,
    refuses: ['category'],
    holds: [`one of ${FIVE.join(', ')}`],
    lacks: ['"results"', '"items"', 'one of building, leading, culture, money, life, civic'],
  })),
  ...FIVE.map((category) => ({
    name: `${list.path} takes ${category}`,
    url: addressOf(list, `category=${category}&limit=3`),
    status: 200,
    has: { category, count: category === 'building' ? 3 : 0 },
  })),
  {
    name: `${list.path} says null where no category was asked for`,
    url: addressOf(list, 'limit=1'),
    status: 200,
    has: { category: null },
  },
]);

const everything: Scenario[] = [
  {
    name: 'every parameter that is wrong is named, whichever comes first',
    url: `${SEARCH.path}?limit=0&category=civic&q=`,
    status: 400,
    refuses: ['q', 'category', 'limit'],
    holds: ['1 to 200 characters', 'one of building', 'an integer from 1 to 100'],
  },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`the parameters of lists, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);
    runScenarios(service, [...limits, ...queries, ...categories, ...everything]);
  });
}
