// Feeds with their pages, and the Markdown of pieces.

import { get, gets, reading, type Step } from '../steps.ts';

const FEEDS = ['', '/author/iris-calloway', '/category/culture'].flatMap((folder) => [
  `${folder}/feed.json`,
  `${folder}/feed.xml`,
]);

const CATEGORIES = ['building', 'leading', 'money', 'life', 'civic', 'ideas', 'society'];

const MARKS = ['', 'x', '2026-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z_{piece}'];

export const feeds: Step[] = [
  ...FEEDS.flatMap(reading),
  get('/feed.json', { silent: true, capture: { next: /feed\.json\?before=([^"]+)"/ } }),
  ...gets(['/feed.json?before={next}', '/feed.xml?before={next}']),
  get('/feed.json?before={next}', { headers: { 'accept-encoding': 'gzip' }, note: 'gzip' }),
  ...gets(MARKS.flatMap((mark) => FEEDS.map((feed) => `${feed}?before=${mark}`))),
  ...gets(CATEGORIES.map((category) => `/category/${category}/feed.json`)),
  ...gets(['ada-okafor', 'noor-haddad', 'lin-meiling'].map((slug) => `/author/${slug}/feed.xml`)),
  ...gets(
    ['json', 'xml'].flatMap((end) => [`/author/nobody/feed.${end}`, `/category/x/feed.${end}`]),
  ),
  ...reading('/author/iris-calloway/a-draft-that-nobody-meant.md'),
  ...gets([
    '/author/iris-calloway/nothing.md',
    '/author/nobody/a-draft-that-nobody-meant.md',
    '/author/iris-calloway/.md',
    '/author/iris-calloway/%zz.md',
  ]),
];
