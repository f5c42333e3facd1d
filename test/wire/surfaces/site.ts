// The pages that readers see.

import { get, gets, reading, refusing, type Step } from '../steps.ts';

const AUTHORS = [
  'ada-okafor',
  'mateo-rivas',
  'claire-aubry',
  'lena-brandt',
  'lin-meiling',
  'noor-haddad',
  'priya-raman',
  'tanabe-yuki',
];
const CATEGORIES = [
  'building',
  'leading',
  'money',
  'life',
  'civic',
  'ideas',
  'society',
  'nonsense',
];
const KINDS = [
  'book',
  'course',
  'template',
  'tool',
  'service',
  'event',
  'art',
  'other',
  'nonsense',
];

const PLACES = ['before=3', 'after=3', 'before=0', 'after=x', 'before=999999', 'after=999999'];
const LISTS = ['/', '/category/culture', '/author/iris-calloway', '/tag/editing'];

const SEARCHES = [
  '',
  '?q=',
  '?q=%20',
  '?q=bridge',
  '?q=bridge&q=water',
  '?q=Iris',
  '?q=nobody-has-this-word',
  `?q=${'x'.repeat(201)}`,
  '?q=%3Cscript%3E',
  '?q=%zz',
];

const NOWHERE = ['/nothing', '/author', '/author/', '/category', '/tag/', '/pieces', '//', '/%zz'];

/** Every piece whose address a feed of the site gives is read once. */
export const pieces = (paths: readonly string[]): Step[] => gets(paths);

export const site: Step[] = [
  ...['/', '/category/culture', '/author/iris-calloway', '/search?q=bridge'].flatMap(reading),
  ...reading('/author/iris-calloway/a-draft-that-nobody-meant'),
  ...['/tag/editing', '/shop', '/shop/{product}', '/developers'].flatMap(reading),
  ...reading('/pieces/{piece}'),
  get('/pieces/{piece}?from=here'),
  ...gets(['/pieces/x', '/pieces/00000000-0000-4000-8000-000000000000']),
  get('/pieces/{piece}/social.png'),
  { path: '/pieces/{piece}/social.png', method: 'HEAD' },
  get('/pieces/{piece}/social.png', { headers: { 'if-none-match': '{etag}' }, note: 'held' }),
  ...refusing('/pieces/{piece}/social.png'),
  ...gets(['/pieces/x/social.png', '/pieces/00000000-0000-4000-8000-000000000000/social.png']),
  ...gets(AUTHORS.map((slug) => `/author/${slug}`)),
  ...gets(['/author/nobody', '/author/iris-calloway/', '/author/iris-calloway/nothing']),
  ...gets(CATEGORIES.map((category) => `/category/${category}`)),
  ...gets(LISTS.flatMap((list) => PLACES.map((place) => `${list}?${place}`))),
  ...gets(['/tag/nothing', '/tag/%E6%9B%B8', '/tag/EDITING', '/tag/craft']),
  ...gets(SEARCHES.map((query) => `/search${query}`)),
  ...gets(KINDS.map((kind) => `/shop?category=${kind}`)),
  ...gets([
    '/shop?after={product}',
    '/shop?after=x',
    '/shop/x',
    '/shop?category=book&category=art',
  ]),
  get('/shop/00000000-0000-4000-8000-000000000000'),
  ...gets(NOWHERE),
  ...refusing('/nothing'),
  get('/nothing', { headers: { accept: 'application/json' }, note: 'for json' }),
  get(`/${'a'.repeat(2100)}`),
];

/** A reader's browser says that a piece is read. */
export const reader: Step[] = [
  ...refusing('/read/{piece}', ['GET', 'HEAD', 'PUT']),
  { path: '/read/{piece}', method: 'POST', note: 'a program' },
  { path: '/read/x', method: 'POST' },
  { path: '/read/00000000-0000-4000-8000-000000000000', method: 'POST', as: 'reader' },
  {
    path: '/read/{piece}',
    method: 'POST',
    as: 'reader',
    headers: { origin: 'http://localhost:38111', 'sec-fetch-site': 'same-origin' },
  },
  {
    path: '/read/{piece}',
    method: 'POST',
    as: 'reader',
    headers: { origin: 'https://elsewhere.example' },
    note: 'from elsewhere',
  },
];
